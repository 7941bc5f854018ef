//! Writes that happen once: what was answered under a caller's key, kept in the commit of the write itself.
//!
//! A kept answer is two MessagePack values, one after the other: what became of each command, and what the work gave.

use hupo_types::{Answered, Sequence, Stored, Timestamp};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::read::birth;
use crate::rows::{Rows, get};
use crate::snapshot::Snapshot;
use crate::table::Table;
use crate::write::check_short;
use crate::{Error, key};

/// Longer answers are not kept: the write stands, and asking again says only that it was done.
const ANSWER_BYTES: usize = 1 << 20;

/// A write that must not be done twice.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Once {
    /// The caller's key for it; a text as names are.
    pub key: String,
    /// A hash of what is asked; the same key with another one is refused.
    pub request: [u8; 32],
    /// The answer may quote what was said, so every later erasure empties it. One of ids alone is emptied only with
    /// what its own write said.
    pub quotes: bool,
}

impl Once {
    /// Whether the key may be kept.
    ///
    /// # Errors
    /// [`Error::Refused`].
    pub fn check(&self) -> Result<(), Error> {
        let refused = |refusal| Error::Refused { refusals: vec![(0, refusal)] };
        check_short("once.key", &self.key).map_err(refused)
    }

    /// The event that keeps the answer.
    pub(crate) fn answered(&self, rows: &impl Rows, answer: Vec<u8>, at: Timestamp) -> Result<Answered, Error> {
        let birth = birth(rows)?;
        let answer = if answer.len() > ANSWER_BYTES { Vec::new() } else { answer };
        let (key, request) = (key::once(&birth, self.key.as_bytes()), key::request(&birth, &self.request));
        Ok(Answered { key, request, quotes: self.quotes, answer, at })
    }

    /// What was answered when the write was done, if it was.
    ///
    /// # Errors
    /// [`Error::KeyReused`], [`Error::AnswerGone`].
    pub(crate) fn repeated(&self, rows: &impl Rows) -> Result<Option<Repeated>, Error> {
        let birth = birth(rows)?;
        let kept: Option<Kept> = get(rows, Table::Answers, &key::once(&birth, self.key.as_bytes()))?;
        let Some(Kept { sequence, answered }) = kept else { return Ok(None) };
        if is_emptied(&answered) {
            return Err(Error::AnswerGone { sequence });
        }
        if answered.request != key::request(&birth, &self.request) {
            return Err(Error::KeyReused);
        }
        let mut rest = answered.answer.as_slice();
        let stored = read(&mut rest).ok_or(Error::AnswerGone { sequence })?;
        Ok(Some(Repeated { sequence, stored, value: rest.to_vec() }))
    }
}

/// A write that was done before, and what was answered.
pub(crate) struct Repeated {
    pub(crate) sequence: Sequence,
    pub(crate) stored: Vec<Stored>,
    pub(crate) value: Vec<u8>,
}

/// The row of the table `answers`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Kept {
    /// The write that was answered.
    pub(crate) sequence: Sequence,
    pub(crate) answered: Answered,
}

/// Whether an erasure took the answer. A request's hash is never zeros, so one that was only too long is told apart.
pub(crate) fn is_emptied(answered: &Answered) -> bool {
    answered.request == [0; 32]
}

/// A value of an answer, as bytes.
pub(crate) fn sealed(value: &impl Serialize) -> Vec<u8> {
    rmp_serde::to_vec_named(value).expect("answers have known lengths, and memory does not fail")
}

/// The next value of an answer; `None` if it was kept by a program that knew it otherwise, or was not kept at all.
pub(crate) fn read<T: DeserializeOwned>(answer: &mut &[u8]) -> Option<T> {
    rmp_serde::from_read(answer).ok()
}

impl Snapshot {
    /// Whether a write was answered under this key.
    ///
    /// # Errors
    /// [`Error::Damaged`], [`Error::Io`].
    pub fn is_answered(&self, key: &str) -> Result<bool, Error> {
        let row = key::once(&birth(self)?, key.as_bytes());
        Ok(self.row(Table::Answers, &row, |_| Ok(()))?.is_some())
    }
}
