//! `remember` and `correct`: the user's words become a message, and a proposal rests on it.

use super::answers::Said;
use super::at::At;
use super::settled::{self, settled};
use crate::problem::{Code, Problem};
use hupo::{
    Batch, DocId, Kind, MemoryRef, MessageId, MessageRef, NewCorrection, NewEvidence, NewMemory, NewMessage, Proposal,
    ProposalId, Proposer, Purpose, Role, Scope, SemanticKey, Stored, Verdict, VerdictCode, limits,
};
use serde::de::DeserializeOwned;

/// The channel of lines that came in through a tool.
const CHANNEL: &str = "mcp";
/// Of a memory whose importance is not said: above the floor.
const IMPORTANCE: u8 = 6;
/// Whom an attribute is of, if it is not said.
const SUBJECT: &str = "user";

/// Keeps the words, and proposes a memory that rests on them.
pub(super) fn remember(at: &At<'_>) -> Result<Said, Problem> {
    let heard = heard(at)?;
    let arguments = at.arguments;
    let words = arguments.required("words");
    let scope = word::<Scope>(arguments.text("about")).unwrap_or(Scope::User);
    let kind = word::<Kind>(arguments.text("kind")).unwrap_or(Kind::Fact);
    let text = arguments.text("fact").unwrap_or(words);
    let mut memory = NewMemory::new(kind, scope, text, vec![heard.evidence(words, Purpose::Statement)]);
    memory.importance = arguments.count("importance").and_then(|n| u8::try_from(n).ok()).unwrap_or(IMPORTANCE);
    if let Some(attribute) = arguments.text("attribute") {
        let subject = arguments.text("subject").unwrap_or(SUBJECT).to_owned();
        memory.key = SemanticKey { subject, attribute: attribute.to_owned(), ..SemanticKey::default() };
    }
    propose(at, &heard, Proposal::Memory(Box::new(memory)))
}

/// Keeps the words, and proposes that a memory no longer holds.
pub(super) fn correct(at: &At<'_>) -> Result<Said, Problem> {
    let corrects = MemoryRef::Id(at.memory("id")?);
    let heard = heard(at)?;
    let evidence = vec![heard.evidence(at.arguments.required("words"), Purpose::Correction)];
    let text = at.arguments.required("fact").to_owned();
    let correction = NewCorrection { corrects, text, importance: None, evidence, valid: Default::default() };
    propose(at, &heard, Proposal::Correction(correction))
}

/// The message that holds the user's words.
struct Heard {
    message: MessageId,
    /// It was there already: the same words on the same day.
    existed: bool,
}

impl Heard {
    fn evidence(&self, words: &str, purpose: Purpose) -> NewEvidence {
        let cited = NewEvidence::statement(MessageRef::Id(self.message), Role::User, words);
        NewEvidence { purpose, ..cited }
    }
}

/// Puts the words into the transcript. The same words of the same speaker on the same local day are one message, so
/// that a call that is made again changes nothing.
fn heard(at: &At<'_>) -> Result<Heard, Problem> {
    let (words, speaker) = (at.arguments.required("words"), at.arguments.text("speaker"));
    if words.len() > limits::QUOTE_BYTES {
        let why = format!("words: at most {} bytes; quote the words that matter", limits::QUOTE_BYTES);
        return Err(Problem::new(Code::TooLarge, why));
    }
    let external_id = name_of(at, words, speaker);
    if let Some(message) = known(at, &external_id)? {
        return Ok(Heard { message, existed: true });
    }
    let mut line = NewMessage::user(words).external_id(&external_id);
    line.speaker = speaker.map(str::to_owned);
    line.time = Some(at.now());
    line.channel = Some(CHANNEL.to_owned());
    let stored = match at.space.append(vec![line], at.now()) {
        Ok(receipt) => receipt.stored,
        // Another call of the same words was quicker.
        Err(error) => {
            return known(at, &external_id)?
                .map(|message| Heard { message, existed: true })
                .ok_or_else(|| error.into());
        }
    };
    if let Some(Stored::Message { id, existed }) = stored.first() {
        return Ok(Heard { message: *id, existed: *existed });
    }
    Err(Problem::new(Code::Internal, "the words were not kept"))
}

/// The same for the same words on the same local day. An erasure takes it away with the message.
fn name_of(at: &At<'_>, words: &str, speaker: Option<&str>) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(words.as_bytes()).update(&[0xff]).update(speaker.unwrap_or_default().as_bytes());
    let hash = hasher.finalize().to_hex();
    let day = jiff::Timestamp::from_millisecond(at.now().ms()).unwrap_or_default().to_zoned(at.zone());
    format!("mcp-{}-{}", day.strftime("%Y%m%d"), hash.get(..24).unwrap_or_default())
}

fn known(at: &At<'_>, external_id: &str) -> Result<Option<MessageId>, Problem> {
    let message = |doc: &DocId| match doc {
        DocId::Message(id) => Some(*id),
        DocId::Memory(_) => None,
    };
    Ok(at.space.find(external_id)?.iter().find_map(message))
}

fn propose(at: &At<'_>, heard: &Heard, proposal: Proposal) -> Result<Said, Problem> {
    let language = super::language::Language::of(at.arguments.required("words"));
    let waits = if heard.existed { waiting(at, &proposal)? } else { None };
    let verdict = match waits {
        Some(id) => still_waiting(id),
        None => {
            let proposer = Some(Proposer { name: format!("mcp:{}", at.caller), ..Proposer::default() });
            let batch = Batch { proposals: vec![proposal], proposer, dry_run: false };
            let said = at.space.propose(batch, at.now())?;
            said.verdicts.into_iter().next().ok_or_else(|| Problem::new(Code::Internal, "there was no verdict"))?
        }
    };
    let answer = settled(&verdict, Some(heard.message));
    Ok(Said::new(settled::told(&answer, verdict.code, language), &answer))
}

/// The same proposal, if it waits already.
fn waiting(at: &At<'_>, proposal: &Proposal) -> Result<Option<ProposalId>, Problem> {
    Ok(at.space.waiting()?.into_iter().find(|review| review.proposal == *proposal).map(|review| review.id))
}

fn still_waiting(id: ProposalId) -> Verdict {
    let mut verdict = Verdict::new(VerdictCode::Pending, format!("{id} says the same and waits for a person"));
    verdict.proposal = Some(id);
    verdict
}

/// One of an enum's words. The table of arguments lets no other word through.
fn word<T: DeserializeOwned>(text: Option<&str>) -> Option<T> {
    serde_json::from_value(text?.into()).ok()
}
