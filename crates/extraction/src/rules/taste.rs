//! What the user likes and dislikes, in so many words.

use super::value::{is_short, length, parts, stands_alone};
use crate::draft::{Fact, Said, key};
use crate::pattern::{Pattern, pattern};
use hupo_types::{Kind, Proposal};
use std::ops::Range;

static LIKES_CHINESE: Pattern = pattern!(
    r"^(?P<i>我)?(?:这(?:个)?人|本人|自己)?(?:也|真的|特别|最|很|超级?|好|挺|蛮|比较|还是|一直|从小|就|可|太|都|非常|尤其|最近|平时|巨|贼)*",
    r"(?P<verb>喜欢|钟爱|热爱|迷上|酷爱|爱吃|爱喝|爱看|爱听|爱玩|爱)(?:上)?了?(?P<v> ?\S.*)$"
);
static MIXED: [Pattern; 2] = [
    pattern!(r"^(?P<i>我)(?:也|真的|特别|最|很|超级?|好|都|非常|就| )*(?P<verb>love|like|enjoy)(?P<v> ?\S.*)$"),
    pattern!(r"^(?P<i>我)(?:也|真的|特别|最|很|超级?|好|都|非常|就| )*(?P<verb>hate|dislike)(?P<v> ?\S.*)$"),
];
static FAVOURITE_CHINESE: Pattern = pattern!(
    r"^我(?:最喜欢|最爱|最中意)(?:吃|喝|看|听)?的(?P<what>[\p{Han}a-z ]{1,8}?)(?:是|就是)(?P<v>\S.*)$|^我的(?:爱好|兴趣|兴趣爱好)(?:就|主要)?(?:是|有)(?P<w>\S.*)$"
);
static DISLIKES_CHINESE: Pattern = pattern!(
    r"^(?P<i>我)?(?:也|真的|特别|最|很|超级?|一直|从小|就|可|太|都|非常|尤其|从来|其实|一点都|实在)*",
    r"(?:讨厌|不(?:太|怎么|是很|大)?喜欢|不(?:太|怎么|大)?爱|受不了|厌恶|最烦)(?P<v> ?\S.*)$"
);
static AVOIDS_CHINESE: Pattern =
    pattern!(r"^我(?:从来|从小|一直|平时|都|也)*不能?(?:吃|喝|碰|抽)(?P<v>[\p{Han}a-z]{1,6}?)(?:的)?$");
static LIKES_ENGLISH: Pattern = pattern!(
    r"^i(?:'ve| have)? ?(?:(?:really|absolutely|also|just|still|truly|always|totally|especially|do|actually|kinda|so|both|genuinely|definitely) )*",
    r"(?:love|loved|like|adore|enjoy) (?P<v>.+)$|",
    r"^(?:i'm|i am|im) (?:really |super |so |totally |also |very )*into (?P<w>.+)$|",
    r"^(?:i'm|i am|im) (?:such )?an? (?:huge |big |massive )?fan of (?P<x>.+)$|^(?:love )+(?P<y>[^ ]+(?:$| .+))$"
);
static FAVOURITE_ENGLISH: Pattern = pattern!(
    r"^my (?:all[- ]time |absolute )?(?:favou?rite|fav|fave) (?:\w+ ){1,3}?(?:is|are|has to be|has always been) (?P<v>.+)$|^my (?:hobbies|hobby) (?:are|is|include) (?P<w>.+)$"
);
static DISLIKES_ENGLISH: Pattern = pattern!(
    r"^i (?:(?:really|absolutely|just|truly|also|totally|do|kinda|actually) )*(?:hate|dislike|despise|loathe|detest) (?P<v>.+)$|",
    r"^i (?:really |just )?(?:don't|do not|dont|never) (?:really |much )?(?:like|liked|enjoy|care for) (?P<w>.+)$|",
    r"^i (?:really |just )?(?:can't|cannot|cant) stand (?P<x>.+)$|^(?:i'm|i am|im)? ?(?:really )?not (?:really )?(?:an? (?:big |huge )?fan of|into) (?P<y>.+)$"
);
static AVOIDS_ENGLISH: Pattern =
    pattern!(r"^i (?:don't|do not|dont|never|can't|cannot) (?:eat|drink|smoke) (?P<v>[\w -]{3,24})$");

