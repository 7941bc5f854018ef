//! Text to tokens: the shared tokenizer, loaded at the first text, and the cuts before and after it.

use crate::Error;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use tokenizers::{Encoding, PostProcessor, Tokenizer, TruncationDirection};

/// A token is rarely longer than this, so more characters than this many a token are not worth tokenising.
const CHARS_PER_TOKEN: usize = 8;

/// One tokenizer for all who use the same file: a loaded one takes tens of megabytes.
pub(crate) struct Tokens {
    path: PathBuf,
    loaded: Mutex<Option<Arc<Tokenizer>>>,
}

impl Tokens {
    pub(crate) fn new(path: PathBuf) -> Self {
        Self { path, loaded: Mutex::new(None) }
    }

    /// A whole input of at most `max` tokens, special ones included; the end of a longer text is left out.
    pub(crate) fn single(&self, text: &str, max: usize) -> Result<Encoding, Error> {
        let tokenizer = self.tokenizer()?;
        let bare = self.bare(&tokenizer, first_chars(text, max * CHARS_PER_TOKEN))?;
        let room = max.saturating_sub(added(&tokenizer, false));
        let bare = cut(bare, room, TruncationDirection::Right);
        self.guarded(|| tokenizer.post_process(bare, None, true))
    }

    /// A question for [`Self::pair`]: its last `max` tokens.
    pub(crate) fn question(&self, text: &str, max: usize) -> Result<Encoding, Error> {
        let tokenizer = self.tokenizer()?;
        let bare = self.bare(&tokenizer, last_chars(text, max * CHARS_PER_TOKEN))?;
        Ok(cut(bare, max, TruncationDirection::Left))
    }

    /// Question and passage as the tokenizer's own pair template joins them, at most `max` tokens; the passage is cut.
    pub(crate) fn pair(&self, question: &Encoding, passage: &str, max: usize) -> Result<Encoding, Error> {
        let tokenizer = self.tokenizer()?;
        let bare = self.bare(&tokenizer, first_chars(passage, max * CHARS_PER_TOKEN))?;
        let room = max.saturating_sub(added(&tokenizer, true) + question.len());
        let bare = cut(bare, room, TruncationDirection::Right);
        self.guarded(|| tokenizer.post_process(question.clone(), Some(bare), true))
    }

    fn bare(&self, tokenizer: &Tokenizer, text: &str) -> Result<Encoding, Error> {
        self.guarded(|| tokenizer.encode(text, false))
    }

    fn tokenizer(&self) -> Result<Arc<Tokenizer>, Error> {
        let mut loaded = self.loaded.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(tokenizer) = loaded.as_ref() {
            return Ok(Arc::clone(tokenizer));
        }
        let tokenizer = Arc::new(self.load()?);
        *loaded = Some(Arc::clone(&tokenizer));
        Ok(tokenizer)
    }

    /// A shipped `tokenizer.json` may truncate and pad (MiniLM's does, to 128): both are ours to decide.
    fn load(&self) -> Result<Tokenizer, Error> {
        let failed = |reason: String| Error::TokenizerLoad { path: self.path.clone(), reason };
        let loaded = catch_unwind(AssertUnwindSafe(|| Tokenizer::from_file(&self.path)));
        let mut tokenizer =
            loaded.map_err(|_| failed("its loader panicked".into()))?.map_err(|error| failed(error.to_string()))?;
        tokenizer.with_padding(None).with_truncation(None).map_err(|error| failed(error.to_string()))?;
        Ok(tokenizer)
    }

    /// A tokenizer is a program in a file: what it panics on is an error of that text, not of the process.
    fn guarded(&self, work: impl FnOnce() -> tokenizers::Result<Encoding>) -> Result<Encoding, Error> {
        let failed = |reason| Error::Tokenise { path: self.path.clone(), reason };
        let done = catch_unwind(AssertUnwindSafe(work)).map_err(|_| failed("it panicked".into()))?;
        done.map_err(|error| failed(error.to_string()))
    }
}

fn added(tokenizer: &Tokenizer, pair: bool) -> usize {
    tokenizer.get_post_processor().map_or(0, |template| template.added_tokens(pair))
}

/// Keeps `max` tokens. What is cut off is dropped, or the template would be applied to it as well.
fn cut(mut tokens: Encoding, max: usize, from: TruncationDirection) -> Encoding {
    tokens.truncate(max, 0, from);
    tokens.take_overflowing();
    tokens
}

fn first_chars(text: &str, n: usize) -> &str {
    let end = text.char_indices().nth(n).map_or(text.len(), |(at, _)| at);
    text.get(..end).unwrap_or(text)
}

fn last_chars(text: &str, n: usize) -> &str {
    let start = n.checked_sub(1).and_then(|n| text.char_indices().rev().nth(n)).map_or(0, |(at, _)| at);
    text.get(start..).unwrap_or(text)
}

#[cfg(test)]
mod tests;
