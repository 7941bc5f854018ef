//! What the user is called: their name, and how they want to be addressed.

use super::value::is_capitalised;
use crate::draft::Said;
use crate::pattern::{Pattern, pattern};
use hupo_text::script::is_han;
use hupo_types::{Proposal, Visibility};

static CHINESE: Pattern = pattern!(
    r"^(?:我(?:的)?(?:真|本|全)?名字?(?:就)?(?:叫做?|是)|本名(?:叫|是)?|[我俺](?:就|本名|大名)?叫做?|我改名叫)(?P<v>[\p{Han}·]{2,5}|[a-z][a-z. ]{1,20})",
    r"(?P<after>.{0,6})"
);
static RENAMED: Pattern = pattern!(r"^(?:我)?(?:现在)?(?:叫|改叫)(?P<v>[\p{Han}]{2,4})$");
static SURNAME: Pattern = pattern!(
    r"^(?:我|免贵|我免贵)姓(?P<s>\p{Han}{1,2})(?:[, ]+单名一?个?(?P<one>\p{Han})字?|[, ]+(?:我叫|叫)?(?P<v>\p{Han}{2,4}))"
);
static SPELLED: Pattern = pattern!(r"^(?:我是|我叫)?(?P<v>\p{Han}{2,3})[, ]+(?P<rest>\p{Han}{1,4}的\p{Han})");
static ENGLISH: Pattern = pattern!(
    r"^(?:my (?:full |real |first )?name(?:'s| is)|name's|i(?:'m| am) called|i was named)(?: actually)? (?P<v>[\p{L}'.-]+(?: [\p{L}'.-]+){0,2})"
);
static INTRODUCED: Pattern = pattern!(r"^(?:i'm|im|i am|this is|it's) (?P<v>[\p{L}'-]+(?: [\p{L}'-]+)?)$");
static GREETS: Pattern =
    pattern!(r"^(?:hey|hi|hello|hiya|good (?:morning|evening))(?-u:\b)|nice to meet|set this up for me");
static CALL_CHINESE: Pattern = pattern!(
    r"^(?:以后|今后)?(?:请)?(?:你)?(?:可以|就|都|直接|也可以)*(?:叫|喊|称呼)我(?:一声)?(?P<v>[\p{Han}a-z· ]{1,12}?)(?:就好|就行|就可以|吧|好了|呗|即可|please|哈|哦)*$|",
    r"^(?:大家|朋友们?|同事们?|同事都)(?:一般|平时)?都?(?:叫|喊)我(?P<w>[\p{Han}a-z· ]{1,10})$|",
    r"^我?(?:的)?(?:英文名|小名|外号|昵称)(?:叫|是)(?P<x>[\p{Han}a-z· ]{1,12})$"
);
static CALL_ENGLISH: Pattern = pattern!(
    r"^(?:you can |you may |you could |just |please |pls )*call me (?:by my (?:middle|first|last) name,? )?(?P<v>[\p{L}'-]+(?: [\p{L}'-]+)?)(?: please)?$|",
    r"^(?:everyone|everybody|my friends|friends|people|my family) calls? me (?P<w>[\p{L}'-]+)$|",
    r"^i (?:usually |mostly )?go by (?P<x>[\p{L}'-]+)(?:$|\W)"
);

/// Words after "call me" or 叫我 that are no form of address.
static NO_ADDRESS: Pattern = pattern!(
    r"^(?:maybe|when|crazy|if|back|later|tomorrow|tonight|every|at|on|in|a|an|the|old|out|again|any|asap|now|paranoid|",
    r"whatever|names|after|before|sometime|by|up)(?-u:\b)|起床|[去来回干做别不吃早滚停等走]|一下|一起|什么|过|失望|他|她|你"
);
static NO_NAME: Pattern = pattern!(
    r"^(?:[了她他你它得不个过来去上好错一人大车什啥么没外骂喊停]|外卖|快递|滴滴|[a-z]+ing(?-u:\b)|not|on|in|the|a|so|just|very|too|sorry|fine|here|back)"
);

pub(super) fn of_clause(said: Said<'_>) -> Vec<Proposal> {
    if said.doubt.asks || said.doubt.supposes || said.doubt.reports {
        return Vec::new();
    }
    let mut found: Vec<Proposal> = named(said).into_iter().collect();
    found.extend(addressed(said));
    found
}

