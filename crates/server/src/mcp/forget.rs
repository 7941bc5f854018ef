//! `forget`: erases for good, and says by id what went and what stays.

use super::answers::{Forgotten, Said};
use super::at::At;
use super::language::Language;
use crate::problem::Problem;
use hupo::{DocId, EraseTarget, Erasure, Evidence};

/// Erases what is named, if it is confirmed.
pub(super) fn forget(at: &At<'_>) -> Result<Said, Problem> {
    let target = target(at)?;
    if !at.arguments.flag("confirm") {
        let why = "erasing cannot be undone; show the user what it is (show_sources), and when they say that it is to \
                   go, call forget again with confirm true";
        return Err(Problem::invalid("confirm", why));
    }
    let language = Language::of(&words_of(at, target)?);
    let cited = cited(at, target)?;
    let erasure = at.space.erase(target, at.now())?;
    let answer = forgotten(&erasure, cited);
    Ok(Said::new(told(&answer, language), &answer))
}

fn target(at: &At<'_>) -> Result<EraseTarget, Problem> {
    if at.arguments.required("id").trim().starts_with("ent-")
        && at.space.find(at.arguments.required("id").trim())?.is_empty()
    {
        return Ok(EraseTarget::Entity(at.entity("id")?));
    }
    Ok(match at.document("id")? {
        DocId::Memory(memory) => EraseTarget::Memory(memory),
        DocId::Message(message) => EraseTarget::Message(message),
    })
}

/// What it says, to answer in its language.
fn words_of(at: &At<'_>, target: EraseTarget) -> Result<String, Problem> {
    let words = match target {
        EraseTarget::Memory(id) => at.space.memory(id)?.map(|memory| memory.text),
        EraseTarget::Message(id) => at.space.message(id)?.map(|message| message.text),
        EraseTarget::Entity(id) => at.space.entity(id)?.map(|entity| entity.name),
    };
    Ok(words.unwrap_or_default())
}

/// The messages that a memory rests on.
fn cited(at: &At<'_>, target: EraseTarget) -> Result<Vec<String>, Problem> {
    let EraseTarget::Memory(id) = target else { return Ok(Vec::new()) };
    let evidence = at.space.memory(id)?.map(|memory| memory.evidence).unwrap_or_default();
    let mut ids: Vec<String> = evidence.iter().map(|one: &Evidence| one.message.to_string()).collect();
    ids.dedup();
    Ok(ids)
}

fn forgotten(erasure: &Erasure, messages_that_stay: Vec<String>) -> Forgotten {
    Forgotten {
        target: match erasure.target {
            EraseTarget::Memory(id) => id.to_string(),
            EraseTarget::Message(id) => id.to_string(),
            EraseTarget::Entity(id) => id.to_string(),
        },
        erased: went(erasure),
        kept_with_less_evidence: written(&erasure.lost_evidence),
        messages_that_stay,
        beliefs_erased: erasure.beliefs,
    }
}

/// The ids of everything that went.
fn went(erasure: &Erasure) -> Vec<String> {
    let mut ids = written(&erasure.messages);
    ids.extend(written(&erasure.memories));
    ids.extend(written(&erasure.entities));
    ids.extend(written(&erasure.relations));
    ids.extend(written(&erasure.observations));
    ids.extend(written(&erasure.profile_facts));
    ids.extend(written(&erasure.temporal_items));
    ids.extend(written(&erasure.pages));
    ids.extend(written(&erasure.proposals));
    ids
}

fn written<T: ToString>(ids: &[T]) -> Vec<String> {
    ids.iter().map(ToString::to_string).collect()
}

fn told(answer: &Forgotten, language: Language) -> String {
    let list = |ids: &[String]| ids.join(", ");
    let mut lines = vec![format!("{}: {}", language.pick("已永久抹除", "Erased for good"), list(&answer.erased))];
    if !answer.kept_with_less_evidence.is_empty() {
        let what = language.pick("少了一句依据、仍留着的", "kept, resting on fewer words");
        lines.push(format!("{what}: {}", list(&answer.kept_with_less_evidence)));
    }
    if !answer.messages_that_stay.is_empty() {
        let what = language.pick(
            "它依据的原话还在，要抹除请再说一次它们的编号",
            "the messages it rested on stay; forget them by their own ids if they are to go too",
        );
        lines.push(format!("{what}: {}", list(&answer.messages_that_stay)));
    }
    lines.join("\n")
}
