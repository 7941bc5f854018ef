//! A plain correction of something that is remembered: 不是姐姐，是哥哥; "it's Pepper, not Peppa"; "no, it's my brother".
//!
//! The wrong words must stand in exactly one living memory; what holds instead is that memory with the right words.

use crate::draft::Said;
use crate::pattern::{Pattern, pattern};
use crate::talk::{KnownMemory, Line};
use hupo_text::fold;
use hupo_types::{MemoryRef, NewCorrection, Proposal, Purpose, Role};
use std::ops::Range;

/// Wrong first, then right.
static NOT_BUT: [Pattern; 3] = [
    pattern!(
        r"不是(?P<x>[^,，;]{1,12}?)[,; ]+(?:而)?(?:应该)?是(?P<y>[^,;]{1,12}?)(?:啦|了|的|啊|哦|呀)*[,. ]*(?:$|,)"
    ),
    pattern!(
        r"(?:不在|离开)(?P<x>[^,;]{2,10}?)(?:了|上班了?)[,; ]+(?:我)?(?:现在)?在(?P<y>[^,;]{2,10}?)(?:上班|工作)?(?:了)?[,. ]*$"
    ),
    pattern!(
        r"(?:i )?don't (?:work|live) (?:at|in|for) (?P<x>[\w ]{2,20}?) any ?more,? (?:i'm|i work|i live|i am) (?:at|in|for) (?P<y>[\w ]{2,20}?)(?: now)?[. ]*$"
    ),
];
/// Wrong first, then a sentence that holds something of the same kind: 不是三岁，馒头已经四岁了.
static NOT_KIND: Pattern = pattern!(r"不是(?P<x>\p{Han}{2,6})[,; ]+(?P<rest>[^,;]{2,16})$");
/// Right first, then wrong.
static BUT_NOT: [Pattern; 2] = [
    pattern!(r"是?(?:在)?(?P<y>[^,;是在]{1,12})[,; ]+不是(?:在)?(?P<x>[^,;]{1,12}?)(?:[,. ]|$)"),
    pattern!(r"(?-u:\b)(?P<y>[\w'-]+(?: [\w'-]+){0,2}?),? not (?:in |at |on )?(?P<x>[\w'-]+(?: [\w'-]+)?)(?:[,.]|$)"),
];
static KIN: Pattern = pattern!(
    r"^(?:no|nope|nah|不|不对|不是)[,. ]+(?:it's|its|it is|that's|it was|是|那是)? ?(?:my |我的?)?(?P<y>sister|brother|mom|mum|dad|aunt|uncle|cousin|wife|husband|son|daughter|姐姐|妹妹|哥哥|弟弟|爸爸|妈妈|表姐|表妹|表哥|表弟)[,. ]*$"
);
const KINDRED: [&str; 21] = [
    "sister", "brother", "mom", "mum", "dad", "aunt", "uncle", "cousin", "wife", "husband", "son", "daughter", "姐姐",
    "妹妹", "哥哥", "弟弟", "爸爸", "妈妈", "表姐", "表妹", "表哥",
];

/// The correction a sentence makes, if it is clear what it corrects.
pub(crate) fn of_sentence(said: Said<'_>, answers: Option<&Line>) -> Option<Proposal> {
    if said.talk.memories.is_empty() || said.sentence.asks || said.doubt.supposes {
        return None;
    }
    let pairs = NOT_BUT.iter().chain(&BUT_NOT).filter_map(|form| form.captures(said.text));
    for found in pairs {
        let (Some(wrong), Some(right)) = (found.name("x"), found.name("y")) else { continue };
        let right = aligned(wrong.as_str(), right.range(), said.text);
        if let Some(proposal) = corrected(said, wrong.as_str(), said.words(right)) {
            return Some(proposal);
        }
    }
    of_a_kind(said).or_else(|| kindred(said, answers?))
}

/// As many characters as the wrong words have, ending with their last one.
fn of_a_kind(said: Said<'_>) -> Option<Proposal> {
    let found = NOT_KIND.captures(said.text)?;
    let (wrong, rest) = (found.name("x")?.as_str(), found.name("rest")?);
    let last = wrong.chars().next_back()?;
    let end = rest.as_str().rfind(last)? + last.len_utf8();
    let start = rest.as_str().get(..end)?.char_indices().rev().nth(wrong.chars().count() - 1)?.0;
    corrected(said, wrong, said.words(rest.start() + start..rest.start() + end))
}

/// As many words of the right side as the wrong one has, from its end: "the dog is called Pepper", "Peppa".
fn aligned(wrong: &str, right: Range<usize>, text: &str) -> Range<usize> {
    let words = wrong.split_whitespace().count();
    let said = text.get(right.clone()).unwrap_or_default();
    let mut start = said.len();
    for _ in 0..words {
        start = said.get(..start).and_then(|head| head.trim_end().rfind(' ')).map_or(0, |at| at + 1);
    }
    let start = if words > 1 || said.get(start..).is_some_and(|tail| !tail.is_empty()) { start } else { 0 };
    let begin = right.start + said.get(..start).map_or(0, str::len);
    begin..right.end
}

/// The one memory that holds the wrong words and not the right ones, said anew.
fn corrected(said: Said<'_>, wrong: &str, right: &str) -> Option<Proposal> {
    let wrong = wrong.trim();
    if right.is_empty() || wrong.chars().count() < 2 || fold(right).text == wrong || right.chars().count() > 24 {
        return None;
    }
    let mut holding = said.talk.memories.iter().filter_map(|memory| place(memory, wrong).map(|place| (memory, place)));
    let (memory, place) = holding.next()?;
    if holding.next().is_some() || fold(&memory.text).text.contains(&fold(right).text) {
        return None;
    }
    let text = format!("{}{right}{}", memory.text.get(..place.start)?, memory.text.get(place.end..)?);
    let trimmed = said.until(said.text.trim_end().len());
    Some(Proposal::Correction(NewCorrection {
        corrects: MemoryRef::Id(memory.id),
        text,
        importance: None,
        evidence: trimmed.evidence(Purpose::Correction)?,
        valid: hupo_types::Interval::default(),
    }))
}

/// Where folded words stand in a memory's text, once; words with letters only as whole words.
fn place(memory: &KnownMemory, folded: &str) -> Option<Range<usize>> {
    let text = fold(&memory.text);
    let mut found = text.text.match_indices(folded).map(|(at, _)| at..at + folded.len());
    let only = found.next().filter(|_| found.next().is_none())?;
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    let before = text.text.get(..only.start).and_then(|text| text.chars().next_back());
    let after = text.text.get(only.end..).and_then(|text| text.chars().next());
    let edges = (folded.chars().next(), folded.chars().next_back());
    let cut = letter(before) && letter(edges.0) || letter(after) && letter(edges.1);
    (!cut).then(|| text.original(only))
}

/// "No, it's my brother", said to a line of the companion's that names another relative.
fn kindred(said: Said<'_>, answers: &Line) -> Option<Proposal> {
    let found = KIN.captures(said.text)?;
    let right = found.name("y")?;
    let line = fold(&answers.text).text;
    let mut named = KINDRED.iter().filter(|word| line.contains(**word) && **word != right.as_str());
    let wrong = named.next().filter(|_| answers.role == Role::Companion && named.next().is_none())?;
    corrected(said, wrong, said.words(right.range()))
}
