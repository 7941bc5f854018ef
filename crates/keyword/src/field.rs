//! The fields of a document, and how much each counts.

use serde::{Deserialize, Serialize};
use std::ops::{Index, IndexMut};

/// A part of a document with its own words and statistics.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// The document's own words.
    Text,
    /// Its heading.
    Title,
    /// Speaker, contact, channel, people, and the date as people write it.
    Header,
    /// The previous turn, or the quotes a memory rests on.
    Context,
    /// Names and aliases of what it mentions.
    Names,
}

impl Field {
    /// Every field, in the order in which scores are added.
    pub const ALL: [Self; 5] = [Self::Text, Self::Title, Self::Header, Self::Context, Self::Names];

    /// Its name in the schema and in explanations.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Text => "text",
            Self::Title => "title",
            Self::Header => "header",
            Self::Context => "context",
            Self::Names => "names",
        }
    }
}

/// How much an occurrence in a field counts; 0 leaves the field unread. Negative and NaN count as 0.
///
/// The defaults were fitted with `examples/quality.rs --tune` on LoCoMo's conv-26, LifeBench's training users in both
/// languages, HotpotQA, LongMemEval and DRCD's development part; names were in none of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Weights {
    /// Of [`Field::Text`].
    pub text: f32,
    /// Of [`Field::Title`].
    pub title: f32,
    /// Of [`Field::Header`].
    pub header: f32,
    /// Of [`Field::Context`].
    pub context: f32,
    /// Of [`Field::Names`].
    pub names: f32,
}

impl Weights {
    /// The weight of one field.
    pub const fn of(&self, field: Field) -> f32 {
        match field {
            Field::Text => self.text,
            Field::Title => self.title,
            Field::Header => self.header,
            Field::Context => self.context,
            Field::Names => self.names,
        }
    }
}

impl Default for Weights {
    fn default() -> Self {
        Self { text: 1.0, title: 1.5, header: 2.5, context: 0.5, names: 0.5 }
    }
}

/// One value for each field.
#[derive(Debug, Clone, Default)]
pub(crate) struct ByField<T>([T; 5]);

impl<T> ByField<T> {
    pub(crate) fn from_fn(mut of: impl FnMut(Field) -> T) -> Self {
        Self(Field::ALL.map(&mut of))
    }

    pub(crate) fn try_from_fn<E>(mut of: impl FnMut(Field) -> Result<T, E>) -> Result<Self, E> {
        let [text, title, header, context, names] = Field::ALL;
        Ok(Self([of(text)?, of(title)?, of(header)?, of(context)?, of(names)?]))
    }
}

impl<T> Index<Field> for ByField<T> {
    type Output = T;

    #[expect(clippy::indexing_slicing, reason = "a field's number is below the number of fields")]
    fn index(&self, field: Field) -> &T {
        &self.0[field as usize]
    }
}

impl<T> IndexMut<Field> for ByField<T> {
    #[expect(clippy::indexing_slicing, reason = "a field's number is below the number of fields")]
    fn index_mut(&mut self, field: Field) -> &mut T {
        &mut self.0[field as usize]
    }
}
