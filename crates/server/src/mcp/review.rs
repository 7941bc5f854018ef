//! `review_list` and `review_decide`: what waits for a person, and what the person decided.

use super::answers::{Contradicted, Queue, Quote, Said, Waiting};
use super::at::{At, clipped, data_note, rfc3339, shown, who};
use super::language::Language;
use super::settled::{settled, told, word};
use crate::problem::{Code, Problem};
use hupo::{CardEvidence, Judgement, MemoryId, NewDecision, Proposal, ProposalId, Quoted, Review, ReviewCard};
use serde_json::Value;

/// Proposals shown, if the caller does not say.
const SHOWN: usize = 10;

/// What waits, oldest first.
pub(super) fn list(at: &At<'_>) -> Result<Said, Problem> {
    let waiting = at.space.waiting()?;
    let mut cards = Vec::new();
    for review in waiting.iter().take(at.arguments.count("limit").unwrap_or(SHOWN)) {
        at.scope.check()?;
        cards.extend(at.space.review(review.id, at.now())?);
    }
    let queue = Queue { waiting: cards.iter().map(structured).collect(), n_waiting: waiting.len() };
    let language = Language::of(queue.waiting.first().map_or("", |first| first.says.as_str()));
    Ok(Said::new(listed(at, &cards, waiting.len(), language), &queue))
}

fn structured(card: &ReviewCard) -> Waiting {
    let (proposes, says) = in_words(&card.review);
    Waiting {
        proposal_id: card.review.id.to_string(),
        proposes,
        says: clipped(&says).0,
        why: card.review.waiting.iter().map(plain).collect(),
        since: rfc3339(Some(card.review.queued_at)),
        by: card.review.proposer.as_ref().map(|proposer| proposer.name.clone()),
        quotes: quoted(card).map(Quote::from).collect(),
        contradicts: card
            .conflicts
            .iter()
            .map(|one| Contradicted { id: one.memory.id.to_string(), text: clipped(&one.memory.text).0 })
            .collect(),
        would_be_refused: refused(&card.judgement),
    }
}

fn quoted(card: &ReviewCard) -> impl Iterator<Item = &Quoted> {
    card.evidence.iter().filter_map(|CardEvidence { found, .. }| found.as_ref().ok())
}

fn refused(judgement: &Judgement) -> Option<String> {
    match judgement {
        Judgement::Refuse(verdict) => Some(format!("{}: {}", word(verdict.code), verdict.reason)),
        Judgement::Queue { .. } | Judgement::CarryOut { .. } => None,
    }
}

/// The kind of a proposal, and what it says: its sentence, or its fields where it has none.
fn in_words(review: &Review) -> (String, String) {
    let Ok(Value::Object(mut fields)) = serde_json::to_value(&review.proposal) else { return Default::default() };
    let kind = fields.remove("propose").and_then(|kind| Some(kind.as_str()?.to_owned())).unwrap_or_default();
    let sentence = fields.get("text").and_then(Value::as_str).map(str::to_owned);
    fields.remove("evidence");
    fields.retain(|_, value| !value.is_null());
    (kind, sentence.unwrap_or_else(|| Value::Object(fields).to_string()))
}

fn plain(word: &impl serde::Serialize) -> String {
    serde_json::to_value(word).ok().and_then(|word| Some(word.as_str()?.to_owned())).unwrap_or_default()
}

fn listed(at: &At<'_>, cards: &[ReviewCard], n_waiting: usize, language: Language) -> String {
    if n_waiting == 0 {
        return "没有等人审阅的提议。 Nothing waits for a person.".to_owned();
    }
    let mut lines = vec![data_note(language).to_owned()];
    lines.extend(cards.iter().map(|card| in_lines(at, card, language)));
    if n_waiting > cards.len() {
        let more = n_waiting - cards.len();
        lines.push(language.pick(format!("还有 {more} 条。"), format!("{more} more wait.")));
    }
    lines.join("\n\n")
}

fn in_lines(at: &At<'_>, card: &ReviewCard, language: Language) -> String {
    let waiting = structured(card);
    let since = at.local(Some(card.review.queued_at), language);
    let mut lines = vec![
        format!("{} · {} · {since} · {}", waiting.proposal_id, waiting.proposes, waiting.why.join(", ")),
        shown(&waiting.says, language),
    ];
    for quoted in quoted(card) {
        let who = who(quoted.role, quoted.speaker.as_deref(), language);
        lines.push(format!("{} {who} · {}", language.pick("依据", "because"), at.local(quoted.time, language)));
        lines.push(shown(&quoted.quote, language));
    }
    for one in &waiting.contradicts {
        lines.push(format!("{} {}", language.pick("矛盾于", "contradicts"), one.id));
        lines.push(shown(&one.text, language));
    }
    if let Some(refused) = waiting.would_be_refused {
        lines.push(format!("{}: {refused}", language.pick("批准会被拒", "approving it would be refused")));
    }
    lines.join("\n")
}

/// Carries out what a person decided.
pub(super) fn decide(at: &At<'_>) -> Result<Said, Problem> {
    let id = ProposalId::parse(at.arguments.required("id").trim());
    let id = id.ok_or_else(|| Problem::invalid("id", "give a proposal, such as prop-3, from review_list"))?;
    let Some(card) = at.space.review(id, at.now())? else {
        return Err(Problem::new(
            Code::NotFound,
            "id: there is no such proposal in this space; review_list shows them",
        ));
    };
    let decision = decision(at, &card.review)?;
    let by =
        at.arguments.text("by").map_or_else(|| format!("mcp:{}", at.caller), |by| format!("{by} (mcp:{})", at.caller));
    let verdict = at.space.decide(id, decision, &by, at.now())?;
    let answer = settled(&verdict, None);
    let language = Language::of(&in_words(&card.review).1);
    let done = language.pick(format!("{id} 已裁定。"), format!("{id} is decided."));
    let text = if verdict.code.is_welcome() {
        format!("{done}\n{}", told(&answer, verdict.code, language))
    } else {
        told(&answer, verdict.code, language)
    };
    Ok(Said::new(text, &answer))
}

fn decision(at: &At<'_>, review: &Review) -> Result<NewDecision, Problem> {
    let arguments = at.arguments;
    match arguments.required("decision") {
        "approve" => Ok(NewDecision::Approve),
        "reject" => {
            let reason =
                arguments.text("reason").ok_or_else(|| Problem::invalid("reason", "say why it is rejected"))?;
            Ok(NewDecision::Reject { reason: reason.to_owned(), bar: arguments.flag("never_again") })
        }
        "merge" => Ok(NewDecision::Merge { into: into(at)? }),
        _ => Ok(NewDecision::Edit { proposal: Box::new(edited(at, &review.proposal)?) }),
    }
}

fn into(at: &At<'_>) -> Result<MemoryId, Problem> {
    match at.arguments.text("into") {
        Some(_) => at.memory("into"),
        None => Err(Problem::invalid("into", "name the memory that says the same, such as mem-3")),
    }
}

/// The proposal with another sentence; it is judged like any.
fn edited(at: &At<'_>, proposal: &Proposal) -> Result<Proposal, Problem> {
    let fact =
        at.arguments.text("fact").ok_or_else(|| Problem::invalid("fact", "give the sentence to keep instead"))?;
    let mut value = serde_json::to_value(proposal).unwrap_or_default();
    match value.get_mut("text") {
        Some(text) => *text = fact.into(),
        None => {
            return Err(Problem::invalid("decision", "only what has a sentence can be edited here; use hupo review"));
        }
    }
    serde_json::from_value(value).map_err(|_| Problem::new(Code::Internal, "the edit could not be read"))
}
