//! What the companion must not bring up, ask, call or do: 别再提…, "don't ever mention …".

use super::value::{is_short, length};
use crate::doubt;
use crate::draft::Said;
use crate::pattern::{Pattern, pattern};
use hupo_types::{About, NewProfileFact, Proposal, Purpose, Visibility};

static CHINESE: Pattern = pattern!(
    r"^(?:.{1,8}的时候[, ]?)?(?:从(?:现在|今天|今)(?:起|开始)|以后|今后|永远|请你?|拜托|求你|你|千万|麻烦|真的|我|能不能)*(?:都|也|再也|可以)?",
    r"(?:别|不要|不许|不准|不想)(?:老|总|再|老是|总是|随便)*(?:跟我|和我|对我|给我|在我面前)*",
    r"(?P<verb>提起|提到|提|说起|聊起|聊|谈起|谈|问起|问|说|讲|叫我|催我|评价|评论|打听)(?:了)?(?P<v>[^, ].{0,18}?)",
    r"(?:了|这个话题|的话题|这个人|的事情?|这件事|这个词|好吗|好不好|行吗|行不行?|可以吗|okay|ok|吧|啊|哦|[?!])*\s*(?:okay|ok)?$"
);
/// Said once, of this moment.
static PASSING: Pattern = pattern!(
    r"^(?:醒|前|高|供|明|究|判|题|候|天$|服|升|示|交|出|了|吗|啥|这么|那么|那个?|这个?|你|他|她|它|我(?:吗|了|说)|话|出来|出去|什么|起床|[去来回吃早出干做走等睡]|一声|谎|废话|笑|没|不|太多|下去|大话|多|完|我$)|起床|没看过|又忘"
);
/// For now only.
static MOMENTARY: Pattern = pattern!(
    r"(?:^|[^从])(?:现在|今天)(?:[^起开]|$)|今晚|这会儿|暂时|(?-u:\b)(?:right now|today|tonight|for now|at the moment)(?-u:\b)"
);
/// Verbs that speak of a topic only with a word that makes it last.
static LASTS: Pattern = pattern!(r"再|以后|今后|永远|千万|老是?|总是?|的事|请|时候");

static ENGLISH: Pattern = pattern!(
    r"^(?:from now on,? |please |pls |just |ever |could you |can you )*(?:don't|do not|dont|never|stop|quit|not|let's not|i don't want to|i do not want to|i'd rather not|i would rather not)",
    r"(?: ever| you ever| please| keep)* (?P<verb>mention(?:ing)?|bring(?:ing)? up|talk(?:ing)? (?:to me )?about|ask(?:ing)?(?: me)? about|ask|call(?:ing)? me|give me|giv(?:e|ing) me|",
    r"jok(?:e|ing) about|teas(?:e|ing) me about|comment(?:ing)? on|discuss(?:ing)?|remind(?:ing)? me (?:of|about)) (?P<v>.{2,40}?)",
    r"(?: again| ever again| ever| anymore| any more| please| okay| ok| alright|[.!?,])*$"
);
static NO_SUBJECT: Pattern = pattern!(
    r"^(?:it|that|this|me|him|again|when|back|later|now|at|on|tomorrow|if|like|anything|everything|you|a (?:call|sec|minute|break|hug|chance)|more|any|your|the (?:chance|time))(?-u:\b)"
);
/// What somebody may be asked not to give.
static GIVEN: Pattern = pattern!(r"^(?:advice|unsolicited advice|lectures?|pep talks?|solutions|a lecture|tips|pity)");

pub(super) fn of_clause(said: Said<'_>) -> Vec<Proposal> {
    let before = said.sentence.folded.text.get(..said.at).unwrap_or_default();
    let momentary = MOMENTARY.is_match(said.text) || MOMENTARY.is_match(before);
    if momentary
        || doubt::reports(before)
        || said.text.starts_with("why")
        || said.doubt.past && !said.text.contains("more")
    {
        return Vec::new();
    }
    chinese(said).or_else(|| english(said)).into_iter().collect()
}

fn chinese(said: Said<'_>) -> Option<Proposal> {
    let found = CHINESE.captures(said.text)?;
    let (verb, group) = (found.name("verb")?.as_str(), found.name("v")?);
    let weak = matches!(verb, "说" | "讲" | "问" | "提" | "聊" | "谈");
    let lead = said.text.get(..group.start())?;
    let lasts =
        LASTS.is_match(said.text) || lead.contains("给我") || lead.contains("不想") || verb == "问" || verb == "提";
    let passing = PASSING.is_match(group.as_str()) && !(verb == "催我" && LASTS.is_match(said.text));
    if passing || weak && !lasts || lead.starts_with('我') && !lead.contains("不想") {
        return None;
    }
    let address = matches!(verb, "叫我" | "催我" | "讲");
    let start = if address { found.name("verb")?.start() } else { group.start() };
    let subject = said.words(start..group.end());
    (is_short(subject, 14, 5) && group.as_str().chars().count() > 1).then(|| boundary(said, subject))?
}

fn english(said: Said<'_>) -> Option<Proposal> {
    let found = ENGLISH.captures(said.text)?;
    let (verb, group) = (found.name("verb")?.as_str(), found.name("v")?);
    let value = group.as_str().get(..length(group.as_str())).unwrap_or_default();
    let given = verb.starts_with("giv");
    if NO_SUBJECT.is_match(value) || given && !GIVEN.is_match(value) || verb == "ask" {
        return None;
    }
    let start = if verb.starts_with("call") { found.name("verb")?.start() } else { group.start() };
    let subject = said.words(start..group.start() + value.len());
    is_short(subject, 12, 6).then(|| boundary(said, subject))?
}

/// A boundary goes into the profile, under the attribute that the house's own rule would give it: there it is one fact
/// however often it is said, and bears on every turn.
fn boundary(said: Said<'_>, subject: &str) -> Option<Proposal> {
    Some(Proposal::Profile(NewProfileFact {
        about: About::User,
        attribute: format!("boundary/{subject}"),
        value: said.whole().to_owned(),
        visibility: Visibility::WhenRelevant,
        evidence: said.evidence(Purpose::Boundary)?,
    }))
}
