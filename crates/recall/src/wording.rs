//! The question's words, looked up once for everything that asks after them.

use crate::question::Question;
use crate::spoken::Spoken;
use crate::tools::Tools;
use hupo_keyword::{Lookup, Query, QueryOptions, TermScore};
use hupo_types::DocId;
use std::collections::BTreeMap;
use std::sync::OnceLock;

/// The words of a question.
#[derive(Debug)]
pub(crate) struct Wording {
    /// What is searched for: of a piece of dialogue the last speaker's words, and the others' for less.
    searched: Lookup,
    /// All of the text, where that is something else.
    whole: Option<Lookup>,
    /// In the order of the words, so that their sum is the same each time.
    information: OnceLock<BTreeMap<String, f32>>,
}

impl Wording {
    pub(crate) fn read(question: &Question, spoken: Option<&Spoken>) -> Self {
        let options = &question.recipe.window;
        let whole = spoken.map(|_| Lookup::new(Query::new(&question.text, options)));
        Self { searched: searched(question, options, spoken), whole, information: OnceLock::new() }
    }

    /// Runs `work` with what is searched for. What was looked up serves all options that leave the terms the same.
    pub(crate) fn with_searched<T>(
        &self,
        question: &Question,
        options: &QueryOptions,
        spoken: Option<&Spoken>,
        work: impl FnOnce(&Lookup) -> T,
    ) -> T {
        match self.searched.serves(options) {
            true => work(&self.searched),
            false => work(&searched(question, options, spoken)),
        }
    }

    /// The words of all of the question that each document holds in its text or around it; `None` without a keyword leg.
    pub(crate) fn held(&self, tools: &Tools<'_>, docs: &[DocId]) -> Option<Vec<Vec<TermScore>>> {
        tools.keyword.and_then(|index| index.explain_all(self.whole(), docs).ok())
    }

    /// How telling each word of the question is in this space: its inverse document frequency. A word nobody ever used
    /// tells no more than the rarest that somebody did; in a small space it would otherwise outweigh all that is found.
    pub(crate) fn information(&self, tools: &Tools<'_>) -> &BTreeMap<String, f32> {
        self.information.get_or_init(|| information(tools, self.whole()))
    }

    fn whole(&self) -> &Lookup {
        self.whole.as_ref().unwrap_or(&self.searched)
    }
}

fn searched(question: &Question, options: &QueryOptions, spoken: Option<&Spoken>) -> Lookup {
    Lookup::new(match spoken {
        Some(spoken) => Query::new(&spoken.own, options).with_text(&spoken.others, question.recipe.others),
        None => Query::new(&question.text, options),
    })
}

fn information(tools: &Tools<'_>, whole: &Lookup) -> BTreeMap<String, f32> {
    let documents = tools.catalog.len() as f32;
    let frequencies = tools.keyword.and_then(|index| index.frequencies(whole).ok()).unwrap_or_default();
    let idf = |n: f32| (1.0 + ((documents - n).max(0.0) + 0.5) / (n + 0.5)).ln();
    let words: Vec<(&str, f32, f32)> =
        whole.query().terms().zip(frequencies).map(|((term, weight), n)| (term, weight, n as f32)).collect();
    let used = words.iter().filter(|(_, _, n)| *n > 0.0).map(|(_, _, n)| idf(*n));
    let rarest = used.fold(0.0, f32::max);
    words.iter().map(|(term, weight, n)| ((*term).to_owned(), weight * idf(*n).min(rarest))).collect()
}
