//! What a clause is read as, and the proposals that are made of it.

use crate::clause::Sentence;
use crate::doubt::Doubt;
use crate::pattern::{Pattern, pattern};
use crate::talk::{Line, Talk};
use hupo_text::script::is_han;
use hupo_text::{fold_str, quote};
use hupo_types::{
    Kind, MessageRef, NewEvidence, NewMemory, NewPerson, NewProfileFact, Proposal, Purpose, Role, Scope, SemanticKey,
    Visibility,
};
use std::ops::Range;

/// Words that say that something is different now.
static CHANGES: Pattern =
    pattern!(r"搬|改|现在|换|入职|不对|不是|记错|说错|moved|now|started|joined|actually|anymore|not (?-u:\b)");

/// A clause to be read, with everything around it.
#[derive(Clone, Copy)]
pub(crate) struct Said<'a> {
    /// What the extractor was given.
    pub(crate) talk: &'a Talk,
    /// The message.
    pub(crate) line: &'a Line,
    /// The sentence.
    pub(crate) sentence: &'a Sentence<'a>,
    /// What is to be doubted of it.
    pub(crate) doubt: Doubt,
    /// The clause, folded, without what leads into it.
    pub(crate) text: &'a str,
    /// Its first byte in the folded sentence.
    pub(crate) at: usize,
}

impl<'a> Said<'a> {
    /// The original words of a range of the clause.
    pub(crate) fn words(&self, range: Range<usize>) -> &'a str {
        self.sentence.words(self.at + range.start..self.at + range.end)
    }

    /// The original words of a group of a match.
    pub(crate) fn group(&self, found: &regex::Captures<'_>, name: &str) -> Option<&'a str> {
        found.name(name).map(|group| self.words(group.range())).filter(|words| !words.is_empty())
    }

    /// The clause together with all that follows it in its sentence.
    pub(crate) fn reaching(self) -> Self {
        Self { text: self.sentence.folded.text.get(self.at..).unwrap_or_default(), ..self }
    }

    /// The clause without its first bytes.
    pub(crate) fn from(self, byte: usize) -> Self {
        Self { text: self.text.get(byte..).unwrap_or_default(), at: self.at + byte, ..self }
    }

    /// The clause up to a byte.
    pub(crate) fn until(self, byte: usize) -> Self {
        Self { text: self.text.get(..byte).unwrap_or(self.text), ..self }
    }

    /// The clause as it was written.
    pub(crate) fn whole(&self) -> &'a str {
        self.words(0..self.text.len())
    }

    /// Whether the clause is written in Chinese: what is proposed of it is said in its language.
    pub(crate) fn is_chinese(&self) -> bool {
        self.text.chars().any(is_han)
    }

    /// The text in the language of the clause, and in the characters of the message.
    pub(crate) fn say(&self, chinese: String, english: String) -> String {
        if !self.is_chinese() {
            english
        } else if is_traditional(&self.line.text) {
            traditional(&chinese)
        } else {
            chinese
        }
    }

    /// The clause as evidence; the whole sentence where the clause alone proves nothing.
    pub(crate) fn evidence(&self, purpose: Purpose) -> Option<Vec<NewEvidence>> {
        let hint = self.line.text.get(..self.sentence.message_byte(self.at)).map(|before| before.chars().count());
        let candidates = [self.whole(), self.sentence.original.trim()];
        let found = candidates.into_iter().find_map(|words| quote::locate(&self.line.text, words, hint).ok())?;
        let hint = (found.occurrences > 1).then_some(found.start);
        let message = MessageRef::Id(self.line.id);
        Some(vec![NewEvidence { message, role: Role::User, quote: found.text, purpose, hint }])
    }

    /// A memory about the user; where the sentence says that something changed, its words may correct what is known.
    pub(crate) fn memory(&self, fact: Fact) -> Option<Proposal> {
        let changes = CHANGES.is_match(&self.sentence.folded.text);
        let purpose = if changes { Purpose::Correction } else { Purpose::Statement };
        let mut new = NewMemory::new(fact.kind, Scope::User, fact.text, self.evidence(purpose)?);
        new.key = fact.key;
        new.importance = fact.importance;
        new.valence = fact.valence;
        Some(Proposal::Memory(Box::new(new)))
    }

    /// A statement of the profile.
    pub(crate) fn profile(&self, attribute: &str, value: String, visibility: Visibility) -> Option<Proposal> {
        let evidence = self.evidence(Purpose::Statement)?;
        let about = hupo_types::About::User;
        Some(Proposal::Profile(NewProfileFact { about, attribute: attribute.to_owned(), value, visibility, evidence }))
    }

    /// A name of somebody.
    pub(crate) fn person(&self, name: &str) -> Option<Proposal> {
        let evidence = self.evidence(Purpose::Statement)?;
        let kind = hupo_types::EntityKind::Person;
        let new = NewPerson { name: name.to_owned(), kind, aliases: Vec::new(), same_as: None, evidence };
        Some(Proposal::Person(new))
    }
}

/// Whether a text is written in traditional characters: folding changes one of its Han characters.
fn is_traditional(text: &str) -> bool {
    let folded = fold_str(text);
    text.chars().filter(|c| is_han(*c)).ne(folded.chars().filter(|c| is_han(*c)))
}

/// The words that the rules put around a value, in traditional characters.
fn traditional(text: &str) -> String {
    const PAIRS: [(char, char); 14] = [
        ('户', '戶'),
        ('欢', '歡'),
        ('对', '對'),
        ('过', '過'),
        ('业', '業'),
        ('职', '職'),
        ('记', '記'),
        ('应', '應'),
        ('关', '關'),
        ('于', '於'),
        ('说', '說'),
        ('宠', '寵'),
        ('读', '讀'),
        ('个', '個'),
    ];
    text.chars().map(|c| PAIRS.iter().find(|(simple, _)| *simple == c).map_or(c, |(_, full)| *full)).collect()
}

/// What a memory says, before it has its evidence.
pub(crate) struct Fact {
    pub(crate) kind: Kind,
    pub(crate) key: SemanticKey,
    pub(crate) text: String,
    pub(crate) importance: u8,
    pub(crate) valence: f32,
}

impl Fact {
    /// A fact of that key, neither glad nor sad.
    pub(crate) fn new(key: SemanticKey, text: String, importance: u8) -> Self {
        Self { kind: Kind::Fact, key, text, importance, valence: 0.0 }
    }
}

/// A key about somebody.
pub(crate) fn key(subject: &str, category: &str, attribute: impl Into<String>) -> SemanticKey {
    SemanticKey {
        subject: subject.to_owned(),
        category: category.to_owned(),
        subcategory: String::new(),
        attribute: attribute.into(),
    }
}
