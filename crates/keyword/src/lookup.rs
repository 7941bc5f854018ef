//! A question looked up: the postings of its terms, read once for all that is asked of them.

use crate::field::{ByField, Field};
use crate::postings::Posting;
use crate::query::Query;
use crate::state::{Found, State};
use crate::{QueryOptions, Result};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A question whose postings are read once, however often it is asked: with several weightings, among several sets of
/// documents, and for the words of what was found, by several threads at once. It reads when it is first needed, and
/// again after a write.
#[derive(Debug)]
pub struct Lookup {
    query: Query,
    known: Mutex<Option<Arc<Known>>>,
}

/// What was read, and of which state.
#[derive(Debug)]
struct Known {
    version: u64,
    terms: Vec<Term>,
}

impl Lookup {
    /// A question that nothing has been read for yet.
    pub fn new(query: Query) -> Self {
        Self { query, known: Mutex::new(None) }
    }

    /// The question.
    pub fn query(&self) -> &Query {
        &self.query
    }

    /// Whether a question with these options has the same terms, so that this one's postings serve it.
    pub fn serves(&self, options: &QueryOptions) -> bool {
        let own = &self.query.options;
        own.pair_weight == options.pair_weight && own.stop_words == options.stop_words
    }

    /// Runs `work` with the terms of the question as they stand in `state`.
    pub(crate) fn with<T>(&self, state: &State, work: impl FnOnce(&[Term]) -> Result<T>) -> Result<T> {
        work(&self.known(state)?.terms)
    }

    fn known(&self, state: &State) -> Result<Arc<Known>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.as_ref().filter(|known| known.version == state.version()) {
            return Ok(known.clone());
        }
        let terms = self.query.terms.iter().map(|term| Term::find(state, &term.term));
        let fresh = Arc::new(Known { version: state.version(), terms: terms.collect::<Result<_>>()? });
        *known = Some(fresh.clone());
        Ok(fresh)
    }
}

/// A term of the question, with its postings as far as they were needed.
#[derive(Debug)]
pub(crate) struct Term {
    lists: ByField<List>,
    /// How many documents hold it in any of some fields, for each choice of fields that was asked after.
    holders: Mutex<Vec<(u8, usize)>>,
}

#[derive(Debug)]
struct List {
    found: Found,
    at_most: u64,
    postings: OnceLock<Vec<Posting>>,
    /// Held by whoever reads the postings; others that need them wait, which is less work than to read them too.
    reading: Mutex<()>,
}

impl Term {
    fn find(state: &State, term: &str) -> Result<Self> {
        let list = |field| {
            let found = state.find(field, term)?;
            let at_most = state.holders_at_most(&found, term);
            Ok::<_, crate::Error>(List { found, at_most, postings: OnceLock::new(), reading: Mutex::default() })
        };
        Ok(Self { lists: ByField::try_from_fn(list)?, holders: Mutex::default() })
    }

    /// How many documents hold it in a field, at most.
    pub(crate) fn at_most(&self, field: Field) -> u64 {
        self.lists[field].at_most
    }

    /// The slots that hold it in a field, ascending; `term` is the term itself.
    pub(crate) fn postings(&self, state: &State, field: Field, term: &str) -> Result<&[Posting]> {
        let list = &self.lists[field];
        if let Some(postings) = list.postings.get() {
            return Ok(postings);
        }
        let _reading = list.reading.lock().unwrap_or_else(PoisonError::into_inner);
        if list.postings.get().is_none() {
            let mut postings = Vec::with_capacity(usize::try_from(list.at_most).unwrap_or_default());
            state.read(&list.found, term, &mut postings)?;
            list.postings.get_or_init(|| postings);
        }
        Ok(list.postings.get().map_or(&[], Vec::as_slice))
    }

    /// How many documents hold it in any of these fields, if that was counted before.
    pub(crate) fn holders(&self, fields: &[Field]) -> Option<usize> {
        let counted = self.holders.lock().unwrap_or_else(PoisonError::into_inner);
        counted.iter().find(|(known, _)| *known == mask(fields)).map(|(_, holders)| *holders)
    }

    /// Keeps how many documents hold it in any of these fields.
    pub(crate) fn counted(&self, fields: &[Field], holders: usize) {
        let mut counted = self.holders.lock().unwrap_or_else(PoisonError::into_inner);
        if counted.iter().all(|(known, _)| *known != mask(fields)) {
            counted.push((mask(fields), holders));
        }
    }
}

fn mask(fields: &[Field]) -> u8 {
    fields.iter().fold(0, |mask, field| mask | 1 << *field as u8)
}
