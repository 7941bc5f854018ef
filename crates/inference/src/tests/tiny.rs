//! The tiny models: everything but the meaning of the numbers. They run wherever the runtime library is found.

use super::{edit, open, root, tiny_copy, unlist};
use crate::{Error, ModelKind, Models, Options, Part, Reranker, RerankerChoice};
use std::cell::RefCell;
use std::path::Path;

const TEXTS: [&str; 6] = [
    "the river and the city in the evening",
    "我们明天在上海见面",
    "我们在 Lisbon 看了 the river",
    "",
    "a",
    "the people of the city are in the city",
];

fn tiny(options: Options) -> Option<Models> {
    open(&root().join("tiny"), options)
}

/// The models of a damaged copy, which may be missing.
fn damaged(dir: &Path) -> Option<Models> {
    Some(Models::open(dir, &Options { library: Some(super::library()?), ..Options::default() }))
}

fn cosine(a: &hupo_types::UnitVector, b: &hupo_types::UnitVector) -> f32 {
    a.as_slice().iter().zip(b.as_slice()).map(|(a, b)| a * b).sum()
}

#[test]
fn everything_may_be_shared_by_threads() {
    fn shared<T: Send + Sync + 'static>() {}
    shared::<Models>();
    shared::<Reranker>();
    shared::<Error>();
}

#[test]
fn a_text_has_one_vector_alone_in_company_and_from_any_thread() {
    let Some(models) = tiny(Options { sessions: 3, ..Options::default() }) else { return };
    let embedder = models.embedder.unwrap();
    let alone: Vec<_> = TEXTS.iter().map(|text| embedder.embed_passage(text).unwrap()).collect();
    let heard = RefCell::new(Vec::new());
    let together = embedder.embed_passages(&TEXTS, &|done| heard.borrow_mut().push(done)).unwrap();
    assert_eq!(alone, together);
    assert_eq!((heard.borrow().first(), heard.borrow().last()), (Some(&0), Some(&TEXTS.len())));
    std::thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| assert_eq!(embedder.embed_passage(TEXTS[1]).unwrap(), alone[1]));
        }
    });
    assert!(embedder.embed_passages(&[], &|_| ()).unwrap().is_empty());
}

#[test]
fn vectors_have_the_listed_dimension_and_carry_the_listed_identity() {
    let Some(models) = tiny(Options::default()) else { return };
    let embedder = models.embedder.unwrap();
    let vector = embedder.embed_query(TEXTS[0]).unwrap();
    assert_eq!((vector.dimension(), embedder.dimension(), embedder.identity().dimension), (32, 32, 32));
    assert!((cosine(&vector, &vector) - 1.0).abs() < 1e-5);
    assert_eq!((embedder.name(), embedder.identity().name.as_str()), ("tiny-embedder", "tiny-embedder"));
    assert_eq!(embedder.identity().hash, "62b3942b0d072cb260f8a0a17382bb776d3fe6cbefe32e34fb7be6d9a3f6ef81");
}

#[test]
fn every_setting_that_decides_the_numbers_is_in_the_identity() {
    let Some(models) = tiny(Options::default()) else { return };
    let mut seen = vec![models.embedder.unwrap().identity().hash.clone()];
    for (from, to) in [
        ("\"mean\"", "\"cls\""),
        ("\"query: \"", "\"ask: \""),
        ("\"passage: \"", "\"text: \""),
        ("\"passage_tokens\": 64", "\"passage_tokens\": 65"),
        ("1d2aa1db", "1d2aa1dc"),
    ] {
        let copy = tiny_copy();
        edit(copy.path(), from, to);
        let Some(models) = open(copy.path(), Options::default()) else { return };
        seen.push(models.embedder.unwrap().identity().hash.clone());
    }
    let distinct: std::collections::BTreeSet<_> = seen.iter().collect();
    assert_eq!(distinct.len(), 6, "{seen:?}");
}

#[test]
fn an_identity_is_the_same_whether_hashes_are_listed_or_not() {
    let (copy, Some(listed)) = (tiny_copy(), tiny(Options::default())) else { return };
    unlist(copy.path());
    let unlisted = open(copy.path(), Options::default()).unwrap();
    assert_eq!(unlisted.embedder.unwrap().identity(), listed.embedder.unwrap().identity());
}

#[test]
fn a_question_and_a_passage_get_their_own_prefix_and_the_cache_keeps_questions_exact() {
    let Some(models) = tiny(Options::default()) else { return };
    let embedder = models.embedder.unwrap();
    let first = embedder.embed_query(TEXTS[1]).unwrap();
    assert_eq!(first, embedder.embed_query(TEXTS[1]).unwrap());
    assert_ne!(first, embedder.embed_passage(TEXTS[1]).unwrap());
    assert_ne!(embedder.embed_query("The").unwrap(), embedder.embed_query("the").unwrap());
}

