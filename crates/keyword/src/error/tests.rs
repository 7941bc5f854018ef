//! A full disk is told apart, however deep it lies.

use super::*;
use std::io::{Error as IoError, ErrorKind};
use std::sync::Arc;

#[test]
fn a_full_disk_says_so_and_what_to_do() {
    let full = || IoError::from(ErrorKind::StorageFull);
    let opening = OpenWriteError::IoError { io_error: Arc::new(full()), filepath: PathBuf::from("x.store") };
    let met = [
        Error::tantivy("committing")(full().into()),
        Error::tantivy("committing")(opening.into()),
        Error::tantivy("committing")(IoError::other(IoError::from(ErrorKind::FileTooLarge)).into()),
        // What tantivy's own threads make of it: the system's words, and nothing else of the error.
        Error::tantivy("committing")(TantivyError::InternalError("No space left on device (os error 28)".into())),
        Error::tantivy("committing")(IoError::other("File too large (os error 27)").into()),
        Error::io("marking a clean stop", std::path::Path::new("clean"))(full()),
    ];
    for error in met {
        assert!(matches!(error, Error::DiskFull { .. }), "{error:?}");
        assert!(error.to_string().contains("free some space, then try again"), "{error}");
    }
    let other = Error::tantivy("committing")(IoError::from(ErrorKind::PermissionDenied).into());
    assert!(matches!(other, Error::Tantivy { .. }), "{other:?}");
}
