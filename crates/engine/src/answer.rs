//! Answers: what recall found, with the words each rests on.

use crate::leg::Missing;
use crate::space::Inner;
use crate::{Error, Quoted};
use hupo_recall::{Fate, Found, LegState, Question, Stages, Tools, Why};
use hupo_store::Snapshot;
use hupo_types::{DocId, Document, Kind, Memory, MemoryId, MessageId, Purpose, Role, Timestamp};
use serde::{Serialize, Serializer};
use std::sync::{Arc, OnceLock, PoisonError};

/// The answer to a question: at most `k` documents, best first.
#[derive(Debug, Clone, Serialize)]
pub struct Answer {
    /// The documents.
    pub hits: Vec<Hit>,
    /// There were documents to search and none of them is an answer.
    pub nothing_relevant: bool,
    /// Which stages ran, and how long each took.
    pub stages: Stages,
    /// Documents of the space that no vector search can find yet.
    pub waiting_for_vectors: u64,
}

/// One document of an answer.
#[derive(Debug, Clone, Serialize)]
pub struct Hit {
    /// Which document.
    #[serde(serialize_with = "shown")]
    pub id: DocId,
    /// The caller's own id for it.
    pub external_id: Option<String>,
    /// Its text.
    pub text: String,
    /// Its place, from 1.
    pub rank: usize,
    /// What it is sorted by; comparable within one answer only.
    pub score: f32,
    /// A memory's kind.
    pub kind: Option<Kind>,
    /// When it was said, or the fact began. RFC 3339 in JSON.
    #[serde(serialize_with = "rfc3339")]
    pub time: Option<Timestamp>,
    /// The words it rests on; never empty.
    pub evidence: Vec<Cited>,
    /// Why it is here and at this place; of a summary that only its members brought, why the best of them is.
    pub why: Why,
    /// Of a topic summary: the members it stands for that matched, best first, each with its own words. Nothing a member
    /// says is hidden by its summary. At most [`Question::k`] in one answer.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stands_for: Vec<Member>,
}

/// A memory that matched, and that a topic summary stands for.
#[derive(Debug, Clone, Serialize)]
pub struct Member {
    /// Which memory.
    #[serde(serialize_with = "shown")]
    pub id: MemoryId,
    /// The caller's own id for it.
    pub external_id: Option<String>,
    /// Its text.
    pub text: String,
    /// What it was sorted by; comparable within one answer only.
    pub score: f32,
    /// Its kind.
    pub kind: Option<Kind>,
    /// When its fact began. RFC 3339 in JSON.
    #[serde(serialize_with = "rfc3339")]
    pub time: Option<Timestamp>,
    /// The words it rests on; never empty.
    pub evidence: Vec<Cited>,
    /// Why it matched.
    pub why: Why,
}

/// The words a document rests on: a quote and its source.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Cited {
    /// The message the words stand in.
    #[serde(serialize_with = "shown")]
    pub message_id: MessageId,
    /// The caller's own id of that message.
    pub external_id: Option<String>,
    /// Who wrote it.
    pub role: Role,
    /// The writer's name.
    pub speaker: Option<String>,
    /// When. RFC 3339 in JSON.
    #[serde(serialize_with = "rfc3339")]
    pub time: Option<Timestamp>,
    /// The conversation.
    pub session: Option<String>,
    /// The words, byte for byte.
    pub quote: String,
    /// Where they start, in Unicode scalar values of the message's text.
    pub start: usize,
    /// Where they end (exclusive).
    pub end: usize,
    /// What they are cited for.
    pub purpose: Purpose,
}

impl From<Quoted> for Cited {
    fn from(quoted: Quoted) -> Self {
        Self {
            message_id: quoted.message,
            external_id: quoted.external_id,
            role: quoted.role,
            speaker: quoted.speaker,
            time: quoted.time,
            session: quoted.session,
            quote: quoted.quote,
            start: quoted.start,
            end: quoted.end,
            purpose: quoted.purpose,
        }
    }
}

fn shown<T: ToString, S: Serializer>(id: &T, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&id.to_string())
}

fn rfc3339<S: Serializer>(time: &Option<Timestamp>, serializer: S) -> Result<S::Ok, S::Error> {
    let written = time.and_then(|time| jiff::Timestamp::from_millisecond(time.ms()).ok()).map(|time| time.to_string());
    written.serialize(serializer)
}

/// Answers a question; see [`crate::Space::recall`].
pub(crate) fn recall(inner: &Inner, question: &Question) -> Result<Answer, Error> {
    with_tools(inner, |tools, view| {
        let mut outcome = hupo_recall::recall(tools, question)?;
        inner.legs.drop_failed(&outcome.stages);
        view.say_what_failed(&mut outcome.stages);
        let snapshot = view.snapshot()?;
        let hits = outcome.found.into_iter().zip(1..).map(|(found, rank)| hit(snapshot, found, rank));
        let hits = hits.collect::<Result<Vec<_>, Error>>()?;
        let counts = snapshot.counts();
        let waiting_for_vectors = counts.documents().saturating_sub(counts.vectors);
        Ok(Answer { hits, nothing_relevant: outcome.nothing_relevant, stages: outcome.stages, waiting_for_vectors })
    })
}

/// What recall finds for each question, without the words it rests on.
pub(crate) fn found_each(inner: &Inner, questions: &[Question]) -> Result<Vec<Vec<Found>>, Error> {
    with_tools(inner, |tools, _| {
        let outcomes = hupo_recall::recall_each(tools, questions)?;
        outcomes.iter().for_each(|outcome| inner.legs.drop_failed(&outcome.stages));
        Ok(outcomes.into_iter().map(|outcome| outcome.found).collect())
    })
}

