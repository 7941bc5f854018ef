//! Private facts: what of them may be told in this turn, and what else would tell them.

use super::entry::Said;
use super::terms::Terms;
use crate::birth::{self, is_birth_date};
use hupo_text::fold_str;
use hupo_types::{About, Evidence, ProfileFact, ProfileFactId, Visibility};

/// Values shorter than this occur in too many texts to give a fact away.
const TELLING_CHARS: usize = 4;

/// Words that ask for the date of birth of the one who speaks.
const OWN_BIRTH: [&str; 18] = [
    "我的生日",
    "我生日",
    "我几岁",
    "我多大",
    "我的年龄",
    "我的岁数",
    "我哪年出生",
    "我哪天出生",
    "我什么时候出生",
    "我的出生",
    "my birthday",
    "my birth date",
    "my date of birth",
    "how old am i",
    "how old i am",
    "when was i born",
    "my age",
    "i was born",
];

/// Words that ask for that of the companion.
const ITS_BIRTH: [&str; 12] = [
    "你的生日",
    "你生日",
    "你几岁",
    "你多大",
    "你的年龄",
    "你哪年出生",
    "你什么时候出生",
    "your birthday",
    "how old are you",
    "when were you born",
    "your age",
    "your date of birth",
];

/// The private facts that the turn is not about.
#[derive(Debug, Default)]
pub(super) struct Privacy {
    withheld: Vec<Withheld>,
    invited: Vec<ProfileFactId>,
}

#[derive(Debug)]
struct Withheld {
    /// The value, folded; empty where it is too short to give anything away.
    value: String,
    /// Of a date the ways it is written, without spaces and commas.
    dates: Vec<String>,
    evidence: Vec<Evidence>,
}

impl Privacy {
    /// Sorts the private facts by whether the turn is about them outright.
    pub(super) fn of(profile: &[ProfileFact], text: &str, terms: &Terms) -> Self {
        let mut privacy = Self::default();
        let folded = fold_str(text);
        for fact in profile.iter().filter(|fact| is_private(fact)) {
            if is_asked_for(fact, &folded, terms) {
                privacy.invited.push(fact.id);
            } else {
                privacy.withheld.push(Withheld::of(fact));
            }
        }
        privacy
    }

    /// Whether the turn is about this private fact outright.
    pub(super) fn is_invited(&self, fact: &ProfileFact) -> bool {
        self.invited.contains(&fact.id)
    }

    /// Whether a text with these quotes would tell what is withheld: it says its value, or rests on its words.
    pub(super) fn is_told_by(&self, text: &str, words: &[Said]) -> bool {
        if self.withheld.is_empty() {
            return false;
        }
        let texts = std::iter::once(text).chain(words.iter().map(|one| one.quote.as_str())).map(fold_str);
        let texts: Vec<(String, String)> = texts.map(|text| (compact(&text), text)).collect();
        self.withheld.iter().any(|fact| {
            let told = texts.iter().any(|(compact, text)| fact.is_said_in(text, compact));
            told || words.iter().any(|said| fact.is_quoted_by(said))
        })
    }
}

impl Withheld {
    fn of(fact: &ProfileFact) -> Self {
        let folded = fold_str(&fact.value);
        let value = if folded.chars().count() >= TELLING_CHARS { folded } else { String::new() };
        Self { value, dates: written_dates(&fact.value), evidence: fact.evidence.clone() }
    }

    fn is_said_in(&self, folded: &str, compact: &str) -> bool {
        let says_value = !self.value.is_empty() && folded.contains(&self.value);
        says_value || self.dates.iter().any(|date| compact.contains(date))
    }

    /// Whether a quote has words of the fact's own in it.
    fn is_quoted_by(&self, said: &Said) -> bool {
        let shares = |one: &Evidence| said.quote.contains(&one.quote) || one.quote.contains(&said.quote);
        self.evidence.iter().any(|one| one.message == said.message && shares(one))
    }
}

/// Private by its visibility, or a date of birth, which is private whatever is asked.
pub(super) fn is_private(fact: &ProfileFact) -> bool {
    fact.visibility == Visibility::Private || is_birth_date(&fact.attribute)
}

fn is_asked_for(fact: &ProfileFact, folded: &str, terms: &Terms) -> bool {
    if is_birth_date(&fact.attribute) {
        let words = match fact.about {
            About::User => &OWN_BIRTH[..],
            About::Companion => &ITS_BIRTH[..],
        };
        return words.iter().any(|words| folded.contains(words));
    }
    let value = fold_str(&fact.value);
    let says_it = value.chars().count() >= TELLING_CHARS && folded.contains(&value);
    says_it || terms.hold_all(&fact.attribute.replace(['_', '/'], " "))
}

/// The ways a date is written, whole, without spaces and commas; none for what is no date.
fn written_dates(value: &str) -> Vec<String> {
    let Some(date) = birth::parse(value) else { return Vec::new() };
    let forms = [
        "%Y-%m-%d",
        "%Y/%m/%d",
        "%Y.%m.%d",
        "%Y-%-m-%-d",
        "%Y/%-m/%-d",
        "%Y.%-m.%-d",
        "%d/%m/%Y",
        "%m/%d/%Y",
        "%d.%m.%Y",
        "%Y年%-m月%-d日",
        "%Y年%-m月%-d号",
        "%-d%B%Y",
        "%B%-d%Y",
        "%-d%b%Y",
        "%b%-d%Y",
    ];
    forms.map(|form| date.strftime(form).to_string().to_lowercase()).to_vec()
}

fn compact(folded: &str) -> String {
    folded.chars().filter(|c| !matches!(c, ' ' | ',')).collect()
}

#[cfg(test)]
mod tests;
