//! The log as JSON has our own fields, and of others no words.

use super::*;
use std::io::Write;
use std::sync::{Arc, Mutex};
use tracing_subscriber::fmt::MakeWriter;

#[derive(Clone, Default)]
struct Kept(Arc<Mutex<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl MakeWriter<'_> for Kept {
    type Writer = Self;

    fn make_writer(&self) -> Self {
        self.clone()
    }
}

/// The lines that are written while this runs.
fn written(work: impl FnOnce()) -> Vec<serde_json::Value> {
    let kept = Kept::default();
    let layer = fmt::layer().with_writer(kept.clone()).event_format(json::Json).with_filter(filter_fn(may_be_written));
    tracing::subscriber::with_default(registry().with(layer), work);
    let text = String::from_utf8(kept.0.lock().unwrap().clone()).unwrap();
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn a_line_of_ours_has_its_fields() {
    let lines =
        written(|| tracing::info!(target: "hupo_server::desk", verb = "append", ms = 3, answered = true, "call"));
    assert_eq!(lines.len(), 1);
    assert_eq!(
        (&lines[0]["verb"], &lines[0]["ms"], &lines[0]["answered"]),
        (&"append".into(), &3.into(), &true.into())
    );
    assert_eq!((&lines[0]["message"], &lines[0]["level"]), (&"call".into(), &"INFO".into()));
}

#[test]
fn a_line_of_another_library_has_none_of_its_words() {
    let lines = written(|| {
        tracing::warn!(target: "rmcp::service", request = "我对花生过敏", "got my peanut allergy");
        tracing::warn!(target: "hupo::onnxruntime", "got 花生 peanuts");
    });
    let text = serde_json::to_string(&lines).unwrap();
    assert_eq!(lines.len(), 2);
    assert!(!text.contains("花生") && !text.contains("peanut"), "{text}");
    assert_eq!(lines[0]["target"], "rmcp::service");
}

#[test]
fn libraries_of_the_wire_write_nothing_below_a_warning() {
    let lines = written(|| {
        tracing::debug!(target: "rmcp::transport", "a whole message 全文");
        tracing::info!(target: "h2", "frames");
        tracing::info!(target: "hupo", "this one");
    });
    assert_eq!(lines.len(), 1);
}
