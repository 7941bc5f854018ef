//! A space in numbers: what it holds, its legs, its models.

use super::table::table;
use crate::output::Output;
use hupo::{Leg, ModelsReport, SpaceConfig, Stats};

/// Everything `hupo stats` says to a person.
pub(crate) fn stats(out: &Output, config: &SpaceConfig, stats: &Stats, models: &ModelsReport) -> String {
    let heading =
        format!("{} · days begin in {} · last write {}", out.paint.bold(&config.name), config.zone, stats.sequence);
    [heading, holds(stats), legs(out, stats), models_of(stats, models)].join("\n\n")
}

fn holds(stats: &Stats) -> String {
    let counts = &stats.counts;
    let megabytes = |bytes: u64| bytes as f64 / 1e6;
    format!(
        "{} messages ({} of the program), {} memories ({} superseded), {} entities, {} relations, {} topics\n\
         {} of {} documents have a vector · store {:.1} MB, {:.1} MB of it in use",
        counts.messages,
        counts.system_messages,
        counts.memories,
        counts.superseded_memories,
        counts.entities,
        counts.relations,
        counts.topics,
        counts.vectors,
        counts.documents(),
        megabytes(stats.size.file_bytes),
        megabytes(stats.size.live_bytes),
    )
}

fn legs(out: &Output, stats: &Stats) -> String {
    let row = |(name, leg): (&str, &Leg)| {
        let bytes = if leg.bytes == 0 { String::new() } else { format!("{:.1} MB", leg.bytes as f64 / 1e6) };
        vec![name.to_owned(), leg.state.clone(), leg.documents.to_string(), bytes, leg.detail.clone()]
    };
    let legs = [("keyword", &stats.keyword), ("vector", &stats.vector), ("graph", &stats.graph)];
    table(&["leg", "state", "documents", "size", "detail"], legs.map(row), out)
}

fn models_of(stats: &Stats, models: &ModelsReport) -> String {
    let name = |name: &Option<String>| name.clone().unwrap_or_else(|| "none".to_owned());
    let made_by = stats.model.as_ref().map_or_else(|| "nothing yet".to_owned(), |model| model.name.clone());
    let mut lines = vec![format!(
        "vectors made by {made_by} · embedder {} · reranker {}",
        name(&models.embedder),
        name(&models.reranker)
    )];
    lines.extend(models.missing.iter().map(|model| format!("no {}: {}; {}", model.what, model.reason, model.remedy)));
    lines.join("\n")
}
