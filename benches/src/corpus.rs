//! Text: the demo's transcript, repeated with edits up to any length.
//!
//! From the second round on, clauses change places, one comes from another line, numbers are others, and people of
//! large made-up families come and go, so that terms are spread as in a long transcript and no two lines are alike.

use crate::Random;
use hupo_types::{EntityKind, NewEntity, NewMessage, Role, Timestamp};
use serde_json::Value;

const START_MS: i64 = 1_767_000_000_000;
const STEP_MS: i64 = 600_000;
const TURNS_PER_SESSION: usize = 40;
const FAMILY: [&str; 20] = [
    "林", "周", "许", "高", "陆", "梁", "宋", "韩", "唐", "冯", "董", "萧", "程", "曹", "袁", "邓", "傅", "沈", "曾",
    "彭",
];
const GIVEN: [&str; 25] = [
    "知夏", "望舒", "砚秋", "子衿", "清和", "予安", "景行", "如初", "归雁", "念慈", "听澜", "见山", "若谷", "明远",
    "书怀", "采薇", "临川", "怀瑾", "松月", "南乔", "以宁", "嘉树", "晚舟", "星野", "云岫",
];
const FIRST: [&str; 20] = [
    "Nora", "Felix", "Iris", "Hugo", "Maud", "Otis", "Elsa", "Ivan", "Ruth", "Abel", "Cleo", "Dina", "Egon", "Faye",
    "Gwen", "Jude", "Kira", "Liam", "Mira", "Noel",
];
const LAST: [&str; 25] = [
    "Abbot", "Birch", "Crane", "Dunn", "Ellis", "Frost", "Gray", "Hale", "Irwin", "Joyce", "Kemp", "Lowe", "Marsh",
    "Nash", "Orr", "Pike", "Quill", "Reed", "Stone", "Tate", "Upton", "Vance", "Wells", "Yates", "Zane",
];

/// The clock of every bench: after the last message of the longest corpus.
pub fn now() -> Timestamp {
    Timestamp::from_ms(START_MS + 1_000_000 * STEP_MS)
}

/// Lines to make messages of.
pub struct Corpus {
    lines: Vec<Line>,
}

struct Line {
    role: Role,
    speaker: String,
    text: String,
}

impl Corpus {
    /// The demo's transcript.
    pub fn load() -> Self {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../data/demo/transcript.jsonl");
        let file = std::fs::read_to_string(path).expect("the demo's transcript is part of the tree");
        Self { lines: file.lines().map(line).collect() }
    }

    /// The message with this number, from 0; always the same.
    pub fn message(&self, number: usize) -> NewMessage {
        let line = self.line(number);
        let text = if number < self.lines.len() { line.text.clone() } else { self.edited(number, &line.text) };
        NewMessage::new(line.role, text)
            .external_id(format!("m-{number}"))
            .speaker(&line.speaker)
            .at(Timestamp::from_ms(START_MS + number as i64 * STEP_MS))
            .session(format!("s-{}", number / TURNS_PER_SESSION))
    }

    fn line(&self, number: usize) -> &Line {
        self.lines.get(number % self.lines.len()).expect("the transcript is not empty")
    }

    fn edited(&self, number: usize, text: &str) -> String {
        let mut random = Random::new(number as u64);
        let mut clauses = clauses(text);
        let other = clauses_of_another(self, text, &mut random);
        let place = random.below(clauses.len().max(1));
        match clauses.get_mut(place) {
            Some(clause) if place > 0 => *clause = other,
            Some(_) | None => clauses.push(other),
        }
        let turn = random.below(clauses.len());
        clauses.rotate_left(turn);
        let edited = other_numbers(&clauses.concat(), &mut random);
        with_a_person(edited, number, &mut random)
    }

    /// People that lines mention, for the graph.
    pub fn people() -> Vec<NewEntity> {
        let chinese = FAMILY.iter().flat_map(|family| GIVEN.iter().map(move |given| format!("{family}{given}")));
        let english = FIRST.iter().flat_map(|first| LAST.iter().map(move |last| format!("{first} {last}")));
        let person = |name| NewEntity { name, kind: EntityKind::Person, aliases: Vec::new() };
        chinese.chain(english).map(person).collect()
    }

    /// Questions: a few words of a message each, every second one with a person in it.
    pub fn questions(&self, count: usize, messages: usize) -> Vec<String> {
        let mut random = Random::new(u64::MAX / 3);
        let mut words = || eight_words(&self.message(random.below(messages)).text);
        let asked: Vec<String> = (0..count).map(|_| words()).collect();
        let with_name = |(place, asked)| if place % 2 == 0 { asked } else { with_a_person(asked, 1, &mut random) };
        asked.into_iter().enumerate().map(with_name).collect()
    }
}

fn line(json: &str) -> Line {
    let line: Value = serde_json::from_str(json).expect("the demo's transcript is JSON, a line each");
    let field = |name: &str| line.get(name).and_then(Value::as_str).unwrap_or_default().to_owned();
    let role = if field("role") == "companion" { Role::Companion } else { Role::User };
    Line { role, speaker: field("speaker"), text: field("text") }
}

fn clauses(text: &str) -> Vec<String> {
    text.split_inclusive(['，', '。', '？', '！', ',', '.', '?', '!']).map(str::to_owned).collect()
}

/// A clause of another line in the same script.
fn clauses_of_another(corpus: &Corpus, text: &str, random: &mut Random) -> String {
    let chinese = is_chinese(text);
    let mut tries = std::iter::repeat_with(|| random.below(corpus.lines.len())).take(16);
    let other = tries.find(|number| is_chinese(&corpus.line(*number).text) == chinese).unwrap_or_default();
    let clauses = clauses(&corpus.line(other).text);
    if clauses.is_empty() { String::new() } else { random.pick(&clauses).clone() }
}

fn other_numbers(text: &str, random: &mut Random) -> String {
    let digit = |random: &mut Random| char::from(b'0' + random.below(10) as u8);
    text.chars().map(|c| if c.is_ascii_digit() { digit(random) } else { c }).collect()
}

/// Two lines of three name somebody, some people much more often than others.
fn with_a_person(text: String, number: usize, random: &mut Random) -> String {
    let skew = random.unit().powi(3);
    let among =
        |names: &[&'static str], at: f64| names.get((at * names.len() as f64) as usize).copied().unwrap_or_default();
    match (number % 3, is_chinese(&text)) {
        (0, _) => text,
        (_, true) => format!("{}{}说{text}", among(&FAMILY, skew), random.pick(&GIVEN)),
        (_, false) => format!("{} {} said {text}", among(&FIRST, skew), random.pick(&LAST)),
    }
}

fn is_chinese(text: &str) -> bool {
    text.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c))
}

/// Eight words, or as many Chinese characters as make about eight.
fn eight_words(text: &str) -> String {
    if is_chinese(text) {
        text.chars().take(14).collect()
    } else {
        text.split_whitespace().take(8).collect::<Vec<_>>().join(" ")
    }
}
