//! What the user cannot have: allergies, intolerances, and what they do not eat on principle.

use super::value::{is_short, length, parts};
use crate::draft::{Fact, Said, key};
use crate::pattern::{Pattern, pattern};
use hupo_types::Proposal;

static CHINESE: Pattern = pattern!(
    r"^我?(?:本人|是|真的|天生|一直|从小|也)*对(?P<v>.{1,16}?)(?:都|严重|特别|也|很|有点|全都?|一律|会)*过敏(?P<after>.{0,3})|",
    r"^(?:别忘了|记得)?我(?:有)?(?P<w>[^对不会没]{1,6}?)(?:严重)?过敏(?P<after2>.{0,3})"
);
static ENGLISH: Pattern = pattern!(
    r"^(?:i'm|i am|im)(?: severely| deathly| very| highly| super| also| really| quite| badly)* allergic to (?P<v>.+)$|",
    r"^i(?:'ve got| have| got) an? (?:\w+ )?(?P<w>\w+) allergy|^(?:i'm|i am|im) (?P<x>lactose|gluten|fructose) intolerant"
);
static INTOLERANT: Pattern = pattern!(r"^我(?:有)? ?(?P<v>乳糖|麸质|果糖|lactose|gluten)(?:不耐受?| ?intolerant)");

/// What people call an allergy in jest, or do not know yet.
static NO_ALLERGEN: Pattern = pattern!(
    r"什么|东西|这种|那种|他|她|你|自己|人$|好像|可能|有点|皮肤|又|容易|突然|季节|上班|工作|",
    r"(?-u:\b)(?:mornings?|mondays?|commitment|bull\w*|bs|you|people|this|that|it|work|drama|everything|anything|something|",
    r"men|women|feelings|love|failure|stupid\w*|idiots?|him|her|them|losing|being|fun|exercise|responsibility|most|certain|many|some)(?-u:\b)"
);
static JEST: Pattern = pattern!(r"哈哈|lol|haha|lmao|😂|🤣|呵呵");
static DIET: Pattern = pattern!(
    r"^我(?:是|就是)?(?:个|一个|一直|长期|现在)*(?:吃素|素食主义者|素食者|纯素|吃纯素)(?:的|了|很?多年.*)?$|",
    r"^(?:i'm|i am|im|i've been)(?: a| an)?(?: strict| lifelong| committed| mostly)? (?P<v>vegan|vegetarian|pescatarian)(?:$|\W| since| for)"
);

pub(super) fn of_clause(said: Said<'_>) -> Vec<Proposal> {
    if !said.doubt.is_none() || JEST.is_match(&said.sentence.folded.text) {
        return Vec::new();
    }
    let found = allergies(said);
    if found.is_empty() { diet(said).into_iter().collect() } else { found }
}

fn allergies(said: Said<'_>) -> Vec<Proposal> {
    let found = [&CHINESE, &ENGLISH, &INTOLERANT].into_iter().find_map(|form| form.captures(said.text));
    let Some(group) = found.as_ref().and_then(|found| ["v", "w", "x"].into_iter().find_map(|name| found.name(name)))
    else {
        return Vec::new();
    };
    let value = said.text.get(group.start()..).and_then(|rest| rest.get(..group.len())).unwrap_or_default();
    let value = value.get(..length(value)).unwrap_or_default();
    if NO_ALLERGEN.is_match(value) || value.contains('不') || said.text.contains("不过敏") {
        return Vec::new();
    }
    let each = parts(value).into_iter().filter_map(|part| {
        let words = said.words(group.start() + part.start..group.start() + part.end);
        is_short(words, 8, 4).then(|| allergic(said, words))?
    });
    each.collect()
}

fn allergic(said: Said<'_>, what: &str) -> Option<Proposal> {
    let what = what.trim_start_matches("the ").trim();
    let text = said.say(format!("用户对{what}过敏"), format!("The user is allergic to {what}"));
    let intolerant = said.text.contains("不耐") || said.text.contains("intolerant");
    let text = if intolerant {
        said.say(format!("用户{what}不耐受"), format!("The user is {what} intolerant"))
    } else {
        text
    };
    let mut fact = Fact::new(key("user", "health", format!("allergy/{what}")), text, 9);
    fact.valence = -0.3;
    said.memory(fact)
}

fn diet(said: Said<'_>) -> Option<Proposal> {
    let found = DIET.captures(said.text)?;
    let value = found.name("v").map_or("vegetarian", |group| group.as_str());
    let text = said.say("用户吃素".to_owned(), format!("The user is {value}"));
    said.memory(Fact::new(key("user", "food", "diet"), text, 7))
}
