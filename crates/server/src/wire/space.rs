//! Spaces in numbers.

use super::v1;
use hupo::{Counts, Leg, SpaceConfig, Stats, Verification};

impl From<Counts> for v1::Counts {
    fn from(counts: Counts) -> Self {
        Self {
            messages: counts.messages,
            system_messages: counts.system_messages,
            memories: counts.memories,
            superseded_memories: counts.superseded_memories,
            entities: counts.entities,
            relations: counts.relations,
            topics: counts.topics,
            vectors: counts.vectors,
            observations: counts.observations,
            profile_facts: counts.profile_facts,
            temporal_items: counts.temporal_items,
            pages: counts.pages,
            reviews: counts.reviews,
            erasures: counts.erasures,
            erased_documents: counts.erased_documents,
        }
    }
}

impl From<Leg> for v1::Leg {
    fn from(leg: Leg) -> Self {
        let Leg { state, documents, bytes, detail } = leg;
        Self { state, documents, bytes, detail }
    }
}

/// A space in numbers.
pub(crate) fn told_stats(stats: Stats, config: &SpaceConfig) -> v1::StatsResponse {
    v1::StatsResponse {
        applied_seq: stats.sequence.get(),
        space: config.name.clone(),
        zone: config.zone.clone(),
        counts: Some(stats.counts.into()),
        file_bytes: stats.size.file_bytes,
        live_bytes: stats.size.live_bytes,
        model: stats.model.map(|model| model.name).unwrap_or_default(),
        keyword: Some(stats.keyword.into()),
        vector: Some(stats.vector.into()),
        graph: Some(stats.graph.into()),
    }
}

impl From<Verification> for v1::VerifyResponse {
    fn from(found: Verification) -> Self {
        Self {
            applied_seq: found.sequence.get(),
            sound: found.sound,
            records: found.records,
            findings: found.findings.iter().map(ToString::to_string).collect(),
            legs: found.legs,
        }
    }
}
