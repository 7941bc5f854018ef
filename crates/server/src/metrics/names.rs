//! The names of the metrics, and what each is.

use metrics::{Recorder, Unit};
use metrics_exporter_prometheus::PrometheusRecorder;

pub(super) const CALLS: &str = "hupo_calls_total";
pub(super) const CALL_SECONDS: &str = "hupo_call_duration_seconds";
pub(super) const WAIT_SECONDS: &str = "hupo_call_wait_duration_seconds";
pub(super) const OPEN_SECONDS: &str = "hupo_space_open_duration_seconds";
pub(super) const STAGE_SECONDS: &str = "hupo_recall_stage_duration_seconds";
pub(super) const REFUSED: &str = "hupo_refused_total";
pub(super) const CONNECTIONS: &str = "hupo_connections_total";
pub(super) const SPACE_HITS: &str = "hupo_space_hits_total";
pub(super) const SPACE_MISSES: &str = "hupo_space_misses_total";
pub(super) const SPACES_PUT_AWAY: &str = "hupo_spaces_put_away_total";
pub(super) const AUDIT_FAILURES: &str = "hupo_audit_failures_total";
pub(super) const SPACES_OPEN: &str = "hupo_spaces_open";
pub(super) const SPACES_BYTES: &str = "hupo_spaces_memory_bytes";
pub(super) const CONNECTIONS_OPEN: &str = "hupo_connections_open";
pub(super) const WAITING: &str = "hupo_calls_waiting";
pub(super) const RUNNING: &str = "hupo_calls_running";
pub(super) const MODEL_LOADED: &str = "hupo_model_loaded";
pub(super) const MODEL_MISSING: &str = "hupo_model_missing";
pub(super) const QUERY_CACHE_HITS: &str = "hupo_query_vector_cache_hits_total";
pub(super) const QUERY_CACHE_MISSES: &str = "hupo_query_vector_cache_misses_total";
pub(super) const PROMOTION_RUNS: &str = "hupo_promotion_runs_total";
pub(super) const PROMOTION_PROPOSALS: &str = "hupo_promotion_proposals_total";
pub(super) const PROMOTION_TOKENS: &str = "hupo_promotion_tokens_total";
pub(super) const PROMOTION_FAILURES: &str = "hupo_promotion_failures_total";
pub(super) const DRAINING: &str = "hupo_draining";
pub(super) const RESIDENT_BYTES: &str = "process_resident_memory_bytes";
pub(super) const OPEN_FILES: &str = "process_open_fds";

const COUNTERS: [(&str, &str); 13] = [
    (CALLS, "Calls that ended, by verb and by what came of them"),
    (REFUSED, "Calls that were not admitted, by reason"),
    (CONNECTIONS, "Connections taken"),
    (SPACE_HITS, "Calls whose space was open already"),
    (SPACE_MISSES, "Calls for which a space had to be opened"),
    (SPACES_PUT_AWAY, "Spaces put away to make room, or because nobody used them"),
    (QUERY_CACHE_HITS, "Questions whose vector was kept from an earlier one"),
    (QUERY_CACHE_MISSES, "Questions whose vector had to be made"),
    (PROMOTION_RUNS, "Runs of the promoter that ended, by duty and by what came of them"),
    (PROMOTION_PROPOSALS, "Proposals and beliefs of its closed runs, by verdict"),
    (PROMOTION_TOKENS, "Tokens of its closed runs, read and written by the model"),
    (PROMOTION_FAILURES, "Runs of the promoter that came to nothing, by reason"),
    (AUDIT_FAILURES, "Lines of the audit log that could not be written"),
];

const HISTOGRAMS: [(&str, &str); 4] = [
    (CALL_SECONDS, "Time from a call's arrival to its answer, by verb"),
    (WAIT_SECONDS, "Of that, the time until the call had room to run and its space was open, by verb"),
    (OPEN_SECONDS, "Time it takes to open a space"),
    (STAGE_SECONDS, "Time a recall spends, by stage"),
];

const GAUGES: [(&str, &str); 10] = [
    (SPACES_OPEN, "Spaces open now"),
    (SPACES_BYTES, "About how much memory the open spaces take"),
    (CONNECTIONS_OPEN, "Connections open now"),
    (WAITING, "Calls that wait for room"),
    (RUNNING, "Calls that run, by lane"),
    (MODEL_LOADED, "1 if the model is loaded"),
    (MODEL_MISSING, "1 for each model that is not there"),
    (DRAINING, "1 while the server is going"),
    (RESIDENT_BYTES, "Resident memory of the process"),
    (OPEN_FILES, "Files the process has open"),
];

/// Tells the recorder what each is.
pub(super) fn describe(recorder: &PrometheusRecorder) {
    for (name, words) in COUNTERS {
        recorder.describe_counter(name.into(), Some(Unit::Count), words.into());
    }
    for (name, words) in HISTOGRAMS {
        recorder.describe_histogram(name.into(), Some(Unit::Seconds), words.into());
    }
    for (name, words) in GAUGES {
        recorder.describe_gauge(name.into(), None, words.into());
    }
}
