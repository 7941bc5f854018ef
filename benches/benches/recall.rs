//! Recall through the door, without a reranker: keyword and graph with no model at all, and all three legs with the
//! question's vector already in the embedder's cache.

use criterion::Criterion;
use hupo::{Hupo, Question, Reranking, SearchScope, Space};
use hupo_benches::{Corpus, create, figure, fill, heading, now, repeats, sizes, times, wants_figures, with_models};
use std::cell::LazyCell;
use std::hint::black_box;
use tempfile::TempDir;

const QUESTIONS: usize = 200;

struct Asked {
    _folder: TempDir,
    _hupo: Hupo,
    space: Space,
    questions: Vec<Question>,
}

impl Asked {
    fn new(size: usize, folder: TempDir, (hupo, space): (Hupo, Space)) -> Self {
        let corpus = Corpus::load();
        fill(&space, &corpus, 0, size);
        let questions = corpus.questions(QUESTIONS, size).into_iter().map(question).collect();
        let asked = Self { _folder: folder, _hupo: hupo, space, questions };
        asked.questions.iter().for_each(|question| asked.ask(question));
        asked
    }

    fn without_models(size: usize) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let made = create(folder.path());
        Self::new(size, folder, made)
    }

    fn three_legs(size: usize) -> Option<Self> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let made = with_models(folder.path())?;
        Some(Self::new(size, folder, made))
    }

    fn ask(&self, question: &Question) {
        black_box(self.space.recall(question).expect("the space is open and the question sound"));
    }
}

fn question(text: String) -> Question {
    let mut question = Question::new(text, now()).scope(SearchScope::Transcript);
    question.recipe.reranking = Reranking::Off;
    question
}

fn main() {
    let mut criterion = hupo_benches::criterion();
    for size in sizes() {
        let bare = LazyCell::new(|| Some(Asked::without_models(size)));
        run(&mut criterion, size, "keyword and graph", &bare);
        drop(bare);
        let full = LazyCell::new(|| Asked::three_legs(size));
        run(&mut criterion, size, "three legs", &full);
    }
    criterion.final_summary();
}

fn run<F>(criterion: &mut Criterion, size: usize, legs: &str, asked: &LazyCell<Option<Asked>, F>)
where
    F: FnOnce() -> Option<Asked>,
{
    criterion.bench_function(&format!("recall/{legs}/{size}"), |b| {
        let Some(asked) = asked.as_ref() else { return b.iter(|| ()) };
        let mut questions = asked.questions.iter().cycle();
        b.iter(|| questions.next().map(|question| asked.ask(question)));
    });
    if wants_figures() {
        report(size, legs, asked.as_ref());
    }
}

fn report(size: usize, legs: &str, asked: Option<&Asked>) {
    heading(&format!("recall, {size} documents, {legs}, no reranker"));
    let Some(asked) = asked else {
        return figure("not run", "the models or the runtime library were not fetched", None);
    };
    let again = |_| asked.questions.iter();
    let reached = times((0..repeats(5)).flat_map(again), |question| asked.ask(question));
    figure("whole recall", reached, goal(size));
    stages(asked);
}

fn goal(size: usize) -> Option<&'static str> {
    match size {
        10_000 => Some("p50 0.5 ms, p99 2 ms"),
        100_000 => Some("p50 3 ms"),
        _ => None,
    }
}

/// How to read one stage.
type Of = fn(&hupo::Timings) -> f32;

/// The medians of the stages, as recall itself times them.
fn stages(asked: &Asked) {
    let timings: Vec<hupo::Timings> = asked
        .questions
        .iter()
        .map(|question| asked.space.recall(question).expect("it was asked before").stages.timings)
        .collect();
    let stage: [(&str, Of); 10] = [
        ("plan", |t| t.plan_ms),
        ("embed", |t| t.embed_ms),
        ("words", |t| t.words_ms),
        ("window", |t| t.window_ms),
        ("vector", |t| t.vector_ms),
        ("graph", |t| t.graph_ms),
        ("fuse", |t| t.fuse_ms),
        ("step", |t| t.step_ms),
        ("rerank", |t| t.rerank_ms),
        ("select", |t| t.select_ms),
    ];
    let median = |of: Of| {
        let mut ms: Vec<f32> = timings.iter().map(of).collect();
        ms.sort_by(f32::total_cmp);
        ms.get(ms.len() / 2).copied().unwrap_or_default()
    };
    let parts: Vec<String> = stage.iter().map(|(name, of)| format!("{name} {:.3}", median(*of))).collect();
    figure("medians of the stages, ms", parts.join(", "), None);
}
