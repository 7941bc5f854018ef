//! What one turn sees: the searches that are made for it, handed to the rules that assemble it.

use crate::answer::found_each;
use crate::space::Inner;
use crate::{Error, Space};
use hupo_memory::{Recalled, RecalledMemory, Turn, TurnContext};
use hupo_recall::{Filter, Found, MOST_ANSWERS, Question, Reranking, SearchScope, Source};
use hupo_store::Read;
use hupo_text::clean::is_blank;
use hupo_types::{DocId, EntityId, Kind, MemoryId, MessageId, PageKind, limits};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Memories beyond the limit of a turn that are looked for: what is said elsewhere makes room for the next.
const SPARE: usize = 3;

/// Bytes of a long message that are searched with: what it is about stands at its beginning, and a search costs by length.
const SEARCHED_BYTES: usize = 4 << 10;

/// Boundaries, rules and preferences that are looked for, and lines of the transcript that lead to segments.
const FEW: usize = 8;

/// How long a caller waits; the default waits for ever.
#[derive(Debug, Clone, Default)]
pub struct Patience {
    /// Reranking stops in time for an answer after this.
    pub deadline: Option<Duration>,
    /// Set by whoever no longer waits; reranking stops there.
    pub cancelled: Option<Arc<AtomicBool>>,
}

impl Space {
    /// What one turn sees: profile, time, plans, people, the story so far, what bears on the turn, memories, the last
    /// lines and the message itself, in this order, within the turn's limits. Each entry says what it rests on, and
    /// what was left out is listed with the reason. Never writes; seeing is not using.
    ///
    /// The same space and turn give the same context. Tokens are estimated; [`Self::context_counted`] takes a counter.
    ///
    /// ```
    /// # fn main() -> Result<(), hupo::Error> {
    /// # let folder = tempfile::tempdir().expect("a temporary folder");
    /// # let hupo = hupo::Hupo::open(folder.path())?;
    /// # let now = hupo::Timestamp::from_ms(1_790_000_000_000);
    /// # let config = hupo::SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() };
    /// # let space = hupo.space_or_create(config, now)?;
    /// use hupo::{NewMessage, Part, Turn};
    ///
    /// space.append(vec![NewMessage::user("我妹妹叫林晓"), NewMessage::companion("记住了，林晓。")], now)?;
    /// let context = space.context(&Turn::new("她最近怎么样？", now))?;
    /// assert_eq!(context.sections.last().map(|section| section.part), Some(Part::CurrentMessage));
    /// assert!(context.render().contains("我妹妹叫林晓") && context.n_tokens <= context.budget_tokens);
    /// # Ok(())
    /// # }
    /// ```
    pub fn context(&self, turn: &Turn) -> Result<TurnContext, Error> {
        self.context_counted(turn, &hupo_text::estimate_tokens)
    }

    /// As [`Self::context`]; `count` says what a text costs, in tokens of the model that will read it.
    pub fn context_counted(&self, turn: &Turn, count: &dyn Fn(&str) -> usize) -> Result<TurnContext, Error> {
        self.context_within(turn, count, &Patience::default())
    }

    /// As [`Self::context_counted`], for a caller that does not wait for ever: once its patience is at an end, what
    /// recall found is seen in the order it was found in.
    pub fn context_within(
        &self,
        turn: &Turn,
        count: &dyn Fn(&str) -> usize,
        patience: &Patience,
    ) -> Result<TurnContext, Error> {
        let inner = &*self.inner;
        let recalled = recalled(inner, turn, patience)?;
        Ok(hupo_memory::turn_context(&inner.snapshot()?, turn, &recalled, &inner.zone, count)?)
    }
}

/// What the searches for a turn find; nothing for one that says nothing.
fn recalled(inner: &Inner, turn: &Turn, patience: &Patience) -> Result<Recalled, Error> {
    let text = asked(&turn.text);
    if is_blank(&text) {
        return Ok(Recalled::default());
    }
    let mut question = Question::new(text, turn.now);
    question.people = turn.people.iter().take(limits::NAMES).cloned().collect();
    question.deadline = patience.deadline;
    question.cancelled.clone_from(&patience.cancelled);
    let searches = [
        memories(&question, turn.limits.memories.entries),
        bearing(&question, turn.limits.bearing.entries),
        lines(inner, &question, turn.limits.segments.entries)?,
    ];
    let [memories, bearing, lines] = found(inner, searches)?;
    Ok(Recalled {
        memories: memories.iter().filter(|found| bears_on_it(found)).filter_map(recalled_memory).collect(),
        bearing: bearing.iter().filter_map(|found| memory_of(found.document.id)).collect(),
        lines: lines.iter().filter_map(|found| message_of(found.document.id)).collect(),
        named: named(inner, &question.text),
    })
}