#[test]
fn texts_that_share_words_are_nearer_than_texts_that_do_not() {
    let Some(models) = tiny(Options::default()) else { return };
    let embedder = models.embedder.unwrap();
    for (text, near, far) in [
        ("the people in the city", TEXTS[5], TEXTS[1]),
        ("明天我们见面", TEXTS[1], TEXTS[5]),
        ("我们看 the river", TEXTS[2], "12345 67890"),
    ] {
        let [text, near, far] = [text, near, far].map(|text| embedder.embed_passage(text).unwrap());
        assert!(cosine(&text, &near) > cosine(&text, &far));
    }
}

#[test]
fn odd_and_huge_texts_have_vectors_too() {
    let Some(models) = tiny(Options::default()) else { return };
    let (embedder, reranker) = (models.embedder.unwrap(), models.reranker.unwrap());
    let huge = "上海 the river ".repeat(100_000);
    for text in ["\0", "\u{200b}", "\u{202e}a", "</s>", "\n\n", huge.as_str(), "🙂🙂"] {
        assert_eq!(embedder.embed_passage(text).unwrap().dimension(), 32);
        assert!(reranker.score(text, &[text], &|| false).unwrap()[0].unwrap().is_finite());
    }
}

#[test]
fn token_states_are_those_of_the_texts_own_tokens() {
    let Some(models) = tiny(Options::default()) else { return };
    let embedder = models.embedder.unwrap();
    for text in &TEXTS[..3] {
        let (query, passage) = (embedder.token_states(Part::Query, text), embedder.token_states(Part::Passage, text));
        let (query, passage) = (query.unwrap(), passage.unwrap());
        assert_eq!((query.n_tokens(), query.dimension()), (passage.n_tokens(), 32), "{text}");
        assert!(query.n_tokens() >= 6 && query.max_sim(&passage).unwrap() > 0.5, "{text}");
    }
    assert_eq!(embedder.token_states(Part::Query, "").unwrap().n_tokens(), 0);
}

#[test]
fn a_pairs_score_does_not_depend_on_its_company_and_is_kept() {
    let Some(models) = tiny(Options { sessions: 2, ..Options::default() }) else { return };
    let reranker = models.reranker.unwrap();
    assert!(matches!(reranker, Reranker::CrossEncoder(_)) && reranker.name() == "tiny-reranker");
    let together = reranker.score(TEXTS[0], &TEXTS, &|| false).unwrap();
    let Some(fresh) = tiny(Options { sessions: 1, ..Options::default() }) else { return };
    let fresh = fresh.reranker.unwrap();
    for (text, score) in TEXTS.iter().zip(&together) {
        assert_eq!(fresh.score(TEXTS[0], &[text], &|| false).unwrap(), [*score], "{text}");
    }
    assert_eq!(together, reranker.score(TEXTS[0], &TEXTS, &|| true).unwrap(), "kept scores need no time");
    assert!(together.iter().flatten().any(|score| Some(*score) != together[0]));
}

#[test]
fn question_and_passage_may_not_change_places() {
    let Some(models) = tiny(Options::default()) else { return };
    let reranker = models.reranker.unwrap();
    let [one, other] = [[TEXTS[0], TEXTS[1]], [TEXTS[1], TEXTS[0]]]
        .map(|[query, passage]| reranker.score(query, &[passage], &|| false).unwrap());
    assert_ne!(one, other);
}

#[test]
fn a_deadline_leaves_the_rest_without_a_score() {
    let max_sim = Options { reranker: RerankerChoice::MaxSim, sessions: 1, ..Options::default() };
    for options in [Options { sessions: 1, ..Options::default() }, max_sim] {
        let Some(models) = tiny(options) else { return };
        let reranker = models.reranker.unwrap();
        assert_eq!(reranker.score("q", &TEXTS, &|| true).unwrap(), [None; 6]);
        let asked = std::cell::Cell::new(0);
        let scores = reranker.score("q", &TEXTS, &|| asked.replace(asked.get() + 1) >= 4).unwrap();
        let n_scored = scores.iter().flatten().count();
        assert!((1..6).contains(&n_scored) && scores[..n_scored].iter().all(Option::is_some), "{scores:?}");
        assert!(reranker.score("q", &[], &|| false).unwrap().is_empty());
    }
}

#[test]
fn without_a_cross_encoder_max_sim_orders_and_the_lack_is_told() {
    let copy = tiny_copy();
    std::fs::remove_file(copy.path().join("reranker/model.onnx")).unwrap();
    let Some(models) = damaged(copy.path()) else { return };
    assert!(matches!(&models.missing[..], [missing] if missing.what == ModelKind::Reranker), "{:?}", models.missing);
    let reranker = models.reranker.unwrap();
    assert!(matches!(reranker, Reranker::MaxSim(_)) && reranker.name() == "maxsim over tiny-embedder");
    let scores = reranker.score("the river", &["我们明天", "the river", ""], &|| false).unwrap();
    assert!(scores[1] > scores[0] && scores[1] > Some(0.5) && scores[2] == Some(0.0), "{scores:?}");
    assert_eq!(scores, reranker.score("the river", &["我们明天", "the river", ""], &|| false).unwrap());
}

