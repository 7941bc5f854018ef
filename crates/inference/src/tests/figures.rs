//! Speed of the real models, as figures to read: `cargo nextest run -p hupo-inference figures --no-capture`.
//!
//! Medians. Wall time says what a person waits, and means little while the machine does other work; CPU time is that of
//! the thread that ran the model, from the kernel's own count, and hardly moves.

use super::{library, root};
use crate::tokens::Tokens;
use crate::{Models, Options, Reranker, RerankerChoice};
use ort::session::Session;
use ort::value::TensorRef;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

const EN: &str = "On Saturday we walked along the river with Lily and her brother, and she told me that she plans to \
    move to Lisbon in the spring because the company opened an office there. We had coffee near the old bridge, talked \
    about the marathon she wants to run in October, and promised to call her mother before the end of the week.";
const ZH: &str = "周六我们和小雨、她哥哥一起沿着江边散步，她告诉我公司在里斯本开了新的办公室，所以她打算明年春天搬过去。\
    我们在老桥旁边喝了咖啡，聊起她十月想跑的马拉松，还答应这个周末之前给她妈妈打电话，另外她让我记得帮她照顾那只叫糯米团子的小橘猫。";
const ASK: &str = "小雨什么时候搬去里斯本？";

/// Milliseconds.
#[derive(Clone, Copy)]
struct Time {
    wall: f64,
    /// Of the calling thread; 0 where the system does not tell.
    cpu: f64,
}

#[expect(clippy::print_stderr, reason = "figures are for reading")]
fn show(what: &str, time: Time) {
    eprintln!("{what:<58} {:>8.2} ms wall {:>8.2} ms CPU", time.wall, time.cpu);
}

#[expect(clippy::print_stderr, reason = "figures are for reading")]
fn show_memory(when: &str) {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let kilobytes =
        status.lines().find_map(|line| line.strip_prefix("VmRSS:")?.trim().strip_suffix(" kB")?.parse().ok());
    eprintln!("{:<58} {:>8.0} MB", format!("memory {when}"), kilobytes.unwrap_or(0.0_f64) / 1024.0);
}

fn thread_cpu_ms() -> f64 {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    text.split(' ').next().and_then(|ns| ns.parse::<f64>().ok()).unwrap_or_default() / 1e6
}

fn once<T>(work: impl FnOnce() -> T) -> Time {
    let (cpu, start) = (thread_cpu_ms(), Instant::now());
    drop(work());
    Time { wall: start.elapsed().as_secs_f64() * 1e3, cpu: thread_cpu_ms() - cpu }
}

fn median(times: &[Time]) -> Time {
    let middle = |mut values: Vec<f64>| {
        values.sort_by(f64::total_cmp);
        values[values.len() / 2]
    };
    Time {
        wall: middle(times.iter().map(|time| time.wall).collect()),
        cpu: middle(times.iter().map(|time| time.cpu).collect()),
    }
}

fn timed<T>(rounds: usize, work: impl Fn(usize) -> T) -> Time {
    work(rounds);
    median(&(0..rounds).map(|round| once(|| work(round))).collect::<Vec<_>>())
}

/// 24 passages of 20 to 100 tokens, half of them Chinese; `round` makes them new to every cache.
fn passages(round: usize) -> Vec<String> {
    let first = |text: &str, n| text.chars().take(n).collect::<String>();
    let part = |i: usize| if i.is_multiple_of(2) { first(EN, 80 + i * 10) } else { first(ZH, 20 + i * 4) };
    (0..24).map(|i| format!("{round} {}", part(i))).collect()
}

fn score(reranker: &Reranker, query: &str, passages: &[String]) {
    let passages: Vec<&str> = passages.iter().map(String::as_str).collect();
    reranker.score(query, &passages, &|| false).unwrap();
}

#[test]
fn embedding_costs() {
    let options = Options { sessions: 2, ..Options::default() };
    show_memory("before");
    let mut models = None;
    let opening = once(|| models = super::real::models(options));
    let Some(Models { embedder: Some(embedder), reranker: Some(reranker), .. }) = models else { return };
    show("open both models", opening);
    show_memory("with one session each");
    show("first question, tokenizer loaded with it", once(|| embedder.embed_query("first").unwrap()));
    show_memory("with the tokenizer too");
    let ask = |round| embedder.embed_query(&format!("小雨第{round}次搬家是什么时候？")).unwrap();
    show("a new question of about 16 tokens", timed(31, ask));
    show("the same question again", timed(31, |_| embedder.embed_query(ASK).unwrap()));
    show("a passage, English, 74 tokens", timed(11, |_| embedder.embed_passage(EN).unwrap()));
    show("a passage, Chinese, 83 tokens", timed(11, |_| embedder.embed_passage(ZH).unwrap()));
    show("16 English passages, two sessions", timed(3, |_| embedder.embed_passages(&[EN; 16], &|_| ()).unwrap()));
    score(&reranker, ASK, &passages(0));
    show_memory("with two sessions each, after use");
}

