//! Ids and times as they are written in JSON: `mem-3`, and RFC 3339.

use hupo_types::Timestamp;
use serde::{Serialize, Serializer};

pub(super) fn id<T: ToString, S: Serializer>(id: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&id.to_string())
}

pub(super) fn ids<T: ToString, S: Serializer>(ids: &[T], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(ids.iter().map(T::to_string))
}

pub(super) fn moment<S: Serializer>(time: &Timestamp, serializer: S) -> Result<S::Ok, S::Error> {
    rfc3339(&Some(*time), serializer)
}

pub(super) fn rfc3339<S: Serializer>(time: &Option<Timestamp>, serializer: S) -> Result<S::Ok, S::Error> {
    let written = time.and_then(|time| jiff::Timestamp::from_millisecond(time.ms()).ok()).map(|time| time.to_string());
    written.serialize(serializer)
}

pub(super) fn language<S: Serializer>(language: &hupo_text::Language, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(language.code())
}
