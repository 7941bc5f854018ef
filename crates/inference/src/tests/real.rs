//! The models that users get. Skipped with a word where they were not fetched.

use super::{library, root, skipped};
use crate::{Manifest, ModelKind, Models, Options, Part, Reranker, RerankerChoice, files};

const ASK_ZH: &str = "小雨什么时候搬去里斯本？";
const ASK_EN: &str = "When does Lily move to Lisbon?";
const TELL_ZH: &str = "小雨说公司在里斯本开了办公室，她明年春天就搬过去。";
const TELL_EN: &str = "Lily told me she is moving to Lisbon in the spring because her company opened an office there.";
const TELL_MIXED: &str = "我把 Lisbon 的机票订好了，Lily 四月走。";
const OTHER_ZH: &str = "周末我们去爬山，妈妈带了很多水果。";
const OTHER_EN: &str = "The marathon in October was cancelled because of the storm.";

/// The default models, or `None` with a word; a fetched file that is not the listed one is no reason to skip.
pub(super) fn models(options: Options) -> Option<Models> {
    let library = library()?;
    if !root().join("fetched/multilingual-e5-small-zhen-int8/model.onnx").exists() {
        skipped("the real embedder is not there; run models/fetch.py");
        return None;
    }
    let models = Models::open(&root(), &Options { library: Some(library), ..options });
    assert!(models.missing.is_empty(), "{:?}", models.missing);
    Some(models)
}

fn cosines(models: &Models, query: &str, passages: &[&str]) -> Vec<f32> {
    let embedder = models.embedder.as_ref().unwrap();
    let query = embedder.embed_query(query).unwrap();
    let passages = embedder.embed_passages(passages, &|_| ()).unwrap();
    passages.iter().map(|p| p.as_slice().iter().zip(query.as_slice()).map(|(a, b)| a * b).sum()).collect()
}

fn best(scores: &[Option<f32>]) -> usize {
    (0..scores.len()).max_by(|&a, &b| scores[a].partial_cmp(&scores[b]).unwrap()).unwrap()
}

#[test]
fn every_fetched_file_is_the_listed_one() {
    let manifest = Manifest::read(&root()).unwrap();
    for entry in manifest.models.iter().filter(|entry| root().join(&entry.folder).is_dir()) {
        if entry.kind == ModelKind::Runtime && !root().join("fetched/libonnxruntime.so").exists() {
            skipped("the ONNX Runtime library is not there; run models/fetch.py");
            continue;
        }
        files::check(&root(), entry, true).unwrap();
    }
}

#[test]
fn a_paraphrase_is_nearer_than_another_matter() {
    let Some(models) = models(Options::default()) else { return };
    for (query, passages) in [
        (ASK_ZH, [TELL_ZH, OTHER_ZH, OTHER_EN]),
        (ASK_EN, [TELL_EN, OTHER_EN, OTHER_ZH]),
        ("Lily 什么时候去 Lisbon？", [TELL_MIXED, OTHER_ZH, OTHER_EN]),
    ] {
        let cosines = cosines(&models, query, &passages);
        assert!(cosines[0] > cosines[1] + 0.03 && cosines[0] > cosines[2] + 0.03, "{query}: {cosines:?}");
    }
}

/// Without centring the other matter is nearer: it is told in the question's language.
#[test]
fn an_answer_in_the_other_language_is_nearer_than_another_matter_in_the_same() {
    let Some(models) = models(Options::default()) else { return };
    for (query, passages) in
        [(ASK_ZH, [TELL_EN, OTHER_ZH]), (ASK_EN, [TELL_ZH, OTHER_EN]), ("Lily 什么时候去里斯本？", [TELL_EN, OTHER_ZH])]
    {
        let cosines = cosines(&models, query, &passages);
        assert!(cosines[0] > cosines[1], "{query}: {cosines:?}");
    }
}