/// The pairs' tokens as the model gets them.
fn pairs(tokens: &Tokens, passages: &[String]) -> Vec<[Vec<i64>; 3]> {
    let question = tokens.question(ASK, 64).unwrap();
    let wide = |numbers: &[u32]| numbers.iter().map(|&number| i64::from(number)).collect();
    let encode = |passage: &String| {
        let pair = tokens.pair(&question, passage, 192).unwrap();
        [wide(pair.get_ids()), wide(pair.get_attention_mask()), wide(pair.get_type_ids())]
    };
    passages.iter().map(encode).collect()
}

fn bare_session() -> Option<Session> {
    let runtime = crate::Runtime::load(&library()?).unwrap();
    let builder = Session::builder(runtime.environment()).unwrap().with_intra_threads(1).unwrap();
    let mut builder = builder.with_memory_pattern(false).unwrap().with_precise_qmm().unwrap();
    Some(builder.commit_from_file(root().join("reranker-zhen-6l/model.onnx")).unwrap())
}

/// ONNX Runtime alone: tokens ready, a session a thread, nothing kept.
fn bare(sessions: &mut [Session], pairs: &[[Vec<i64>; 3]]) {
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for session in sessions {
            scope.spawn(|| {
                while let Some(pair) = pairs.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let tensors = pair.each_ref().map(|numbers| ([1, numbers.len()], numbers.as_slice()));
                    let [ids, mask, types] = tensors.map(|tensor| TensorRef::from_array_view(tensor).unwrap());
                    let feed = ort::inputs!["input_ids" => ids, "attention_mask" => mask, "token_type_ids" => types];
                    session.run(feed).unwrap();
                }
            });
        }
    });
}

#[test]
fn reranking_24_pairs_costs_little_more_than_onnx_runtime_alone() {
    let Some(models) = super::real::models(Options { sessions: 2, ..Options::default() }) else { return };
    let (Some(one), Some(other)) = (bare_session(), bare_session()) else { return };
    let tokens = Tokens::new(root().join("reranker-zhen-6l/tokenizer.json"));
    let reranker = models.reranker.unwrap();
    let (mut sessions, mut ours, mut theirs) = ([one, other], Vec::new(), Vec::new());
    for round in 0..10 {
        let passages = passages(round);
        let pairs = pairs(&tokens, &passages);
        ours.push(once(|| score(&reranker, ASK, &passages)));
        theirs.push(once(|| bare(&mut sessions, &pairs)));
    }
    let (ours, theirs) = (median(&ours[1..]), median(&theirs[1..]));
    show("24 pairs of 58 tokens, our reranker, two sessions", ours);
    show("24 pairs of 58 tokens, ONNX Runtime alone, two sessions", theirs);
    show("the ratio of the two, wall (goal 1.15)", Time { wall: ours.wall / theirs.wall, cpu: 0.0 });
    assert!(ours.wall < 1.5 * theirs.wall);
}

#[test]
fn reranking_costs_on_one_core() {
    let Some(models) = super::real::models(Options { sessions: 1, ..Options::default() }) else { return };
    let reranker = models.reranker.unwrap();
    show("24 pairs of 58 tokens, one session", timed(5, |round| score(&reranker, ASK, &passages(round))));
    show("the same pairs again", timed(5, |round| score(&reranker, ASK, &passages(round))));
    let long: Vec<String> = (0..24).map(|i| format!("{i} {}", ZH.repeat(3))).collect();
    show("24 pairs of 192 tokens, one session", once(|| score(&reranker, ASK, &long)));
    let options = Options { sessions: 1, reranker: RerankerChoice::MaxSim, ..Options::default() };
    let Some(Models { reranker: Some(reranker), .. }) = super::real::models(options) else { return };
    show("MaxSim, 24 new passages, one session", once(|| score(&reranker, ASK, &passages(0))));
    show("MaxSim, 24 kept passages", timed(5, |round| score(&reranker, &format!("{round}{ASK}"), &passages(0))));
}