/// What the searches find that are made, all in one go; nothing for the others.
fn found(inner: &Inner, searches: [Option<Question>; 3]) -> Result<[Vec<Found>; 3], Error> {
    let are_made = searches.each_ref().map(Option::is_some);
    let questions: Vec<Question> = searches.into_iter().flatten().collect();
    let mut found = found_each(inner, &questions)?.into_iter();
    Ok(are_made.map(|is_made| if is_made { found.next().unwrap_or_default() } else { Vec::new() }))
}

/// The turn's text as a question: a long message by its beginning, and without what no question may hold.
fn asked(text: &str) -> String {
    let end = (0..=SEARCHED_BYTES.min(text.len())).rev().find(|end| text.is_char_boundary(*end));
    let beginning = text.get(..end.unwrap_or_default()).unwrap_or_default();
    beginning.chars().map(|c| if c < ' ' && !c.is_whitespace() { ' ' } else { c }).collect()
}

fn memories(question: &Question, shown: usize) -> Option<Question> {
    (shown > 0).then(|| question.clone().k(shown.saturating_add(SPARE).min(MOST_ANSWERS)))
}

fn recalled_memory(found: &Found) -> Option<RecalledMemory> {
    let stands_for = found.stands_for.iter().filter_map(|member| memory_of(member.document.id)).collect();
    memory_of(found.document.id).map(|memory| RecalledMemory { memory, stands_for })
}

/// Whether a memory has to do with the turn itself. Who asks may follow a long way through people and times to an answer;
/// a turn that asks nothing is not helped by what shares no word and no meaning with it.
fn bears_on_it(found: &Found) -> bool {
    let why = &found.why;
    let is_near = || why.contributions.iter().any(|part| part.source == Source::Vector);
    why.rerank.is_some() || why.coverage > 0.0 || is_near()
}

/// Boundaries, rules and preferences: there are few, and what bears on a turn is seen among them.
fn bearing(question: &Question, shown: usize) -> Option<Question> {
    let kinds = vec![Kind::Boundary, Kind::Rule, Kind::Preference];
    (shown > 0).then(|| in_passing(question.clone().filter(Filter { kinds, ..Filter::default() })))
}

/// Lines of the transcript, where there are segments for them to lead to.
fn lines(inner: &Inner, question: &Question, shown: usize) -> Result<Option<Question>, Error> {
    let leads_nowhere = shown == 0 || inner.snapshot()?.pages(PageKind::Segment)?.is_empty();
    Ok((!leads_nowhere).then(|| in_passing(question.clone().scope(SearchScope::Transcript))))
}

/// A search beside the one for memories: a few, in the fused order, by what they say themselves.
fn in_passing(question: Question) -> Question {
    let mut question = question.k(FEW);
    question.recipe.reranking = Reranking::Off;
    (question.recipe.weights.step, question.recipe.company) = (0.0, 0.0);
    question
}

const fn memory_of(doc: DocId) -> Option<MemoryId> {
    match doc {
        DocId::Memory(id) => Some(id),
        DocId::Message(_) => None,
    }
}

const fn message_of(doc: DocId) -> Option<MessageId> {
    match doc {
        DocId::Message(id) => Some(id),
        DocId::Memory(_) => None,
    }
}

/// The entities the text names, in order of place.
fn named(inner: &Inner, text: &str) -> Vec<EntityId> {
    let Ok(graph) = inner.legs.graph.get() else { return Vec::new() };
    let mut seeds = graph.seeds(text, &[]).entities;
    seeds.sort_by_key(|seed| (text.find(&seed.matched), seed.id));
    seeds.into_iter().map(|seed| seed.id).collect()
}

#[cfg(test)]
mod tests;