/// Reference: the Python binding of the same library, one text a run, centred; another processor may round otherwise, and
/// centring doubles what it rounds.
#[test]
fn cosines_and_logits_are_those_of_the_reference() {
    let Some(models) = models(Options::default()) else { return };
    let reranker = models.reranker.as_ref().unwrap();
    for (query, passage, cosine, logit) in [
        (ASK_ZH, TELL_ZH, 0.6604, 6.757),
        (ASK_EN, TELL_EN, 0.5882, 8.681),
        (ASK_ZH, OTHER_EN, 0.2408, -4.903),
        (ASK_EN, TELL_MIXED, 0.5361, -0.481),
    ] {
        let found = cosines(&models, query, &[passage])[0];
        assert!((found - cosine).abs() < 0.04, "{query} {passage}: cosine {found}, reference {cosine}");
        let found = reranker.score(query, &[passage], &|| false).unwrap()[0].unwrap();
        assert!((found - logit).abs() < 0.5, "{query} {passage}: logit {found}, reference {logit}");
    }
}

#[test]
fn the_same_text_gives_the_same_vector_again_and_in_company() {
    let Some(models) = models(Options { sessions: 2, ..Options::default() }) else { return };
    let embedder = models.embedder.unwrap();
    let texts = [TELL_ZH, TELL_EN, TELL_MIXED, OTHER_ZH, OTHER_EN];
    let together = embedder.embed_passages(&texts, &|_| ()).unwrap();
    for (text, vector) in texts.iter().zip(&together) {
        assert_eq!(&embedder.embed_passage(text).unwrap(), vector);
        assert_eq!(&embedder.embed_passage(text).unwrap(), vector);
    }
    assert_eq!(embedder.identity().dimension, 384);
    assert!(embedder.identity().hash.starts_with("241b9fae"), "{:?}", embedder.identity());
}

#[test]
fn the_cross_encoder_puts_the_answer_first() {
    let Some(models) = models(Options::default()) else { return };
    let reranker = models.reranker.unwrap();
    assert!(matches!(reranker, Reranker::CrossEncoder(_)));
    for (query, passages) in [
        (ASK_ZH, [OTHER_ZH, OTHER_EN, TELL_ZH]),
        (ASK_EN, [OTHER_EN, OTHER_ZH, TELL_EN]),
        ("Lily 什么时候去 Lisbon？", [OTHER_ZH, OTHER_EN, TELL_MIXED]),
    ] {
        let scores = reranker.score(query, &passages, &|| false).unwrap();
        assert_eq!(best(&scores), 2, "{query}: {scores:?}");
    }
}

#[test]
fn max_sim_puts_the_answer_first_too() {
    let Some(models) = models(Options { reranker: RerankerChoice::MaxSim, ..Options::default() }) else { return };
    let (embedder, reranker) = (models.embedder.unwrap(), models.reranker.unwrap());
    for (query, passages) in [(ASK_ZH, [OTHER_ZH, OTHER_EN, TELL_ZH]), (ASK_EN, [OTHER_EN, OTHER_ZH, TELL_EN])] {
        let scores = reranker.score(query, &passages, &|| false).unwrap();
        assert_eq!(best(&scores), 2, "{query}: {scores:?}");
    }
    let tokens = embedder.token_states(Part::Query, ASK_ZH).unwrap().n_tokens();
    assert!((6..=12).contains(&tokens), "{tokens} tokens of its own");
}

#[test]
fn texts_beyond_the_models_reach_are_cut_and_not_refused() {
    let Some(models) = models(Options::default()) else { return };
    let (zh, en) = (TELL_ZH.repeat(2000), TELL_EN.repeat(2000));
    let (embedder, reranker) = (models.embedder.unwrap(), models.reranker.unwrap());
    for text in [&zh, &en] {
        let vector = embedder.embed_passage(text).unwrap();
        assert_eq!(vector, embedder.embed_passage(&text[..text.len() / 2]).unwrap());
        assert!(reranker.score(text, &[text], &|| false).unwrap()[0].is_some());
    }
}