/// Things with an article that are not just the ones in sight.
static LASTING: Pattern = pattern!(
    r"^the (?:ocean|sea|beach(?:es)?|mountains?|outdoors|rain|snow|sun|sunshine|cold|heat|summer|winter|autumn|fall|",
    r"spring|countryside|city|forest|woods|piano|guitar|violin|smell of|sound of|taste of|beatles|gym|theat(?:er|re)|opera|movies|cinema)"
);

/// What points at something only the two know, and so says nothing later on.
static POINTS: Pattern = pattern!(
    r"^ ?.的|^ ?(?:但|可是|不过|也|早饭|午饭|晚饭|饭|药|夜宵|你|他|她|它|这|那|我|自己|谁|大家|人家|的|得|过|死|了|不|完|是|上(?:他|她|你)|现在|今天|看你|跟你|和你|听你|被|一个人$|一$)|的人不|三年|",
    r"^ ?to$|^ ?(?:is|was|are|has|can|will|makes|brings|hurts|conquers|ya|u)(?-u:\b)|^ ?(?:and|or|but|you|your|yours|him|her|his|them|their|it|its|that|this|these|those|how|when|what|where|why|who|me|my|myself|our|us|",
    r"everything|everyone|anything|nothing|something|someone|to (?:see|hear|think|say|be|know|have|admit)|being|getting|having|seeing|hearing|",
    r"knowing|the (?:way|idea|fact|feeling|colou?rs?|vibe|look|sound|thought|energy|detail\w*|photo|pic\w*|design|name|part|new|one|same|",
    r"support|message|quote|whole|process|atmosphere|view|concept|title|story|painting|song|decor)|seeing|one|some|a lot|so|too|as|all|if|mondays|fridays|working with|talking|spending|it's|meeting|another|just)(?-u:\b)"
);

pub(super) fn of_clause(said: Said<'_>) -> Vec<Proposal> {
    if !said.doubt.is_none() || negated(said) {
        return Vec::new();
    }
    let readings: [(&[&Pattern], Taste); 3] = [
        (&[&AVOIDS_CHINESE, &AVOIDS_ENGLISH], Taste::Avoids),
        (&[&DISLIKES_CHINESE, &DISLIKES_ENGLISH, &MIXED[1]], Taste::Dislikes),
        (&[&FAVOURITE_CHINESE, &LIKES_CHINESE, &FAVOURITE_ENGLISH, &LIKES_ENGLISH, &MIXED[0]], Taste::Likes),
    ];
    readings
        .iter()
        .map(|(forms, taste)| values(said, forms, *taste))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

/// Today's mood, and politeness, are no taste.
fn negated(said: Said<'_>) -> bool {
    static PASSING: Pattern = pattern!(
        r"今天|今晚|刚才|现在的|这会儿|这个天气|死了?$|(?-u:\b)(?:today|tonight|right now i|would|'d)(?-u:\b)"
    );
    PASSING.is_match(said.text) || PASSING.is_match(said.sentence.folded.text.get(..said.at).unwrap_or_default())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Taste {
    Likes,
    Dislikes,
    Avoids,
}

fn values(said: Said<'_>, forms: &[&Pattern], taste: Taste) -> Vec<Proposal> {
    let found = forms.iter().find_map(|form| form.captures(said.text));
    let Some(group) =
        found.as_ref().and_then(|found| ["v", "w", "x", "y"].into_iter().find_map(|name| found.name(name)))
    else {
        return Vec::new();
    };
    let value = group.as_str();
    let blank = value.len() - value.trim_start().len();
    let passing = said.text.ends_with('了') && matches!(taste, Taste::Avoids);
    let value = value.get(blank..blank + length(value.trim_start())).unwrap_or_default();
    let in_sight = value.starts_with("the ") && !LASTING.is_match(value);
    let leans = !stands_alone(said.text.get(group.start()..group.start() + blank + value.len()).unwrap_or_default());
    if passing || leans || in_sight || POINTS.is_match(value) || !is_speech_of_taste(said, found.as_ref(), value) {
        return Vec::new();
    }
    let start = group.start() + blank;
    let each = parts(value).into_iter().filter_map(|part| {
        let words = said.words(start + part.start..start + part.end);
        let ok = is_short(words, 9, 5) && !POINTS.is_match(value.get(part).unwrap_or_default());
        ok.then(|| preference(said, words, taste))?
    });
    let mut found: Vec<Proposal> = each.collect();
    if !found.is_empty() {
        found.extend(
            listed(said, start + value.len()).iter().filter_map(|words| preference(said.reaching(), words, taste)),
        );
    }
    found
}

/// The rest of an English list that commas cut into clauses: "hiking, long runs, and chess".
fn listed<'a>(said: Said<'a>, end: usize) -> Vec<&'a str> {
    static LIST: Pattern = pattern!(r"^,[\p{L}' ,-]{3,120},? and [\p{L}' -]{2,30}[.!]*$");
    static SEPARATOR: Pattern = pattern!(r",? and |, ");
    let reaching = said.reaching();
    let rest = reaching.text.get(end..).unwrap_or_default();
    if !LIST.is_match(rest) {
        return Vec::new();
    }
    let mut items: Vec<Range<usize>> = Vec::new();
    let mut start = 0;
    for between in SEPARATOR.find_iter(rest) {
        items.push(start..between.start());
        start = between.end();
    }
    items.push(start..rest.trim_end_matches(['.', '!']).len());
    items.retain(|item| !item.is_empty());
    let plain = |item: &Range<usize>| rest.get(item.clone()).is_some_and(is_item);
    if !items.iter().all(plain) {
        return Vec::new();
    }
    items.into_iter().map(|item| reaching.words(end + item.start..end + item.end)).collect()
}

