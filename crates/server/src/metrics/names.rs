//! The names of the metrics, and what each is.

use metrics::{Recorder, Unit};
use metrics_exporter_prometheus::PrometheusRecorder;

pub(super) const CALLS: &str = "hupo_calls_total";
pub(super) const CALL_SECONDS: &str = "hupo_call_duration_seconds";
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
pub(super) const DRAINING: &str = "hupo_draining";
pub(super) const RESIDENT_BYTES: &str = "process_resident_memory_bytes";
pub(super) const OPEN_FILES: &str = "process_open_fds";

const COUNTERS: [(&str, &str); 7] = [
    (CALLS, "Calls that ended, by verb and by what came of them"),
    (REFUSED, "Calls that were not admitted, by reason"),
    (CONNECTIONS, "Connections taken"),
    (SPACE_HITS, "Calls whose space was open already"),
    (SPACE_MISSES, "Calls for which a space had to be opened"),
    (SPACES_PUT_AWAY, "Spaces put away to make room, or because nobody used them"),
    (AUDIT_FAILURES, "Lines of the audit log that could not be written"),
];

const HISTOGRAMS: [(&str, &str); 2] = [
    (CALL_SECONDS, "Time from a call's arrival to its answer, by verb"),
    (STAGE_SECONDS, "Time a recall spends, by stage"),
];

const GAUGES: [(&str, &str); 9] = [
    (SPACES_OPEN, "Spaces open now"),
    (SPACES_BYTES, "About how much memory the open spaces take"),
    (CONNECTIONS_OPEN, "Connections open now"),
    (WAITING, "Calls that wait for room"),
    (RUNNING, "Calls that run, by lane"),
    (MODEL_LOADED, "1 if the model is loaded"),
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
