//! Where the user lives, and where they come from.

use super::place::place;
use super::value::{is_short, length};
use crate::draft::{Fact, Said, key};
use crate::pattern::{Pattern, pattern};
use hupo_text::script::is_han;
use hupo_types::Proposal;

static LIVES_CHINESE: Pattern = pattern!(
    r"^(?P<i>我|我们|我家|咱家)?(?:现在|目前|一直|就|也|还是|是|一个人|独自|家)*(?:住在|住|定居在?|搬到了?|搬来了?|搬去了?|搬回了?)(?P<v>\S.*)$|",
    r"^我家(?:就|现在)?(?:住)?在(?P<w>\S.*)$|",
    r"^(?:我们?)?(?:刚|刚刚|才|已经|前天|昨天|上周|上个月|去年|今年|前年)*(?:从.{1,6}?)?(?:刚|刚刚)?搬(?:到|来|去|回)(?:了)?(?P<x>\S.*)$|",
    r"^(?P<j>我|我们)?(?:一个人)?在(?P<y>.{2,8}?)(?:打工|生活|定居|北漂|租房)"
);
/// Staying somewhere is not living there.
static STAYS: Pattern = pattern!(
    r"昨晚|昨天晚上|今晚|这几天|这两天|暂时|临时|出差|旅游|旅行|酒店|如家|宾馆|民宿|医院|宿舍|学校|楼上|楼下|隔壁|不惯|不起|院|",
    r"城堡|一起|[他她你它]|外婆|奶奶家|朋友家|同学家|亲戚|哪|过的?$|一晚|几天|附近$|^我?住校|里面|[吗呢]|得|着|这(?:里|儿|边)|那(?:里|儿|边)|罗马|心里|梦"
);
static LIVES_ENGLISH: Pattern = pattern!(
    r"^(?:(?:i|we) (?:currently |now |still |both |all )?)?live (?:in|near|outside|just outside) (?P<v>.+)$|",
    r"^(?:i|we) (?:currently |now )?live with my .{2,20}? in (?P<y>.+)$|",
    r"^(?:i've|i have|we've) (?:been living|lived) in (?P<w>.+?) (?:for|since) |",
    r"^(?:i'm|i am|im|we're)(?: currently| now)? (?:based|living|living now) in (?P<x>.+)$|",
    r"^我? ?(?:现在 ?)?(?:based|live|living) in (?P<u>.+)$|",
    r"^(?:(?:i|we)(?:'ve| have)? )?(?:just |recently |finally )*moved to (?P<z>.+)$|",
    r"^my (?:apartment|flat|house|home|place) is in (?P<t>.+)$"
);
static FROM_CHINESE: Pattern = pattern!(
    r"^(?:我)?(?:的)?(?:老家|家乡)(?:就)?(?:是|在)?(?P<v>[\p{Han}]{2,8}?)(?:的|那边|人|那儿)?$|^我(?:是|就是)?(?:土生土长的)?(?P<w>[\p{Han}]{2,6})人$"
);
static FROM_ENGLISH: Pattern = pattern!(
    r"^(?:i'm|i am|im) (?:originally )?from (?P<v>.+)$|^(?:i |i was )?(?:grew up|raised|born (?:and|&) raised) in (?P<w>.+)$|",
    r"^i (?:originally )?come from (?P<x>.+)$|^i was born in (?P<y>[\p{L} ]+?)(?: on .*)?$"
);
/// With whom, or since when.
static DATED: Pattern = pattern!(r" with | in (?:19|20)\d\d");
static NO_PLACE: Pattern = pattern!(
    r"^(?:fear|my|a bubble|the moment|the past|his|her|your|sweatpants|denial|peace|hope|a (?:meeting|family|house)|hell|pain|here|there|",
    r"the (?:future|same|middle|next|moment|wrong)|it|this|that|one|two|work|not|be|see|an? (?:time|world|new|big))(?-u:\b)"
);

pub(super) fn of_clause(said: Said<'_>) -> Vec<Proposal> {
    if !said.doubt.is_plain() {
        return Vec::new();
    }
    let found = from(said).or_else(|| if said.doubt.past { None } else { lives(said) });
    found.into_iter().collect()
}

fn lives(said: Said<'_>) -> Option<Proposal> {
    let place = lives_chinese(said).or_else(|| english(said, &LIVES_ENGLISH))?;
    let text = said.say(format!("用户住在{place}"), format!("The user lives in {place}"));
    said.memory(Fact::new(key("user", "home", "place"), text, 8))
}

/// Without 我 only a place that is known is believed, and only where a message begins with it: further on it may be where
/// somebody lived in the time that was just told of.
fn lives_chinese<'a>(said: Said<'a>) -> Option<&'a str> {
    if STAYS.is_match(said.text) || STAYS.is_match(said.sentence.folded.text.get(..said.at).unwrap_or_default()) {
        return None;
    }
    let found = LIVES_CHINESE.captures(said.text)?;
    let group = ["v", "w", "x", "y"].into_iter().find_map(|name| found.name(name))?;
    let owned = ["i", "w", "x", "j"].iter().any(|name| found.name(name).is_some());
    let value = group.as_str().strip_prefix('在').unwrap_or(group.as_str());
    let start = group.end() - value.len();
    let length = length(value);
    let known = place(value).is_some() || value.chars().next().is_some_and(|c| c.is_ascii_alphabetic());
    let sentence = &said.sentence.folded.text;
    let moved = ["搬", "现在", "目前", "如今"].iter().any(|word| sentence.contains(word));
    let words = said.words(start..start + length);
    let needs_place = found.name("y").is_some() || !(owned || moved);
    if !(owned || moved) && said.sentence.start > 0 {
        return None;
    }
    (is_short(words, 10, 4) && (known || !needs_place) && !words.starts_with('了')).then_some(words)
}

fn from(said: Said<'_>) -> Option<Proposal> {
    let place = from_chinese(said).or_else(|| english(said, &FROM_ENGLISH))?;
    let text = said.say(format!("用户的老家在{place}"), format!("The user comes from {place}"));
    said.memory(Fact::new(key("user", "home", "hometown"), text, 7))
}

/// 我是…人 says where somebody is from only if a place stands before 人.
fn from_chinese<'a>(said: Said<'a>) -> Option<&'a str> {
    let found = FROM_CHINESE.captures(said.text)?;
    let group = found.name("v").or_else(|| found.name("w").filter(|group| place(group.as_str()).is_some()))?;
    Some(said.words(group.range())).filter(|words| is_short(words, 8, 1))
}

/// A place that is written as a name, or stands alone in a message without any capital letters.
fn english<'a>(said: Said<'a>, form: &Pattern) -> Option<&'a str> {
    let found = form.captures(said.text)?;
    let group = ["v", "w", "x", "y", "z", "u", "t"].into_iter().find_map(|name| found.name(name))?;
    let value = group.as_str();
    let value = DATED.split(value).next().unwrap_or(value);
    let length = length(value);
    if NO_PLACE.is_match(value) {
        return None;
    }
    let words = said.words(group.start()..group.start() + length);
    let lower = !said.line.text.chars().any(char::is_uppercase) && words.split_whitespace().count() <= 2;
    let named = words.chars().any(|c| c.is_uppercase() || is_han(c));
    let described = words.starts_with("a ") && (words.contains("town") || words.contains("village"));
    (is_short(words, 8, 7) && (named || lower || described)).then_some(words)
}
