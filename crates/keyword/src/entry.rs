//! A document as the index sees it: the terms of each field.

use crate::analysis::each_token;
use crate::field::{ByField, Field};
use hupo_text::{dates, fold_str};
use hupo_types::{DocId, Document};
use jiff::tz::TimeZone;

/// Stands between terms; folding leaves no control character in a text, so no term holds it.
pub(crate) const SEPARATOR: char = '\n';

/// A document's terms, field by field, joined by [`SEPARATOR`].
#[derive(Debug, Clone)]
pub(crate) struct Entry {
    pub(crate) id: DocId,
    pub(crate) terms: ByField<String>,
}

/// Cuts documents into terms. It remembers the text it cut last: most often that is the turn before the next document,
/// and so its context, which need not be cut again.
#[derive(Debug, Default)]
pub(crate) struct Cutter {
    text: String,
    terms: String,
}

impl Cutter {
    pub(crate) fn cut(&mut self, document: &Document, zone: &TimeZone) -> Entry {
        let terms = ByField::from_fn(|field| self.terms_of(document, field, zone));
        self.text.clone_from(&document.text);
        self.terms.clone_from(&terms[Field::Text]);
        Entry { id: document.id, terms }
    }

    fn terms_of(&self, document: &Document, field: Field, zone: &TimeZone) -> String {
        match (field, document.context.as_slice()) {
            (Field::Context, [line]) if line.text == self.text => self.terms.clone(),
            _ => terms_of(document, field, zone),
        }
    }
}

impl Entry {
    /// The terms of a field, in order.
    pub(crate) fn terms(&self, field: Field) -> impl Iterator<Item = &str> {
        self.terms[field].split(SEPARATOR).filter(|term| !term.is_empty())
    }
}

fn terms_of(document: &Document, field: Field, zone: &TimeZone) -> String {
    let mut joined = String::new();
    match field {
        Field::Text => add(&mut joined, &document.text),
        Field::Title => add_all(&mut joined, &document.title),
        Field::Header => add_header(&mut joined, document, zone),
        Field::Context => add_all(&mut joined, document.context.iter().map(|line| &line.text)),
        Field::Names => add_all(&mut joined, &document.names),
    }
    joined
}

fn add_header(joined: &mut String, document: &Document, zone: &TimeZone) {
    add_all(joined, &document.speaker);
    add_all(joined, &document.contact);
    add_all(joined, &document.channel);
    let others = |name: &&String| Some(*name) != document.speaker.as_ref() && Some(*name) != document.contact.as_ref();
    add_all(joined, document.people.iter().filter(others));
    if let Some(time) = document.time {
        add(joined, &dates::spoken(time.ms(), zone));
    }
}

fn add_all<'a>(joined: &mut String, texts: impl IntoIterator<Item = &'a String>) {
    texts.into_iter().for_each(|text| add(joined, text));
}

fn add(joined: &mut String, text: &str) {
    each_token(&fold_str(text), |token| {
        if !joined.is_empty() {
            joined.push(SEPARATOR);
        }
        joined.push_str(token.term);
    });
}

#[cfg(test)]
mod tests;
