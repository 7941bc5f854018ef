//! A line of the log as JSON. Of libraries that are not ours it says who, where and how bad, and none of their words: what
//! they put into a message is not ours to know.

use crate::clock;
use serde_json::{Map, Value};
use std::fmt::{self, Debug};
use tracing::field::{Field, Visit};
use tracing::{Event, Metadata, Subscriber};
use tracing_subscriber::fmt::format::Writer;
use tracing_subscriber::fmt::{FmtContext, FormatEvent, FormatFields};
use tracing_subscriber::registry::LookupSpan;

/// One object a line.
pub(super) struct Json;

impl<S, N> FormatEvent<S, N> for Json
where
    S: Subscriber + for<'a> LookupSpan<'a>,
    N: for<'a> FormatFields<'a> + 'static,
{
    fn format_event(&self, _: &FmtContext<'_, S, N>, mut writer: Writer<'_>, event: &Event<'_>) -> fmt::Result {
        let about = event.metadata();
        let mut fields = Fields(begun(about));
        if is_ours(about.target()) {
            event.record(&mut fields);
        } else {
            fields.put("at", format!("{}:{}", about.file().unwrap_or("?"), about.line().unwrap_or(0)).into());
        }
        writeln!(writer, "{}", Value::Object(fields.0))
    }
}

/// The runtime of the models speaks through our log, in its own words.
pub(super) fn is_ours(target: &str) -> bool {
    let crate_name = target.split("::").next().unwrap_or_default();
    (crate_name == "hupo" || crate_name.starts_with("hupo_")) && !target.starts_with("hupo::onnxruntime")
}

fn begun(about: &Metadata<'_>) -> Map<String, Value> {
    let time = jiff::Timestamp::from_millisecond(clock::now().ms()).unwrap_or_default();
    let mut line = Map::new();
    line.insert("time".into(), time.to_string().into());
    line.insert("level".into(), about.level().as_str().into());
    line.insert("target".into(), about.target().into());
    line
}

/// The fields of one event.
struct Fields(Map<String, Value>);

impl Fields {
    fn put(&mut self, name: &str, value: Value) {
        self.0.insert(name.to_owned(), value);
    }
}

impl Visit for Fields {
    fn record_u64(&mut self, field: &Field, value: u64) {
        self.put(field.name(), value.into());
    }

    fn record_i64(&mut self, field: &Field, value: i64) {
        self.put(field.name(), value.into());
    }

    fn record_f64(&mut self, field: &Field, value: f64) {
        self.put(field.name(), value.into());
    }

    fn record_bool(&mut self, field: &Field, value: bool) {
        self.put(field.name(), value.into());
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.put(field.name(), value.into());
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        self.put(field.name(), format!("{value:?}").into());
    }
}
