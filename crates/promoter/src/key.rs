//! The key of an endpoint. It is shown to the endpoint and to nobody else: no log, error or `Debug` has it.

use crate::Failure;
use std::fmt;

/// A key, as the endpoint's owner gave it out.
#[derive(Clone, PartialEq, Eq)]
pub struct ApiKey(String);

impl ApiKey {
    /// The key that this text holds; space around it is not part of it.
    ///
    /// # Errors
    /// [`Failure::Settings`] if it cannot stand in a header.
    pub fn new(text: &str) -> Result<Self, Failure> {
        let key = text.trim();
        match !key.is_empty() && key.chars().all(|c| c.is_ascii_graphic()) {
            true => Ok(Self(key.to_owned())),
            false => Err(Failure::Settings { what: "the key is empty, or holds what no key holds" }),
        }
    }

    /// As the header says it.
    pub(crate) fn bearer(&self) -> String {
        format!("Bearer {}", self.0)
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ApiKey(..)")
    }
}

#[cfg(test)]
mod tests;
