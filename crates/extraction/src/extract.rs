//! From a talk to its proposals: message by message, sentence by sentence, clause by clause.

use crate::clause::{clauses, sentences};
use crate::doubt::{self, Doubt};
use crate::draft::Said;
use crate::pattern::{Pattern, pattern};
use crate::talk::{Line, Talk};
use crate::{correction, marks, outcome, rules, settle};
use hupo_types::{Proposal, Role};

/// Most proposals of one message: who says more in one breath is reading from a list.
const PER_MESSAGE: usize = 16;

/// What leads into a clause and says nothing of its own.
static LEAD_IN: Pattern = pattern!(
    r"^(?:(?:(?:哦?对了|嗯+|啊+|哦+|噢|喔|诶|欸|哎呀?|唉|其实|那个|就是|然后|所以|不过|但是|但|而且|还有|另外|话说|说起来|",
    r"顺便(?:说一下)?|(?:我)?(?:跟|和)你(?:讲|说)(?:一下|哈|啊)?|告诉你|嗨|你好呀?|您好|大家好|哈喽|嘿|说实话|老实说|讲真|",
    r"真的|平时|目前|如今|现在|因为|毕竟|反正|总之|忘了说|差点忘了|第一次用这个|我想说|哈+|呵+|好吧?|行吧?|是的|对啊?|没错)",
    r"[啊呀哈,\s~!]*)|",
    r"(?:(?:so|well|oh|ok|okay|hey|hi|hello|hiya|yeah|yep|yes|yup|and|but|also|btw|by the way|honestly|actually|tbh|",
    r"to be honest|um+|uh+|heads up|fyi|just so you know|you know|i mean|anyway|anyways|plus|because|cause|cuz|since|right|",
    r"lol|haha+|ugh+|hmm+|wow|look|listen|truth is|personally|ngl|not gonna lie|as for me|though|yeah no|sure|thanks|",
    r"please)[,!.]*(?:\s+|$)))+"
);

/// The proposals of a talk, in its order. Every quote is the user's own and stands in its message; of a fact that is
/// said twice only the last saying counts. The same talk gives the same proposals; work is linear in its length.
#[must_use]
pub fn extract(talk: &Talk) -> Vec<Proposal> {
    let mut found = Vec::new();
    for (at, line) in talk.messages.iter().enumerate().filter(|(_, line)| line.role == Role::User) {
        found.extend(of_message(talk, line, answered(talk, at)));
    }
    settle::settled(talk, found)
}

/// The line that a message answers.
fn answered(talk: &Talk, at: usize) -> Option<&Line> {
    at.checked_sub(1).map_or_else(|| talk.before.last(), |before| talk.messages.get(before))
}

fn of_message(talk: &Talk, line: &Line, answers: Option<&Line>) -> Vec<Proposal> {
    let Some(closed) = marks::closed_parts(&line.text) else { return Vec::new() };
    let mut found = Vec::new();
    for sentence in sentences(&line.text) {
        let end = sentence.start + sentence.original.len();
        if closed.iter().any(|part| part.start < end && sentence.start < part.end) {
            continue;
        }
        let said =
            Said { talk, line, sentence: &sentence, doubt: doubt::of(&sentence), text: &sentence.folded.text, at: 0 };
        found.extend(of_sentence(said, answers));
    }
    found.truncate(PER_MESSAGE);
    found
}

/// A correction or the end of a matter is all that its sentence says.
fn of_sentence(said: Said<'_>, answers: Option<&Line>) -> Vec<Proposal> {
    if let Some(proposal) = correction::of_sentence(said, answers) {
        return vec![proposal];
    }
    if let Some(proposal) = outcome::of_sentence(said) {
        return vec![proposal];
    }
    let mut found = Vec::new();
    for range in clauses(said.text) {
        let clause = clause_of(said, range);
        found.extend(rules::of_clause(clause));
    }
    found
}

/// The clause without what leads into it.
fn clause_of(said: Said<'_>, range: std::ops::Range<usize>) -> Said<'_> {
    let text = said.text.get(range.clone()).unwrap_or_default();
    let doubt = Doubt { asks: doubt::clause_asks(said.sentence, &range), ..said.doubt };
    let skipped = LEAD_IN.find(text).map_or(0, |lead| lead.end());
    Said { text: text.get(skipped..).unwrap_or_default(), at: range.start + skipped, doubt, ..said }
}
