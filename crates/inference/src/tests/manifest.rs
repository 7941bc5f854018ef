//! Manifests and files that are not what they should be; none of these needs a runtime.

use super::{edit, root, tiny_copy};
use crate::centring::Centring;
use crate::files;
use crate::{Error, Manifest, ModelKind, Models, Options};
use std::path::Path;

fn read(text: &str) -> Result<Manifest, Error> {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("manifest.json"), text).unwrap();
    Manifest::read(folder.path())
}

fn check(dir: &Path, thoroughly: bool) -> Result<(), Error> {
    let manifest = Manifest::read(dir)?;
    files::check(dir, manifest.entry(ModelKind::Embedder, "tiny-embedder")?, thoroughly)
}

#[test]
fn the_manifests_of_this_repository_can_be_read() {
    for dir in [root(), root().join("tiny")] {
        let manifest = Manifest::read(&dir).unwrap();
        manifest.entry(ModelKind::Embedder, manifest.default_embedder.as_ref().unwrap()).unwrap();
        manifest.entry(ModelKind::Reranker, manifest.default_reranker.as_ref().unwrap()).unwrap();
    }
}

#[test]
fn the_files_that_git_carries_are_the_listed_ones() {
    let manifest = Manifest::read(&root()).unwrap();
    let reranker = manifest.entry(ModelKind::Reranker, "hupo-reranker-zhen-6l").unwrap();
    files::check(&root(), reranker, true).unwrap();
    check(&root().join("tiny"), true).unwrap();
}

#[test]
fn every_listed_centring_fits_its_model() {
    let manifest = Manifest::read(&root()).unwrap();
    let centred = manifest.models.iter().filter(|entry| entry.centring.is_some());
    let opened: Vec<_> = centred.map(|entry| Centring::open(&root(), entry).unwrap().unwrap().hash).collect();
    assert!(!opened.is_empty());
}

#[test]
fn a_folder_without_a_manifest_is_told_apart_from_one_with_a_bad_manifest() {
    let folder = tempfile::tempdir().unwrap();
    assert!(matches!(Manifest::read(folder.path()), Err(Error::ManifestAbsent { .. })));
    for text in
        ["", "[]", "{\"version\":1}", "{\"version\":2,\"models\":[]}", "\0\u{1}", "{\"version\":1,\"models\":[{}]}"]
    {
        assert!(matches!(read(text), Err(Error::ManifestUnreadable { .. })), "{text}");
    }
}

#[test]
fn an_impossible_field_is_named() {
    for (entry, expected) in [
        (r#""name":" ","kind":"embedder","dimension":8"#, "name"),
        (r#""name":"a","kind":"embedder""#, "dimension"),
        (r#""name":"a","kind":"embedder","dimension":8,"max_tokens":0"#, "max_tokens"),
        (r#""name":"a","kind":"embedder","dimension":8,"passage_tokens":513,"max_tokens":1024"#, "passage_tokens"),
        (r#""name":"a","kind":"reranker","max_tokens":20,"query_tokens":15"#, "query_tokens"),
        (r#""name":"a","kind":"reranker","centring":{"name":"b"}"#, "centring"),
    ] {
        let text = format!(r#"{{"version":1,"models":[{{{entry},"folder":"x"}}]}}"#);
        assert!(matches!(read(&text), Err(Error::ManifestEntry { field, .. }) if field == expected), "{expected}");
    }
}

#[test]
fn an_unknown_name_is_answered_with_the_known_ones() {
    let manifest = Manifest::read(&root().join("tiny")).unwrap();
    let error = manifest.entry(ModelKind::Embedder, "nobody").unwrap_err();
    assert!(matches!(error, Error::NotListed { known, .. } if known == ["tiny-embedder"]));
}

#[test]
fn an_absent_file_a_cut_file_and_a_changed_file_are_told_apart() {
    let copy = tiny_copy();
    let path = copy.path().join("embedder/model.onnx");
    let bytes = std::fs::read(&path).unwrap();
    check(copy.path(), true).unwrap();
    let mut flipped = bytes.clone();
    flipped[40_000] ^= 1;
    std::fs::write(&path, &flipped).unwrap();
    check(copy.path(), false).unwrap();
    assert!(matches!(check(copy.path(), true), Err(Error::FileHash { .. })));
    std::fs::write(&path, &bytes[..1000]).unwrap();
    assert!(matches!(check(copy.path(), false), Err(Error::FileSize { found: 1000, .. })));
    std::fs::remove_file(&path).unwrap();
    assert!(matches!(check(copy.path(), false), Err(Error::FileAbsent { .. })));
}

#[test]
fn what_is_missing_comes_as_a_value_with_a_remedy() {
    let folder = tempfile::tempdir().unwrap();
    let models = Models::open(folder.path(), &Options::default());
    assert!(models.embedder.is_none() && models.reranker.is_none());
    assert!(models.missing[0].remedy.contains("HUPO_MODELS"), "{:?}", models.missing);
    let copy = tiny_copy();
    edit(copy.path(), "../fetched", "nowhere");
    let models = Models::open(copy.path(), &Options::default());
    assert!(matches!(models.missing[0].reason, Error::RuntimeAbsent { .. }), "{:?}", models.missing);
    assert!(models.missing[0].remedy.contains("hupo models fetch"), "{:?}", models.missing);
}