/// One to three words that name something by themselves.
fn is_item(item: &str) -> bool {
    let words = item.split_whitespace().count();
    (1..=3).contains(&words) && !POINTS.is_match(item) && !has_subject(item) && stands_alone(item)
}

fn has_subject(item: &str) -> bool {
    static SUBJECT: Pattern = pattern!(
        r"^(?:i|we|he|she|they|so|then|my|not|always|never|also|especially|sometimes|maybe|even|often|usually|mostly)(?-u:\b)|(?-u:\b)(?:is|are|was|am|have|has)(?-u:\b)"
    );
    SUBJECT.is_match(item)
}

/// 爱 alone is also how one speaks to somebody; without 我 only what is said most plainly counts.
fn is_speech_of_taste(said: Said<'_>, found: Option<&regex::Captures<'_>>, value: &str) -> bool {
    let verb = found.and_then(|found| found.name("verb")).map_or("", |verb| verb.as_str());
    let spoken = found.is_some_and(|found| found.name("i").is_some()) || said.text.starts_with(['i', '我', '本', '这']);
    let opens = said.sentence.folded.text.get(..said.at).unwrap_or_default().chars().all(|c| !c.is_alphanumeric());
    let first_person =
        spoken || said.text.starts_with("my ") || opens || said.at < 12 && !said.text.starts_with("love");
    let enough = value.chars().count() > 1 || verb != "爱";
    let pointing = value.contains('你') || value.ends_with("的人") && value.chars().count() <= 3;
    first_person && (spoken || verb != "爱") && enough && !pointing
}

fn preference(said: Said<'_>, what: &str, taste: Taste) -> Option<Proposal> {
    let what = what.trim();
    let verb = if said.text.contains('喝') || said.text.contains("drink") { ("喝", "drink") } else { ("吃", "eat") };
    let (attribute, text, valence) = match taste {
        Taste::Avoids => (
            "avoids",
            said.say(format!("用户不{}{what}", verb.0), format!("The user does not {} {what}", verb.1)),
            -0.2,
        ),
        Taste::Likes => ("likes", said.say(format!("用户喜欢{what}"), format!("The user likes {what}")), 0.5),
        Taste::Dislikes => {
            ("dislikes", said.say(format!("用户不喜欢{what}"), format!("The user does not like {what}")), -0.4)
        }
    };
    let mut fact = Fact::new(key("user", "taste", format!("{attribute}/{what}")), text, 6);
    (fact.kind, fact.valence) = (Kind::Preference, valence);
    said.memory(fact)
}
