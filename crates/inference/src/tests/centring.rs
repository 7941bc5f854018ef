//! Centring through the door: the tiny embedder with means of its own, and the files that are not what they should be.

use super::{edit, open, tiny_copy};
use crate::files::sha256;
use crate::{Embedder, Error, Models, Options, Part};
use hupo_types::{ModelIdentity, UnitVector};
use std::path::Path;
use std::sync::Arc;
use tempfile::TempDir;

const ZH: &str = "我们明天在上海见面";
const EN: &str = "the river and the city in the evening";
const MIXED: &str = "我们在 Lisbon 看了 the river";

/// A tiny models root whose embedder names a centring file that holds `text`, listed with its hash or without.
fn root_with(text: &str, listed: bool) -> TempDir {
    let copy = tiny_copy();
    let path = copy.path().join("means.json");
    std::fs::write(&path, text).unwrap();
    let hash = if listed { format!(r#", "sha256": "{}""#, sha256(&path).unwrap()) } else { String::new() };
    let field = format!(r#""centring": {{"name": "means.json"{hash}}}, "dimension": 32"#);
    edit(copy.path(), r#""dimension": 32"#, &field);
    copy
}

/// A centring file; `means` are query zh, query en, passage zh, passage en.
fn file(means: [&[f32]; 4]) -> String {
    let [query_zh, query_en, zh, en] = means;
    serde_json::json!({
        "version": 1, "query": {"zh": query_zh, "en": query_en}, "passage": {"zh": zh, "en": en}
    })
    .to_string()
}

/// The embedder of a root that may go away: the tokenizer is loaded at the first text, so one is embedded here.
fn embedder(dir: &Path) -> Option<Arc<Embedder>> {
    let embedder = open(dir, Options::default())?.embedder.unwrap();
    embedder.embed_passage("a").unwrap();
    Some(embedder)
}

fn plain() -> Option<Arc<Embedder>> {
    embedder(tiny_copy().path())
}

fn cosine(a: &UnitVector, b: &UnitVector) -> f32 {
    a.as_slice().iter().zip(b.as_slice()).map(|(a, b)| a * b).sum()
}

fn identity(text: &str) -> Option<ModelIdentity> {
    Some(embedder(root_with(text, true).path())?.identity().clone())
}

/// A file whose passage means are the vectors of the given texts.
fn passage_means(zh: &str, en: &str) -> Option<String> {
    let plain = plain()?;
    let [zh, en] = [zh, en].map(|text| plain.embed_passage(text).unwrap());
    Some(file([&[0.0; 32], &[0.0; 32], zh.as_slice(), en.as_slice()]))
}

#[test]
fn a_text_loses_the_mean_of_its_own_language_and_keeps_unit_length() {
    let Some(text) = passage_means("我们在上海", "the river and the city") else { return };
    let (Some(plain), Some(centred)) = (plain(), embedder(root_with(&text, true).path())) else { return };
    let mean = |text| plain.embed_passage(text).unwrap();
    for (text, own) in [(ZH, mean("我们在上海")), (EN, mean("the river and the city"))] {
        let (before, after) = (plain.embed_passage(text).unwrap(), centred.embed_passage(text).unwrap());
        assert!(cosine(&before, &own) > 0.3 && cosine(&after, &own) < cosine(&before, &own) - 0.3, "{text}");
        assert!((cosine(&after, &after) - 1.0).abs() < 1e-5);
    }
    let mixed = centred.embed_passage(MIXED).unwrap();
    assert!(cosine(&mixed, &plain.embed_passage(MIXED).unwrap()) < 0.999);
}

#[test]
fn a_text_that_is_its_languages_mean_keeps_its_vector() {
    let Some(text) = passage_means(ZH, EN) else { return };
    let (Some(plain), Some(centred)) = (plain(), embedder(root_with(&text, true).path())) else { return };
    for text in [ZH, EN] {
        assert_eq!(centred.embed_passage(text).unwrap(), plain.embed_passage(text).unwrap());
    }
}

#[test]
fn token_states_are_not_centred() {
    let Some(text) = passage_means(ZH, EN) else { return };
    let (Some(plain), Some(centred)) = (plain(), embedder(root_with(&text, true).path())) else { return };
    let of = |embedder: &Embedder| embedder.token_states(Part::Passage, MIXED).unwrap();
    assert_eq!(of(&centred), of(&plain));
}

#[test]
fn what_lies_beyond_the_models_reach_does_not_change_the_language_of_a_text() {
    let Some(text) = passage_means("我们", "the city") else { return };
    let Some(centred) = embedder(root_with(&text, true).path()) else { return };
    let long = "the river and the city ".repeat(40);
    let then_chinese = format!("{long}{}", ZH.repeat(100));
    assert_eq!(centred.embed_passage(&long).unwrap(), centred.embed_passage(&then_chinese).unwrap());
}

#[test]
fn another_centring_is_another_identity() {
    let zero = file([&[0.0; 32]; 4]);
    let Some(plain) = plain() else { return };
    let (Some(one), Some(same)) = (identity(&zero), identity(&zero)) else { return };
    let Some(other) = identity(&zero.replacen("0.0", "0.1", 1)) else { return };
    assert_eq!(one, same);
    assert!(one.hash != plain.identity().hash && one.hash != other.hash, "{one:?} {other:?}");
    let unlisted = embedder(root_with(&zero, false).path()).unwrap();
    assert_eq!(unlisted.identity(), &one, "listed or computed, the hash is the file's");
}

#[test]
fn a_centring_file_that_is_absent_or_damaged_leaves_the_embedder_out_and_says_what_to_do() {
    let Some(library) = super::library() else { return };
    let options = Options { library: Some(library), ..Options::default() };
    let good = file([&[0.0; 32]; 4]);
    let absent = |models: &Models| matches!(models.missing[0].reason, Error::CentringAbsent { .. });
    let damaged = |models: &Models| matches!(models.missing[0].reason, Error::CentringDamaged { .. });
    let check = |dir: &Path, expected: &dyn Fn(&Models) -> bool| {
        let models = Models::open(dir, &options);
        assert!(models.embedder.is_none() && models.reranker.is_some() && expected(&models), "{:?}", models.missing);
        assert!(models.missing[0].remedy.contains("centring"), "{:?}", models.missing);
    };
    let root = root_with(&good, true);
    std::fs::write(root.path().join("means.json"), good.replacen("0.0", "0.1", 1)).unwrap();
    check(root.path(), &damaged);
    std::fs::remove_file(root.path().join("means.json")).unwrap();
    check(root.path(), &absent);
    let long = file([&[0.0; 32], &[0.0; 33], &[0.0; 32], &[0.0; 32]]);
    let version = good.replace("\"version\":1", "\"version\":2");
    for text in ["", "[]", &good[..good.len() / 2], &long, &version, &good.replacen("0.0", "7.5", 1)] {
        check(root_with(text, false).path(), &damaged);
    }
}
