//! Signs in English: commands in the imperative, word by word.

use super::Sign;

/// To drop what was said before.
const DROP: [&str; 7] = ["ignore", "disregard", "forget", "override", "bypass", "discard", "overwrite"];
/// What came before, or is in force.
const BEFORE: [&str; 11] =
    ["previous", "prior", "above", "earlier", "preceding", "all", "any", "your", "existing", "system", "every"];
/// What a model goes by.
const INSTRUCTIONS: [&str; 12] = [
    "instruction",
    "instructions",
    "prompt",
    "prompts",
    "rules",
    "guidelines",
    "directives",
    "programming",
    "commands",
    "restrictions",
    "safeguards",
    "training",
];
/// To show.
const SHOW: [&str; 13] = [
    "reveal", "print", "show", "repeat", "output", "leak", "display", "share", "send", "tell", "expose", "write",
    "paste",
];
/// What is hidden, in two words.
const HIDDEN: [[&str; 2]; 8] = [
    ["system", "prompt"],
    ["system", "message"],
    ["system", "instructions"],
    ["hidden", "instructions"],
    ["hidden", "prompt"],
    ["initial", "instructions"],
    ["initial", "prompt"],
    ["developer", "message"],
];
/// A new order of things begins.
const FROM_NOW: [&[&str]; 8] = [
    &["from", "now", "on"],
    &["you", "must", "now"],
    &["you", "are", "now"],
    &["you", "will", "now"],
    &["starting", "now"],
    &["you", "must", "always"],
    &["you", "must", "only"],
    &["you", "are", "no", "longer"],
];
/// What only a machine is told to be or do.
const OBEY: [&str; 16] = [
    "obey",
    "comply",
    "jailbroken",
    "unrestricted",
    "uncensored",
    "unfiltered",
    "dan",
    "admin",
    "administrator",
    "root",
    "execute",
    "disregard",
    "override",
    "bypass",
    "bound",
    "unlocked",
];
/// Not to tell the user, in words that follow each other.
const SECRET: [&[&str]; 8] = [
    &["not", "tell", "the", "user"],
    &["dont", "tell", "the", "user"],
    &["never", "tell", "the", "user"],
    &["without", "telling", "the", "user"],
    &["not", "inform", "the", "user"],
    &["hide", "this", "from", "the", "user"],
    &["not", "reveal", "this", "to", "the", "user"],
    &["not", "mention", "this", "to", "the", "user"],
];
/// What may stand before a command.
const LEAD_IN: [&str; 12] =
    ["please", "now", "just", "must", "should", "shall", "then", "and", "also", "simply", "first", "instead"];

/// Somebody else than the reader, at the beginning of what is new from now on.
const OTHERS: [&str; 8] = ["i", "we", "he", "she", "they", "it", "my", "our"];

/// A word, and what begins with it.
struct Word {
    text: String,
    /// A sentence.
    begins: bool,
    /// A clause, after a comma.
    resumes: bool,
}

/// Of each command what people say least.
pub(super) fn hints() -> impl Iterator<Item = &'static str> {
    let hidden = HIDDEN.into_iter().map(|[_, object]| object);
    DROP.into_iter().chain(hidden).chain(OBEY).chain(["developer", "tell", "inform", "hide", "reveal", "mention"])
}

pub(super) fn signs(folded: &str) -> Vec<Sign> {
    let words = words(folded);
    let found = [
        (drops_instructions(&words), Sign::DropsInstructions),
        (asks_for_hidden_text(&words), Sign::AsksForHiddenText),
        (demands_obedience(&words), Sign::DemandsObedience),
        (SECRET.iter().any(|secret| contains(&words, secret)), Sign::HidesFromUser),
    ];
    found.into_iter().filter(|(holds, _)| *holds).map(|(_, sign)| sign).collect()
}

/// The words of ASCII letters, apostrophes left out; a sentence begins after punctuation or another script.
fn words(folded: &str) -> Vec<Word> {
    let mut words = Vec::new();
    let (mut begins, mut resumes) = (true, false);
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '\'';
    for piece in folded.split_inclusive(|c: char| !is_word(c)) {
        let text: String = piece.chars().filter(char::is_ascii_alphanumeric).collect();
        if !text.is_empty() {
            words.push(Word { text, begins, resumes });
            (begins, resumes) = (false, false);
        }
        let last = piece.chars().next_back().filter(|c| !is_word(*c) && !c.is_whitespace());
        resumes |= last == Some(',');
        begins |= last.is_some_and(|c| c != ',');
    }
    words
}

/// Whether the word at a place is a command: a sentence begins with it, or something that leads into a command.
fn is_command(words: &[Word], at: usize) -> bool {
    let begins = words.get(at).is_some_and(|word| word.begins || word.resumes);
    let before = at.checked_sub(1).and_then(|before| words.get(before));
    begins || before.is_some_and(|word| LEAD_IN.contains(&word.text.as_str()))
}

/// The places of commands with one of these verbs.
fn commands<'w>(words: &'w [Word], verbs: &'w [&str]) -> impl Iterator<Item = usize> + 'w {
    let verb = |at: &usize| words.get(*at).is_some_and(|word| verbs.contains(&word.text.as_str()));
    (0..words.len()).filter(verb).filter(|at| is_command(words, *at))
}

/// The words after a place, in the same sentence, at most so many.
fn after(words: &[Word], at: usize, most: usize) -> Vec<&str> {
    let rest = words.iter().skip(at + 1).take(most);
    rest.take_while(|word| !word.begins).map(|word| word.text.as_str()).collect()
}

fn drops_instructions(words: &[Word]) -> bool {
    commands(words, &DROP).any(|at| {
        let object = after(words, at, 8);
        let means = |wanted: &[&str]| object.iter().any(|word| wanted.contains(word));
        let everything_above = means(&["everything"]) && means(&["above"]);
        let own = means(&["my", "his", "her", "their", "our"]);
        everything_above || (means(&BEFORE) && means(&INSTRUCTIONS) && !own)
    })
}

fn asks_for_hidden_text(words: &[Word]) -> bool {
    commands(words, &SHOW).any(|at| {
        let object = after(words, at, 8);
        object.windows(2).any(|pair| HIDDEN.iter().any(|hidden| pair == hidden))
    })
}

fn demands_obedience(words: &[Word]) -> bool {
    (0..words.len()).any(|at| {
        let begun = FROM_NOW.iter().find(|start| starts_with(words, at, start));
        begun.is_some_and(|start| {
            let rest = after(words, at + start.len() - 1, 7);
            let others = rest.first().is_some_and(|word| OTHERS.contains(word));
            let mode = rest.windows(2).any(|pair| pair == ["developer", "mode"]);
            !others && (mode || rest.iter().any(|word| OBEY.contains(word)))
        })
    })
}

fn starts_with(words: &[Word], at: usize, wanted: &[&str]) -> bool {
    let mut found = words.iter().skip(at).map(|word| word.text.as_str());
    wanted.iter().all(|word| found.next() == Some(word))
}

fn contains(words: &[Word], wanted: &[&str]) -> bool {
    (0..words.len()).any(|at| starts_with(words, at, wanted))
}