/// Follows a document; see [`crate::Space::why_not`].
pub(crate) fn why_not(inner: &Inner, question: &Question, doc: DocId) -> Result<Fate, Error> {
    with_tools(inner, |tools, _| Ok(hupo_recall::why_not(tools, question, doc)?))
}

/// The words a document rests on; see [`crate::Space::sources`].
pub(crate) fn sources(snapshot: &Snapshot, doc: DocId, neighbours: usize) -> Result<Vec<Quoted>, Error> {
    Ok(match doc {
        DocId::Message(id) => match snapshot.message(id)? {
            Some(message) => vec![hupo_memory::of_message(snapshot, message, neighbours)?],
            None => Vec::new(),
        },
        DocId::Memory(id) => match snapshot.memory(id)? {
            Some(memory) => hupo_memory::of_memory(snapshot, &memory, neighbours)?,
            None => Vec::new(),
        },
    })
}

/// One reading of the store for one answer, taken when the first document is asked for: after the legs, so that it
/// holds everything they found.
struct View<'a> {
    inner: &'a Inner,
    snapshot: OnceLock<Result<Snapshot, Error>>,
    /// Why the keyword, vector and graph leg could not be rebuilt, where one could not.
    failed: [Option<String>; 3],
}

impl View<'_> {
    fn read(&self) -> Result<&Snapshot, &Error> {
        self.snapshot.get_or_init(|| self.inner.snapshot()).as_ref()
    }

    fn document(&self, doc: DocId) -> Option<Document> {
        let found = self.read().ok()?.document(doc);
        found.unwrap_or_else(|error| {
            tracing::warn!(%error, %doc, "a document could not be read and is left out of the answer");
            None
        })
    }

    fn snapshot(&self) -> Result<&Snapshot, Error> {
        self.read()
            .map_err(|_| self.inner.snapshot().err().unwrap_or(Error::Closed { name: self.inner.config.name.clone() }))
    }

    /// A leg that failed and could not be rebuilt is named in the answer.
    fn say_what_failed(&self, stages: &mut Stages) {
        let [keyword, vector, graph] = &self.failed;
        for (state, failed) in
            [(&mut stages.keyword, keyword), (&mut stages.vector, vector), (&mut stages.graph, graph)]
        {
            if let Some(reason) = failed {
                *state = LegState::failed(reason);
            }
        }
    }
}

fn with_tools<T>(inner: &Inner, ask: impl FnOnce(&Tools<'_>, &View<'_>) -> Result<T, Error>) -> Result<T, Error> {
    inner.legs.heal(&*inner.store()?)?;
    let (keyword, vector, graph) = (inner.legs.keyword.get(), inner.legs.vector.get(), inner.legs.graph.get());
    let failed = [broken(&keyword), broken(&vector), broken(&graph)];
    let view = View { inner, snapshot: OnceLock::new(), failed };
    let document = |doc| view.document(doc);
    let catalog = inner.legs.catalog.read().unwrap_or_else(PoisonError::into_inner);
    let models = &inner.shared.models;
    let tools = Tools {
        catalog: &catalog,
        keyword: keyword.as_deref().ok(),
        vector: vector.as_deref().ok(),
        graph: graph.as_deref().ok(),
        embedder: models.embedder.as_deref(),
        reranker: models.reranker.as_ref(),
        max_sim: models.max_sim.as_ref(),
        zone: &inner.zone,
        pool: Some(&inner.shared.pool),
        document: &document,
    };
    ask(&tools, &view)
}

fn broken<T>(leg: &Result<Arc<T>, Missing>) -> Option<String> {
    match leg {
        Err(Missing::Broken(reason)) => Some(reason.clone()),
        Ok(_) | Err(Missing::Absent(_)) => None,
    }
}

fn hit(snapshot: &Snapshot, found: Found, rank: usize) -> Result<Hit, Error> {
    let doc = found.document.id;
    let mut why = found.why;
    let (external_id, kind) = match doc {
        DocId::Message(id) => (snapshot.message(id)?.and_then(|message| message.external_id), None),
        DocId::Memory(id) => {
            let memory = snapshot.memory(id)?;
            why.replaced = memory.as_ref().and_then(|memory: &Memory| memory.supersedes);
            (memory.as_ref().and_then(|memory| memory.external_id.clone()), memory.map(|memory| memory.kind))
        }
    };
    let members = found.stands_for.into_iter().filter_map(|one| member(snapshot, one).transpose());
    Ok(Hit {
        id: doc,
        external_id,
        text: found.document.text,
        rank,
        score: found.score,
        kind,
        time: found.document.time,
        evidence: sources(snapshot, doc, 0)?.into_iter().map(Cited::from).collect(),
        why,
        stands_for: members.collect::<Result<_, _>>()?,
    })
}

/// A member as it is shown; `None` for what is no memory, which no summary stands for.
fn member(snapshot: &Snapshot, found: hupo_recall::Member) -> Result<Option<Member>, Error> {
    let DocId::Memory(id) = found.document.id else { return Ok(None) };
    let memory = snapshot.memory(id)?;
    let replaced = memory.as_ref().and_then(|memory| memory.supersedes);
    Ok(Some(Member {
        id,
        external_id: memory.as_ref().and_then(|memory| memory.external_id.clone()),
        text: found.document.text,
        score: found.score,
        kind: memory.map(|memory| memory.kind),
        time: found.document.time,
        evidence: sources(snapshot, found.document.id, 0)?.into_iter().map(Cited::from).collect(),
        why: Why { replaced, ..found.why },
    }))
}

#[cfg(test)]
mod tests;
