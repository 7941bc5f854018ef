//! A few harmless words can be cut out of a line that talks to a model. A quote from such a line is therefore widened to
//! the whole of it, so that the rules, and the person it then waits for, see what it really rests on.

use hupo::{Message, MessageRef, NewEvidence, Proposal, limits, signs};
use hupo_text::quote::locate;

/// Widens the quotes of a proposal that stand in such lines. What does not stand there is left as it is, to be refused.
pub(super) fn quotes(proposal: &mut Proposal, lines: &[Message]) {
    for evidence in evidence_of(proposal) {
        let cited = lines.iter().find(|line| evidence.message == MessageRef::Id(line.id));
        if let Some(line) = cited.filter(|line| is_to_be_widened(line, evidence)) {
            evidence.quote.clone_from(&line.text);
            evidence.hint = None;
        }
    }
}

fn is_to_be_widened(line: &Message, evidence: &NewEvidence) -> bool {
    line.text.len() <= limits::QUOTE_BYTES
        && locate(&line.text, &evidence.quote, evidence.hint).is_ok()
        && !signs(&line.text).is_empty()
}

fn evidence_of(proposal: &mut Proposal) -> Vec<&mut NewEvidence> {
    match proposal {
        Proposal::Memory(new) => new.evidence.iter_mut().collect(),
        Proposal::Correction(new) => new.evidence.iter_mut().collect(),
        Proposal::Relation(new) => new.evidence.iter_mut().collect(),
        Proposal::Person(new) => new.evidence.iter_mut().collect(),
        Proposal::TemporalItem(new) => new.evidence.iter_mut().collect(),
        Proposal::Outcome(new) => {
            let became = new.becomes.iter_mut().flat_map(|item| &mut item.evidence);
            new.evidence.iter_mut().chain(became).collect()
        }
        Proposal::Observation(new) => new.evidence.iter_mut().collect(),
        Proposal::Profile(new) => new.evidence.iter_mut().collect(),
        Proposal::Continuity(_)
        | Proposal::Segment(_)
        | Proposal::Diary(_)
        | Proposal::CarriedNote(_)
        | Proposal::StatusNote(_)
        | Proposal::RollingSummary(_)
        | Proposal::TopicSummary(_) => Vec::new(),
    }
}
