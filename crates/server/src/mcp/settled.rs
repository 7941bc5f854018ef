//! What became of a proposal, told plainly.

use super::answers::Settled;
use super::language::Language;
use hupo::{DocId, MessageId, Stored, Verdict, VerdictCode};

/// A verdict, as programs read it.
pub(super) fn settled(verdict: &Verdict, message: Option<MessageId>) -> Settled {
    Settled {
        verdict: word(verdict.code),
        counts_now: counts(verdict.code),
        waits_for_a_person: verdict.proposal.is_some() && !counts(verdict.code),
        reason: verdict.reason.clone(),
        memory_id: memory(verdict).map(|id| id.to_string()),
        proposal_id: verdict.proposal.map(|id| id.to_string()),
        message_id: message.map(|id| id.to_string()),
        meets: verdict.meets.iter().map(ToString::to_string).collect(),
    }
}

/// The word of a code.
pub(super) fn word(code: VerdictCode) -> String {
    serde_json::to_value(code).ok().and_then(|word| Some(word.as_str()?.to_owned())).unwrap_or_default()
}

const fn counts(code: VerdictCode) -> bool {
    code.is_welcome() && !matches!(code, VerdictCode::Pending)
}

fn memory(verdict: &Verdict) -> Option<DocId> {
    let made = verdict
        .stored
        .iter()
        .find_map(|stored| if let Stored::Memory { id, .. } = stored { Some(DocId::Memory(*id)) } else { None });
    let met = || verdict.meets.iter().copied().find(|doc| matches!(doc, DocId::Memory(_)));
    made.or_else(|| if verdict.code == VerdictCode::Duplicate { met() } else { None })
}

/// A verdict, as people and models read it.
pub(super) fn told(answer: &Settled, code: VerdictCode, language: Language) -> String {
    let mut lines = vec![headline(code, language).to_owned()];
    lines.extend(answer.memory_id.iter().map(|id| format!("{}: {id}", language.pick("记忆", "memory"))));
    lines.extend(answer.proposal_id.iter().map(|id| format!("{}: {id}", language.pick("提议", "proposal"))));
    lines.extend(answer.message_id.iter().map(|id| format!("{}: {id}", language.pick("原话", "words kept as"))));
    if !answer.meets.is_empty() {
        lines.push(format!("{}: {}", language.pick("碰到", "meets"), answer.meets.join(", ")));
    }
    if !code.is_welcome() {
        lines.push(format!("{}: {}", answer.verdict, answer.reason));
    }
    lines.join("\n")
}

/// Whether it counts, and what to tell the user.
const fn headline(code: VerdictCode, language: Language) -> &'static str {
    let (chinese, english) = match code {
        VerdictCode::Accepted => ("记住了，现在就算数。", "Remembered; it counts from now on."),
        VerdictCode::Pending => (
            "还没有算数：等人审阅。不要再提一次，也不要说已经记住了。",
            "Not remembered yet: it waits for a person to review it. Do not propose it again, nor say it is remembered.",
        ),
        VerdictCode::Duplicate => {
            ("早就记着了；这句原话加作了依据。", "It was known already; these words were added to what it rests on.")
        }
        VerdictCode::Supersedes => (
            "更正了：新的算数，旧的连同原话留着，不再出现。",
            "Corrected: the new one counts; the old one is kept with its words and no longer shown.",
        ),
        VerdictCode::Conflict => (
            "与已记的相矛盾，两边都存疑，等人审阅。如果用户是在更正，请用 correct。",
            "It contradicts what is remembered; both are in doubt until a person decides. If the user corrected it, use correct.",
        ),
        VerdictCode::BelowImportanceFloor => {
            ("太小的事，没有记。", "Too small a thing to keep; nothing was remembered.")
        }
        VerdictCode::NeedsRepetition => (
            "只见过一次，还不能算习惯；请作为 event 提。",
            "Seen once only, so it is no pattern yet; propose it as an event.",
        ),
        VerdictCode::ErasedSource => (
            "这件事被抹除或禁止过，不再记；不要再提。",
            "This was erased or barred, and is not remembered again; do not propose it again.",
        ),
        VerdictCode::UnknownMessage
        | VerdictCode::WrongRole
        | VerdictCode::QuoteNotFound
        | VerdictCode::QuoteTooShort
        | VerdictCode::NoUserSource
        | VerdictCode::UnknownTarget
        | VerdictCode::Cycle
        | VerdictCode::Limit
        | VerdictCode::Invalid => ("没有记住；原因如下。", "Not remembered; the reason follows."),
    };
    match language {
        Language::Chinese => chinese,
        Language::English => english,
    }
}
