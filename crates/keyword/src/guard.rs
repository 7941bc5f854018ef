//! The crate's edge: panics of tantivy and jieba become errors.

use crate::{Error, Result};
use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Runs `work`; a panic inside becomes [`Error::Panicked`].
pub(crate) fn guarded<T>(doing: &'static str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|panic| Err(Error::Panicked { doing, message: message(panic.as_ref()) }))
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "no message".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error_with_its_message() {
        let number = 7;
        for result in [guarded("x", || panic!("plain")), guarded("x", || panic!("number {number}"))] {
            let Err::<(), _>(Error::Panicked { doing: "x", message }) = result else { panic!("{result:?}") };
            assert!(message == "plain" || message == "number 7", "{message}");
        }
    }
}