fn named(said: Said<'_>) -> Option<Proposal> {
    let reaching = said.reaching();
    let (clause, name) = chinese(said)
        .map(|name| (said, name))
        .or_else(|| surname(reaching).map(|name| (reaching, name)))
        .or_else(|| spelled(reaching).map(|name| (reaching, name)))
        .or_else(|| english(said).map(|name| (said, name)))?;
    clause.profile("name", name, Visibility::Always)
}

/// 我叫林小满. Where words go on behind it, only two or three characters that begin with a surname are a name.
fn chinese(said: Said<'_>) -> Option<String> {
    if let Some(found) = RENAMED.captures(said.text).filter(|_| said.sentence.folded.text.contains("改名")) {
        return said.group(&found, "v").map(str::to_owned);
    }
    let found = CHINESE.captures(said.text)?;
    let group = found.name("v")?;
    let (name, after) = (group.as_str(), found.name("after").map_or("", |after| after.as_str()));
    if NO_NAME.is_match(name) {
        return None;
    }
    if name.chars().next().is_some_and(is_han)
        && after.is_empty()
        && name.chars().count() <= 4
        && !name.contains("今年")
    {
        return Some(said.words(group.range()).to_owned());
    }
    if name.is_ascii() {
        let words = said.words(group.range());
        return (is_capitalised(words) && words.split_whitespace().count() <= 2).then(|| words.to_owned());
    }
    let length = super::place::surname(name)? + '一'.len_utf8();
    let ends = ["今年", "住", "在", "是"];
    let rest = |bytes: usize| said.text.get(group.start() + bytes..).unwrap_or_default();
    let length =
        [length + '一'.len_utf8(), length].into_iter().find(|at| ends.iter().any(|end| rest(*at).starts_with(end)))?;
    Some(said.words(group.start()..group.start() + length).to_owned())
}

/// 我姓欧阳，单名一个静字; 免贵姓王，王海涛.
fn surname(said: Said<'_>) -> Option<String> {
    let found = SURNAME.captures(said.text)?;
    let surname = found.name("s")?;
    if let Some(one) = found.name("one") {
        return Some(format!("{}{}", said.words(surname.range()), said.words(one.range())));
    }
    let whole = found.name("v")?;
    whole.as_str().starts_with(surname.as_str()).then(|| said.words(whole.range()).to_owned())
}

/// 苏晚，晚上的晚: a name and how its last character is written.
fn spelled(said: Said<'_>) -> Option<String> {
    let found = SPELLED.captures(said.text)?;
    let (name, rest) = (found.name("v")?, found.name("rest")?.as_str());
    let explained = rest.chars().last().is_some_and(|last| name.as_str().contains(last));
    (explained && super::place::surname(name.as_str()).is_some()).then(|| said.words(name.range()).to_owned())
}

fn english(said: Said<'_>) -> Option<String> {
    let introduced = || INTRODUCED.captures(said.text).filter(|_| GREETS.is_match(&said.sentence.folded.text));
    let found = ENGLISH.captures(said.text);
    let strict = found.is_none();
    let found = found.or_else(introduced)?;
    let group = found.name("v").filter(|group| !NO_NAME.is_match(group.as_str()))?;
    let words = said.words(group.range());
    let capital =
        words.split_whitespace().take_while(|word| is_capitalised(word) && !is_followed(word)).collect::<Vec<_>>();
    match capital.as_slice() {
        [] => None,
        names if strict && names.len() != words.split_whitespace().count() => None,
        names => Some(names.join(" ")),
    }
}

/// Words that are written with a capital and are no part of a name.
fn is_followed(word: &str) -> bool {
    matches!(word, "I" | "I'm" | "And" | "But")
}

fn addressed(said: Said<'_>) -> Option<Proposal> {
    let found = CALL_CHINESE
        .captures(said.text)
        .or_else(|| CALL_ENGLISH.captures(said.text))
        .or_else(|| CALL_ENGLISH.captures(said.reaching().text))?;
    let group = ["v", "w", "x"].into_iter().find_map(|name| found.name(name))?;
    if NO_ADDRESS.is_match(group.as_str().trim()) {
        return None;
    }
    let said = if group.end() > said.text.len() { said.reaching() } else { said };
    let words = said.words(group.range());
    let words = words.strip_suffix(" please").unwrap_or(words);
    (is_capitalised(words) && !words.is_empty())
        .then(|| words.to_owned())
        .and_then(|name| said.profile("form_of_address", name, Visibility::Always))
}
