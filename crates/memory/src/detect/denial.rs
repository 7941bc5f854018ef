//! Clauses that say that something is not known: a word in them is no use of what it names.

use std::collections::BTreeSet;

use super::tokens::Token;

const CUES: &str = "不记得|不太记得|记不得|记不清|想不起|没听你|没听过|没提过|没有提|没说过|没有说过|没告诉|没有告诉|没跟我|没和我|不知道你|\
    不确定你|don't remember|do not remember|don't recall|do not recall|can't recall|can't remember|no memory of|\
    never told|never said|never mentioned|haven't told|haven't said|haven't mentioned|hadn't mentioned|didn't tell|\
    didn't mention|don't think you|don't know if you|don't know wh|don't know your|not sure you|not aware";

/// The clauses of a folded text that deny.
pub(super) fn denied(folded: &str, tokens: &[Token]) -> BTreeSet<usize> {
    let is_denied = |clause: &&[Token]| {
        let bytes = clause.first().zip(clause.last()).map(|(first, last)| first.start..last.end);
        let said = bytes.and_then(|bytes| folded.get(bytes)).unwrap_or_default();
        CUES.split('|').any(|cue| said.contains(cue))
    };
    let clauses = tokens.chunk_by(|one, next| one.clause == next.clause);
    clauses.filter(is_denied).filter_map(|clause| clause.first()).map(|token| token.clause).collect()
}
