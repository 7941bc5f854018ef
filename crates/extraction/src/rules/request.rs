//! What the user asks to be remembered, in so many words.

use super::facts;
use crate::doubt::Doubt;
use crate::draft::{Fact, Said, key};
use crate::pattern::{Pattern, pattern};
use hupo_types::Proposal;

/// Longest request that is kept, in bytes.
const REQUEST_BYTES: usize = 400;

static CHINESE: Pattern = pattern!(
    r"^(?:请你?|麻烦(?:你)?|帮我|给我|你要|你得|你|一定要|要|千万|拜托|也)*(?P<how>记住|记一下|记下来|记下|记好|牢记|记得|记着|别忘了|不要忘了|备忘)(?:了|哦|啊|一下|这个)?[,: ]*(?P<v>.{2,})$"
);
static ENGLISH: Pattern = pattern!(
    r"^(?:please |pls |can you |could you |would you |always )*(?P<how>remember|keep in mind|bear in mind|make a note|take note|note|don't forget|do not forget|for the record)",
    r"(?P<that> this| that| of this)*(?P<mark>[:,])? *(?P<v>.{4,})$"
);
/// A request of another kind, or none.
static NO_FACT: Pattern = pattern!(
    r"^(?:[了吗没不过他她]|这个?(?:名字)?|公式|给我|提醒|叫|打|带|来|去|吃|喝|早点|多|发|看|帮|你|什么|怎么)|",
    r"^(?:when|me(?-u:\b)|the (?:time|titans|day|name)|how|what|why|who|where|to(?-u:\b)|about|if|your?(?-u:\b)|last|this(?-u:\b)|our|us|those|these|it(?-u:\b)|him|her)"
);
static OWN: Pattern = pattern!(r"^(?:我|i(?-u:\b)|i'm|im(?-u:\b)|my(?-u:\b)|dad|mom|mum|we(?-u:\b))");

/// `None` if the clause asks for nothing to be remembered.
pub(super) fn of_clause(said: Said<'_>) -> Option<Vec<Proposal>> {
    let reaching = said.reaching();
    let found = CHINESE.captures(reaching.text).or_else(|| ENGLISH.captures(reaching.text))?;
    let (how, what) = (found.name("how")?.as_str(), found.name("v")?);
    if said.sentence.asks || said.doubt.reports || NO_FACT.is_match(what.as_str()) || ends_as_question(what.as_str()) {
        return Some(Vec::new());
    }
    let outright = matches!(how, "记住" | "记一下" | "记下来" | "记下" | "记好" | "牢记" | "备忘" | "for the record");
    let told = found.name("that").is_some() || found.name("mark").is_some() || OWN.is_match(what.as_str());
    if !(outright || told) || matches!(how, "记得" | "记着" | "别忘了" | "不要忘了") && !OWN.is_match(what.as_str())
    {
        return Some(Vec::new());
    }
    if !is_of_the_user(what.as_str())
        && found.name("mark").is_none_or(|mark| mark.as_str() != ":")
        && !how.contains("note")
    {
        return Some(Vec::new());
    }
    let inner = Said { doubt: Doubt::default(), ..reaching.from(what.start()) };
    let known = facts(Said { text: first_clause(inner.text), ..inner });
    Some(if known.is_empty() { remembered(reaching, what.range()).into_iter().collect() } else { known })
}

/// Encouragement is said in the same words as a request: what is to be remembered must hold something of the user's, or
/// a number, and not be about the other.
fn is_of_the_user(what: &str) -> bool {
    static OWNED: Pattern = pattern!(r"我|\d|(?-u:\b)(?:i|i'm|im|i've|my|me|mine|we|our|us)(?-u:\b)");
    static OTHER: Pattern = pattern!(r"(?-u:\b)(?:you|your|you're|yourself)(?-u:\b)");
    OWNED.is_match(what) && !OTHER.is_match(what)
}

fn first_clause(text: &str) -> &str {
    text.split([',', ';']).next().unwrap_or(text)
}

fn ends_as_question(text: &str) -> bool {
    static ASKS: Pattern = pattern!(r"[吗么]$|没有$|来着$|怎么写|\?$");
    ASKS.is_match(text)
}

fn remembered(said: Said<'_>, what: std::ops::Range<usize>) -> Option<Proposal> {
    let words = said.words(what);
    if words.len() > REQUEST_BYTES {
        return None;
    }
    let text = said.say(format!("用户要求记住：{words}"), format!("The user asked to remember: {words}"));
    said.memory(Fact::new(key("user", "request", format!("remember/{words}")), text, 7))
}
