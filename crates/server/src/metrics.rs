//! The process in numbers, for Prometheus. No label has content: verbs, codes, stages and lanes are words of ours.

mod names;
mod process;

use crate::desk::Desk;
use crate::problem::Code;
use crate::verb::{Lane, Verb};
use metrics::{Key, Label, Level, Metadata, Recorder};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle, PrometheusRecorder};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The metrics of one desk. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Metrics {
    recorder: Arc<PrometheusRecorder>,
    handle: PrometheusHandle,
    n_connections: Arc<AtomicU64>,
}

/// Seconds, from a keyword recall in RAM to a backup.
const SECONDS: [f64; 15] =
    [0.000_5, 0.001, 0.002, 0.004, 0.008, 0.015, 0.03, 0.06, 0.12, 0.25, 0.5, 1.0, 2.5, 10.0, 60.0];

impl Metrics {
    pub(crate) fn new() -> Self {
        let builder = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Suffix("_seconds".to_owned()), &SECONDS)
            .expect("the buckets are not empty");
        let recorder = builder.build_recorder();
        names::describe(&recorder);
        let handle = recorder.handle();
        Self { recorder: Arc::new(recorder), handle, n_connections: Arc::default() }
    }

    /// A call that ended, whatever came of it.
    pub(crate) fn count_call(&self, verb: Verb, code: &'static str, took: Duration) {
        let verb = Label::from_static_parts("verb", verb.name());
        self.count(names::CALLS, vec![verb.clone(), Label::from_static_parts("code", code)]);
        self.observe(names::CALL_SECONDS, vec![verb], took.as_secs_f64());
    }

    /// How long a call waited until it could run.
    pub(crate) fn note_wait(&self, verb: Verb, waited: Duration) {
        self.observe(names::WAIT_SECONDS, vec![Label::from_static_parts("verb", verb.name())], waited.as_secs_f64());
    }

    /// How long it took to open a space, or to find that it cannot be.
    pub(crate) fn note_opening(&self, took: Duration) {
        self.observe(names::OPEN_SECONDS, Vec::new(), took.as_secs_f64());
    }

    /// A call that was not admitted.
    pub(crate) fn count_refusal(&self, code: Code) {
        self.count(names::REFUSED, vec![Label::from_static_parts("reason", code.name())]);
    }

    /// What a recall cost at each stage.
    pub(crate) fn note_stages(&self, timings: &hupo::Timings) {
        let span = tracing::debug_span!("recall", total_ms = timings.total_ms);
        let _entered = span.enter();
        for (stage, ms) in stages(timings) {
            tracing::debug!(stage, ms, "stage");
            let stage = Label::from_static_parts("stage", stage);
            self.observe(names::STAGE_SECONDS, vec![stage], f64::from(ms) / 1_000.0);
        }
    }

    /// What a closed run of the promoter made and cost.
    pub(crate) fn count_promotion(&self, run: &crate::desk::Promoted<'_>) {
        let duty = Label::from_static_parts("duty", run.duty.name());
        self.count(names::PROMOTION_RUNS, vec![duty, Label::from_static_parts("outcome", run.outcome)]);
        for (code, n) in run.verdicts {
            self.add(names::PROMOTION_PROPOSALS, vec![Label::from_static_parts("verdict", code.name())], *n);
        }
        for (way, n) in [("read", run.tokens.input), ("written", run.tokens.output)] {
            self.add(names::PROMOTION_TOKENS, vec![Label::from_static_parts("way", way)], n);
        }
    }

    /// A run of the promoter that came to nothing.
    pub(crate) fn count_promotion_failure(&self, why: &'static str) {
        self.count(names::PROMOTION_FAILURES, vec![Label::from_static_parts("why", why)]);
    }

    /// A connection; it counts until what is answered is dropped.
    pub(crate) fn connection(&self) -> Connection {
        self.count(names::CONNECTIONS, Vec::new());
        self.n_connections.fetch_add(1, Ordering::Relaxed);
        Connection(self.n_connections.clone())
    }

    /// Everything, in Prometheus' text format.
    pub(crate) fn render(&self, desk: &Desk) -> String {
        self.look_at(desk);
        self.handle.run_upkeep();
        self.handle.render()
    }

    /// Gauges are read when they are asked for.
    fn look_at(&self, desk: &Desk) {
        let standing = desk.spaces().standing();
        self.set(names::SPACES_OPEN, standing.n_open as f64);
        self.set(names::SPACES_BYTES, standing.bytes as f64);
        self.total(names::SPACE_HITS, standing.n_hits);
        self.total(names::SPACE_MISSES, standing.n_misses);
        self.total(names::SPACES_PUT_AWAY, standing.n_put_away);
        self.total(names::AUDIT_FAILURES, desk.audit().map_or(0, crate::audit::Audit::n_failed));
        self.set(names::CONNECTIONS_OPEN, self.n_connections.load(Ordering::Relaxed) as f64);
        self.set(names::DRAINING, f64::from(u8::from(desk.is_draining())));
        self.look_at_room(desk);
        self.look_at_models(desk);
        if let Some(process) = process::look() {
            self.set(names::RESIDENT_BYTES, process.resident_bytes as f64);
            self.set(names::OPEN_FILES, process.n_open_files as f64);
        }
    }

    fn look_at_room(&self, desk: &Desk) {
        let running: usize = LANES.iter().map(|(lane, _)| desk.room().n_running(*lane)).sum();
        self.set(names::WAITING, desk.room().n_entered().saturating_sub(running) as f64);
        for (lane, word) in LANES {
            let label = vec![Label::from_static_parts("lane", word)];
            self.set_labelled(names::RUNNING, label, desk.room().n_running(lane) as f64);
        }
    }

    fn look_at_models(&self, desk: &Desk) {
        let models = desk.hupo().models();
        for (word, there) in [("embedder", models.embedder.is_some()), ("reranker", models.reranker.is_some())] {
            let label = vec![Label::from_static_parts("model", word)];
            self.set_labelled(names::MODEL_LOADED, label, f64::from(u8::from(there)));
        }
        for what in models.lacking() {
            self.set_labelled(names::MODEL_MISSING, vec![Label::new("model", what)], 1.0);
        }
        let cache = desk.hupo().query_cache().unwrap_or_default();
        self.total(names::QUERY_CACHE_HITS, cache.hits);
        self.total(names::QUERY_CACHE_MISSES, cache.misses);
    }

    fn count(&self, name: &'static str, labels: Vec<Label>) {
        self.add(name, labels, 1);
    }

    fn add(&self, name: &'static str, labels: Vec<Label>, n: u64) {
        self.recorder.register_counter(&Key::from_parts(name, labels), &METADATA).increment(n);
    }

    fn total(&self, name: &'static str, value: u64) {
        self.recorder.register_counter(&Key::from_name(name), &METADATA).absolute(value);
    }

    fn observe(&self, name: &'static str, labels: Vec<Label>, seconds: f64) {
        self.recorder.register_histogram(&Key::from_parts(name, labels), &METADATA).record(seconds);
    }

    fn set(&self, name: &'static str, value: f64) {
        self.set_labelled(name, Vec::new(), value);
    }

    fn set_labelled(&self, name: &'static str, labels: Vec<Label>, value: f64) {
        self.recorder.register_gauge(&Key::from_parts(name, labels), &METADATA).set(value);
    }
}

const METADATA: Metadata<'static> = Metadata::new("hupo", Level::INFO, None);
const LANES: [(Lane, &str); 3] = [(Lane::Read, "read"), (Lane::Write, "write"), (Lane::Long, "long")];

const fn stages(timings: &hupo::Timings) -> [(&'static str, f32); 11] {
    [
        ("plan", timings.plan_ms),
        ("embed", timings.embed_ms),
        ("words", timings.words_ms),
        ("window", timings.window_ms),
        ("vector", timings.vector_ms),
        ("graph", timings.graph_ms),
        ("fuse", timings.fuse_ms),
        ("step", timings.step_ms),
        ("rerank", timings.rerank_ms),
        ("select", timings.select_ms),
        ("total", timings.total_ms),
    ]
}

/// An open connection.
pub(crate) struct Connection(Arc<AtomicU64>);

impl Drop for Connection {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}
