//! The crate through its door: without a runtime, with the tiny models, with the real ones.

mod centring;
mod figures;
mod manifest;
mod real;
mod runtime;
mod tiny;

use crate::{Models, Options};
use std::path::{Path, PathBuf};

/// The models root of this repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models")
}

/// The ONNX Runtime library: the one named by HUPO_ORT_LIBRARY, else the fetched one; `None` with a word if there is none.
fn library() -> Option<PathBuf> {
    let named = std::env::var_os("HUPO_ORT_LIBRARY").map(PathBuf::from);
    let library = named.unwrap_or_else(|| root().join("fetched/libonnxruntime.so"));
    let there = library.is_file();
    if !there {
        skipped("the ONNX Runtime library is not there; run models/fetch.py or set HUPO_ORT_LIBRARY");
    }
    there.then_some(library)
}

#[expect(clippy::print_stderr, reason = "the word that the harness shows for a test that could not run")]
fn skipped(why: &str) {
    eprintln!("SKIPPED: {why}");
}

/// The models of `dir`, all of which must open; `None` if there is no runtime.
fn open(dir: &Path, options: Options) -> Option<Models> {
    let models = Models::open(dir, &Options { library: Some(library()?), ..options });
    assert!(models.missing.is_empty(), "{:?}", models.missing);
    Some(models)
}

/// A copy of the tiny models root that a test may damage.
fn tiny_copy() -> tempfile::TempDir {
    let (copy, tiny) = (tempfile::tempdir().unwrap(), root().join("tiny"));
    std::fs::copy(tiny.join("manifest.json"), copy.path().join("manifest.json")).unwrap();
    for name in ["embedder", "reranker"] {
        std::fs::create_dir(copy.path().join(name)).unwrap();
        for file in ["model.onnx", "tokenizer.json"] {
            std::fs::copy(tiny.join(name).join(file), copy.path().join(name).join(file)).unwrap();
        }
    }
    copy
}

/// Replaces `from` by `to` in the manifest of `dir`; `from` must be there.
fn edit(dir: &Path, from: &str, to: &str) {
    let path = dir.join("manifest.json");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(from), "{from} is not in the manifest");
    std::fs::write(path, text.replace(from, to)).unwrap();
}

/// Leaves sizes and hashes out of the manifest of `dir`, as for files added by hand.
fn unlist(dir: &Path) {
    let path = dir.join("manifest.json");
    let mut manifest = crate::Manifest::read(dir).unwrap();
    manifest.models.iter_mut().for_each(|entry| entry.files.clear());
    std::fs::write(path, serde_json::to_vec(&manifest).unwrap()).unwrap();
}
