//! The plan: a question made ready for the legs.

use crate::error::Error;
use crate::question::{Form, Question};
use crate::spoken::Spoken;
use crate::stages::{LegState, ms_since};
use crate::tools::Tools;
use crate::wording::Wording;
use hupo_graph::Seeds;
use hupo_inference::Embedder;
use hupo_text::TimeHint;
use hupo_types::{DocId, DocSet, UnitVector, limits};
use std::sync::Arc;
use std::time::Instant;

/// Answers asked for at most.
pub const MOST_ANSWERS: usize = 1_000;
/// So many candidates of each leg at most: they are held in memory.
pub(crate) const MOST_CANDIDATES: usize = 100_000;

/// A question, read.
pub(crate) struct Plan {
    pub(crate) form: Form,
    /// A piece of dialogue by its speakers, unless the recipe reads it as one text.
    pub(crate) spoken: Option<Spoken>,
    pub(crate) wording: Arc<Wording>,
    pub(crate) vector: Result<UnitVector, LegState>,
    pub(crate) seeds: Seeds,
    pub(crate) hints: Vec<TimeHint>,
    pub(crate) allowed: DocSet,
    pub(crate) embed_ms: f32,
}

impl Plan {
    /// Checks and reads a question.
    pub(crate) fn make(tools: &Tools<'_>, question: &Question) -> Result<Self, Error> {
        check(question)?;
        let spoken = Spoken::read(&question.text).filter(|_| question.recipe.others < 1.0);
        let start = Instant::now();
        let vector = query_vector(tools, question, spoken.as_ref());
        let embed_ms = ms_since(start);
        let seeds = tools.graph.map(|graph| graph.seeds(&question.text, &question.people)).unwrap_or_default();
        Ok(Self {
            form: Form::of(&question.text),
            wording: Arc::new(Wording::read(question, spoken.as_ref())),
            spoken,
            vector,
            seeds,
            hints: hupo_text::time_words::find(&question.text, question.now.ms(), tools.zone),
            allowed: tools.catalog.allowed(question, members(tools, question).as_ref()),
            embed_ms,
        })
    }

    /// The plan of a question that [says the same](same_words), put to other documents.
    pub(crate) fn also(&self, tools: &Tools<'_>, question: &Question) -> Result<Self, Error> {
        check(question)?;
        Ok(Self {
            form: self.form,
            spoken: self.spoken.clone(),
            wording: self.wording.clone(),
            vector: self.vector.clone(),
            seeds: self.seeds.clone(),
            hints: self.hints.clone(),
            allowed: tools.catalog.allowed(question, members(tools, question).as_ref()),
            embed_ms: 0.0,
        })
    }

    /// Whether the question names a time that this moment lies in.
    pub(crate) fn names_time(&self, ms: i64) -> bool {
        self.hints.iter().any(|hint| hint.start_ms <= ms && ms < hint.end_ms)
    }
}

/// Whether two questions say the same and have it searched for in the same way, so that the legs can answer both at once.
pub(crate) fn same_words(one: &Question, other: &Question) -> bool {
    let (a, b) = (&one.recipe, &other.recipe);
    let says = one.text == other.text && one.people == other.people && one.now == other.now;
    let searches = a.words == b.words && a.window == b.window && a.others == b.others && a.candidates == b.candidates;
    let weighs = [a.weights, b.weights].map(|weights| [weights.words, weights.window, weights.vector, weights.graph]);
    says && searches && weighs[0] == weighs[1] && one.as_of == other.as_of
}