#[test]
fn a_reranker_may_be_switched_off_or_be_all_there_is() {
    let Some(models) = tiny(Options { reranker: RerankerChoice::Off, ..Options::default() }) else { return };
    assert!(models.reranker.is_none() && models.embedder.is_some());
    let copy = tiny_copy();
    std::fs::remove_dir_all(copy.path().join("embedder")).unwrap();
    let Some(models) = damaged(copy.path()) else { return };
    assert!(models.embedder.is_none() && matches!(models.reranker, Some(Reranker::CrossEncoder(_))));
}

#[test]
fn a_damaged_model_file_is_an_error_and_not_a_crash() {
    let copy = tiny_copy();
    unlist(copy.path());
    let path = copy.path().join("embedder/model.onnx");
    let bytes = std::fs::read(&path).unwrap();
    for damage in [&b""[..], b"garbage", &bytes[..bytes.len() / 2], &bytes[..bytes.len() - 1], &[0xff; 5000]] {
        std::fs::write(&path, damage).unwrap();
        let Some(models) = damaged(copy.path()) else { return };
        let reason = &models.missing[0].reason;
        assert!(matches!(reason, Error::ModelLoad { .. } | Error::ModelShape { .. }), "{reason}");
        assert!(models.embedder.is_none() && models.reranker.is_some());
    }
}

#[test]
fn a_model_that_does_not_fit_its_entry_is_told() {
    for (from, to) in [("\"dimension\": 32", "\"dimension\": 64"), ("\"mean\"", "\"none\"")] {
        let copy = tiny_copy();
        edit(copy.path(), from, to);
        let Some(models) = damaged(copy.path()) else { return };
        assert!(matches!(models.missing[0].reason, Error::ModelShape { .. }), "{:?}", models.missing);
    }
}

#[test]
fn a_model_that_pools_by_itself_and_one_pooled_by_its_first_token_serve_too() {
    let copy = tiny_copy();
    edit(copy.path(), "\"mean\"", "\"cls\"");
    let (Some(cls), Some(mean)) = (open(copy.path(), Options::default()), tiny(Options::default())) else { return };
    let of = |models: Models| models.embedder.unwrap().embed_passage(TEXTS[0]).unwrap();
    assert_ne!(of(cls), of(mean));
    edit(copy.path(), "\"cls\"", "\"none\"");
    edit(copy.path(), "\"dimension\": 32", "\"dimension\": 1");
    std::fs::copy(root().join("tiny/reranker/model.onnx"), copy.path().join("embedder/model.onnx")).unwrap();
    unlist(copy.path());
    let options = Options { reranker: RerankerChoice::MaxSim, ..Options::default() };
    let models = open(copy.path(), options).unwrap();
    let embedder = models.embedder.unwrap();
    assert_eq!(embedder.embed_passage(TEXTS[0]).unwrap().dimension(), 1);
    assert!(matches!(embedder.token_states(Part::Query, "a"), Err(Error::NoTokenStates { .. })));
    assert!(models.reranker.is_none());
}

#[test]
fn numbers_that_are_not_finite_never_leave() {
    let copy = tiny_copy();
    unlist(copy.path());
    let (ones, nans) = (1.0_f32.to_le_bytes().repeat(32), f32::NAN.to_le_bytes().repeat(32));
    for name in ["embedder", "reranker"] {
        let path = copy.path().join(name).join("model.onnx");
        let mut bytes = std::fs::read(&path).unwrap();
        let scales: Vec<usize> = (0..bytes.len() - ones.len()).filter(|&at| bytes[at..].starts_with(&ones)).collect();
        assert!(!scales.is_empty());
        scales.iter().for_each(|&at| bytes[at..at + ones.len()].copy_from_slice(&nans));
        std::fs::write(path, bytes).unwrap();
    }
    let Some(models) = open(copy.path(), Options::default()) else { return };
    let embedder = models.embedder.unwrap();
    assert!(matches!(embedder.embed_query("the"), Err(Error::BadVector { .. })));
    assert!(matches!(embedder.embed_passages(&["the"], &|_| ()), Err(Error::BadVector { .. })));
    assert!(matches!(embedder.token_states(Part::Query, "the"), Err(Error::BadVector { .. })));
    assert!(matches!(models.reranker.unwrap().score("the", &["the"], &|| false), Err(Error::BadScore { .. })));
}
