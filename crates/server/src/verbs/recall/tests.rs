//! Recall for callers that wait for a while only. With the tiny models; skipped with a word where there is no runtime.

use super::*;
use crate::verb::Verb;
use crate::verbs::Ask;
use crate::{Call, Caller, Clock, Desk};
use hupo::{Hupo, NewMessage, Options, SpaceConfig, Timestamp};
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);

/// A desk over a space with a hundred lines, with an embedder and a reranker.
fn desk() -> Option<(Desk, TempDir)> {
    let models = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let named = std::env::var_os("HUPO_ORT_LIBRARY").map(PathBuf::from);
    let runtime = named.unwrap_or_else(|| models.join("fetched/libonnxruntime.so"));
    if !runtime.is_file() {
        skipped();
        return None;
    }
    let options = Options { models: Some(models.join("tiny")), runtime: Some(runtime), ..Options::default() };
    let folder = TempDir::new().unwrap();
    let hupo = Hupo::open_with(folder.path(), options).unwrap();
    let space = hupo.create_space(SpaceConfig { name: "us".into(), zone: "UTC".into() }, NOW).unwrap();
    let lines = (0..100).map(|n| NewMessage::user(format!("第 {n} 杯茶 a cup of tea number {n}")));
    space.append(lines.collect(), NOW).unwrap();
    Some((Desk::new(hupo.clone(), Clock::told_by(|| NOW)), folder))
}

#[expect(clippy::print_stderr, reason = "the word that the harness shows for a test that could not run")]
fn skipped() {
    eprintln!("SKIPPED: the ONNX Runtime library is not there; run models/fetch.py or set HUPO_ORT_LIBRARY");
}

fn ask() -> v1::RecallRequest {
    let scope = v1::SearchScope::Transcript.into();
    let question = v1::Question { text: "哪一杯 tea".into(), scope, k: 20, ..Default::default() };
    v1::RecallRequest { question: Some(question), ..Default::default() }
}

fn call(deadline: Option<Duration>) -> Call {
    let deadline = deadline.map(|wait| Instant::now() + wait);
    Call { deadline, ..Call::new(Caller::local(), Some("us".into()), Verb::Recall) }
}

#[tokio::test(flavor = "multi_thread")]
async fn with_time_everything_is_reranked() {
    let Some((desk, _folder)) = desk() else { return };
    let answer = ask().carry_out(&desk, call(None)).await.unwrap();
    assert_eq!((answer.cut_by_deadline, answer.reranked_by()), (false, v1::RerankedBy::CrossEncoder));
}

#[tokio::test(flavor = "multi_thread")]
async fn when_nobody_waits_any_more_nothing_is_reranked() {
    let Some((desk, _folder)) = desk() else { return };
    let answer = desk.carry_out(call(None), |space, scope| {
        scope.cancel_flag().store(true, Ordering::Relaxed);
        recall(space, scope, ask())
    });
    assert!(answer.await.unwrap().cut_by_deadline);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_on_short_time_says_that_it_was_cut_or_is_none() {
    let Some((desk, _folder)) = desk() else { return };
    for ms in 1..6 {
        match ask().carry_out(&desk, call(Some(Duration::from_millis(ms)))).await {
            Ok(answer) => assert!(answer.cut_by_deadline, "{ms} ms"),
            Err(problem) => assert_eq!(problem.code, crate::Code::Deadline, "{ms} ms"),
        }
    }
}