fn check(question: &Question) -> Result<(), Error> {
    let bad = |field, reason: String| Err(Error::BadQuestion { field, reason });
    if let Err(error) = hupo_text::clean::check("question", &question.text, limits::QUERY_BYTES) {
        return bad("question", error.to_string().trim_start_matches("question: ").to_owned());
    }
    if question.k == 0 || question.k > MOST_ANSWERS {
        return bad("k", format!("{} is outside 1..={MOST_ANSWERS}; five is usual", question.k));
    }
    if !question.now.is_writable() {
        return bad("now", "the time is outside the years 1 to 9999; give UTC milliseconds".into());
    }
    if question.filter.time.is_some_and(|span| span.is_empty()) {
        return bad("filter.time", "the interval is empty or inverted; its end must lie after its start".into());
    }
    if let Some((field, length)) = longest_list(question) {
        return bad(field, format!("{length} entries are more than the {} accepted", limits::NAMES));
    }
    if question.recipe.candidates == 0 || question.recipe.candidates > MOST_CANDIDATES {
        let reason = format!("{} is outside 1..={MOST_CANDIDATES}", question.recipe.candidates);
        return bad("recipe.candidates", reason);
    }
    if question.people.len() > limits::NAMES {
        return bad("people", format!("{} names are more than the {} accepted", question.people.len(), limits::NAMES));
    }
    Ok(())
}

/// A list of the filter that is longer than any may be.
fn longest_list(question: &Question) -> Option<(&'static str, usize)> {
    let filter = &question.filter;
    let lists = [
        ("filter.kinds", filter.kinds.len()),
        ("filter.speakers", filter.speakers.len()),
        ("filter.entities", filter.entities.len()),
        ("filter.topics", filter.topics.len()),
    ];
    lists.into_iter().find(|(_, length)| *length > limits::NAMES)
}

/// The question's vector, or why there is none.
fn query_vector(tools: &Tools<'_>, question: &Question, spoken: Option<&Spoken>) -> Result<UnitVector, LegState> {
    if question.recipe.weights.vector <= 0.0 {
        return Err(LegState::absent("left out by the recipe"));
    }
    if tools.vector.is_none() {
        return Err(LegState::absent("the space has no vectors"));
    }
    let embedder = tools.embedder.ok_or_else(|| LegState::absent("there is no embedding model"))?;
    if let Some(model) = tools.catalog.model().filter(|model| *model != embedder.identity()) {
        let reason = format!("the space's vectors are of {}; `hupo rebuild --embed` makes them anew", model.name);
        return Err(LegState::absent(reason));
    }
    match spoken {
        Some(spoken) => spoken_vector(embedder, spoken),
        None => embedder.embed_query(&question.text).map_err(LegState::failed),
    }
}

/// The direction between what the last speaker says in all and the last line.
fn spoken_vector(embedder: &Embedder, spoken: &Spoken) -> Result<UnitVector, LegState> {
    let own = embedder.embed_query(&spoken.own).map_err(LegState::failed)?;
    let last = embedder.embed_query(&spoken.last).map_err(LegState::failed)?;
    let sum = own.as_slice().iter().zip(last.as_slice()).map(|(own, last)| own + last).collect();
    UnitVector::new(sum).map_err(LegState::failed)
}

/// The documents that the filter's entities and topics leave, if it names any.
pub(crate) fn members(tools: &Tools<'_>, question: &Question) -> Option<DocSet> {
    let filter = &question.filter;
    if filter.entities.is_empty() && filter.topics.is_empty() {
        return None;
    }
    let Some(graph) = tools.graph else { return Some(DocSet::new()) };
    let of_entities: Vec<DocId> = filter.entities.iter().flat_map(|&id| graph.entity_documents(id)).collect();
    let of_topics: Vec<DocId> = filter.topics.iter().flat_map(|&id| graph.topic_documents(id)).collect();
    Some(match (filter.entities.is_empty(), filter.topics.is_empty()) {
        (false, true) => of_entities.into_iter().collect(),
        (true, _) => of_topics.into_iter().collect(),
        (false, false) => {
            let topics: DocSet = of_topics.into_iter().collect();
            of_entities.into_iter().filter(|&doc| topics.contains(doc)).collect()
        }
    })
}
