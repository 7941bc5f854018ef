//! Files that are no usable runtime library: an error each, and the process goes on.

use super::library;
use crate::{Error, Models, Options, Runtime};
use std::path::{Path, PathBuf};

fn refused(bytes: &[u8]) -> Error {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("libonnxruntime.so");
    std::fs::write(&path, bytes).unwrap();
    Runtime::load(&path).unwrap_err()
}

#[test]
fn an_absent_library_is_absent() {
    let error = Runtime::load(Path::new("no/such/libonnxruntime.so")).unwrap_err();
    assert!(matches!(error, Error::RuntimeAbsent { .. }), "{error}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_of_something_else_is_damaged() {
    let header = [b"\x7fELF\x02\x01".as_slice(), &[0xff; 58]].concat();
    for bytes in [b"".as_slice(), b"not a library", &[0; 4096], b"\x7fELF", &header] {
        let error = refused(bytes);
        assert!(matches!(error, Error::RuntimeDamaged { .. }), "{error}");
    }
    assert!(matches!(Runtime::load(Path::new(".")), Err(Error::RuntimeDamaged { .. })));
}

#[cfg(target_os = "linux")]
#[test]
fn a_library_cut_short_anywhere_is_damaged_and_not_a_crash() {
    let Some(library) = library() else { return };
    let bytes = std::fs::read(library).unwrap();
    for part in [1, 3, 50, 90, 99] {
        let error = refused(&bytes[..bytes.len() / 100 * part]);
        assert!(matches!(error, Error::RuntimeDamaged { .. }), "{part} %: {error}");
    }
    let error = refused(&bytes[..bytes.len() - 1]);
    assert!(matches!(error, Error::RuntimeDamaged { .. }), "one byte less: {error}");
}

/// Some whole library that is not ONNX Runtime: the C library this test runs with.
#[cfg(target_os = "linux")]
fn another_library() -> Option<PathBuf> {
    let maps = std::fs::read_to_string("/proc/self/maps").ok()?;
    maps.lines()
        .filter_map(|line| line.split_whitespace().last())
        .find(|path| path.contains("/libc"))
        .map(PathBuf::from)
}

#[cfg(target_os = "linux")]
#[test]
fn another_library_is_no_runtime_and_leaves_the_place_free() {
    let Some(other) = another_library() else {
        return super::skipped("no C library among the mappings of this process");
    };
    let error = Runtime::load(&other).unwrap_err();
    assert!(matches!(error, Error::RuntimeDamaged { .. } | Error::RuntimeTaken { .. }), "{error}");
    let Some(library) = library() else { return };
    Runtime::load(&library).unwrap();
    assert!(matches!(Runtime::load(&other), Err(Error::RuntimeTaken { .. })));
}

#[test]
fn the_same_library_may_be_asked_for_again_and_from_many_threads() {
    let Some(library) = library() else { return };
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| assert!(Runtime::load(&library).unwrap().library().is_absolute()));
        }
    });
}

#[test]
fn models_without_a_runtime_say_so() {
    let options = Options { library: Some("no/such/library.so".into()), ..Options::default() };
    let models = Models::open(&super::root().join("tiny"), &options);
    assert!(models.embedder.is_none() && models.reranker.is_none());
    assert!(matches!(models.missing[..], [crate::Missing { reason: Error::RuntimeAbsent { .. }, .. }]));
}
