//! Values cut from a clause: where they end, what is none.

use crate::pattern::{Pattern, pattern};
use hupo_text::script::is_han;

/// Particles and tails that are no part of a value.
static TAIL: Pattern = pattern!(
    r"(?:\s*(?:了|啊|呀|哦|噢|喔|呢|嘛|啦|吧|哈+|呵+|哒|耶|欸|诶|的说|tbh|btw|lol|haha+|though|too|as well|so much|a lot|",
    r"fight me|honestly|these days|right now|now|at the moment|at all|very much|the most|really|actually|since|myself|originally|\s的|",
    r"okay|ok|please|dude|man|currently|[.!~:;'\-*]+|\s))+$"
);

/// Where something else begins in an English value.
static BREAK: Pattern = pattern!(
    r"\s(?:because|cuz|when|whenever|while|but|so|since|especially|although|as|after|before|for|more than|than|even|just|until|from|if|",
    r"and (?:i|my|we|it|he|she|they|always|never)|on (?:weekends|sundays|saturdays)|now and|once in|a lot|every|last)\s?(?:\W|(?-u:\b)).*$"
);

/// Words that lean on something outside the value: without what they point at it says nothing.
static LEANS: Pattern = pattern!(
    r"(?-u:\b)(?:that|which|who|whom|whose|where|this|these|those|them|it|him|her|there|here|like|such|or|you|your)(?-u:\b)"
);

/// Whether an English value says something by itself.
pub(super) fn stands_alone(value: &str) -> bool {
    !LEANS.is_match(value)
}

/// The length of the value at the start of a folded text: up to a tail, or to where something else begins.
pub(super) fn length(text: &str) -> usize {
    let text = BREAK.find(text).map_or(text, |rest| text.get(..rest.start()).unwrap_or(text));
    TAIL.find(text).map_or(text, |tail| text.get(..tail.start()).unwrap_or(text)).trim_end().len()
}

/// The parts of a list such as 虾和蟹, 猫也喜欢狗, "bees and wasps", as byte ranges.
pub(super) fn parts(text: &str) -> Vec<std::ops::Range<usize>> {
    static SEPARATOR: Pattern = pattern!(r"和|跟|与|以及|、|还有|也喜欢|也爱|\s*&\s*|\s+and\s+|\s*/\s*");
    let mut found = Vec::new();
    let mut start = 0;
    for between in SEPARATOR.find_iter(text) {
        found.push(start..between.start());
        start = between.end();
    }
    found.push(start..text.len());
    let whole = 0..text.len();
    if text.starts_with(['在', '跟', '和', '用', '把', '给', '为']) {
        return vec![whole];
    }
    let words =
        |part: &std::ops::Range<usize>| text.get(part.clone()).map_or(0, |part| part.split_whitespace().count());
    let shares_its_noun = found.len() == 2 && found.first().map(words) == Some(1) && found.last().map(words) > Some(1);
    let described = found.split_last().is_some_and(|(last, others)| {
        let has = |part: &std::ops::Range<usize>| text.get(part.clone()).is_some_and(|part| part.contains('的'));
        has(last) && !others.is_empty() && !others.iter().any(has)
    });
    let is_list =
        !described && !shares_its_noun && found.iter().all(|part| text.get(part.clone()).is_some_and(is_short_part));
    if is_list && found.len() <= 5 { found } else { vec![whole] }
}

fn is_short_part(part: &str) -> bool {
    let part = part.trim();
    let n_han = part.chars().filter(|c| is_han(*c)).count();
    !part.is_empty() && n_han <= 6 && part.split_whitespace().count() <= 3 && (n_han != 1 || part.chars().count() == 1)
}

/// Whether a value is short enough to be one: that many Han characters, or words.
pub(super) fn is_short(value: &str, han: usize, words: usize) -> bool {
    let n_han = value.chars().filter(|c| is_han(*c)).count();
    !value.is_empty() && n_han <= han && value.split_whitespace().count() <= words && value.len() <= 80
}

/// Whether words are written as a name is: with a capital letter, or in Han characters.
pub(super) fn is_capitalised(words: &str) -> bool {
    words.split_whitespace().all(|word| word.chars().next().is_some_and(|c| c.is_uppercase() || is_han(c)))
}
