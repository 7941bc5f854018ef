//! What the user is going to do, and when: plans, appointments, deadlines, events. Only with a time that lies ahead.

use crate::draft::Said;
use crate::pattern::{Pattern, pattern};
use crate::when::{self, Moment};
use hupo_types::{About, NewTemporalItem, Proposal, Purpose, TemporalKind};
use std::ops::Range;

/// Who does it, and that it is meant: what may stand before the time.
static BEFORE_CHINESE: Pattern = pattern!(
    r"^(?:我们?|咱们?|俺)?(?:老板让我|领导让我)?(?:大概|应该|还|也|就|打算|准备|计划|决定|要|得|必须|约了|约好了?|订了|定了|可能)*(?:在|于|到|等)?$"
);
/// What may stand between the time and the matter.
static HEAD_CHINESE: Pattern = pattern!(
    r"^(?:[, ]|的时候|之前|以前|前|的|左右|我们?|咱们?|还|也|又|就|都|一早|一大早|终于)*(?P<means>(?:要|得|必须|打算|准备|计划|决定|约了|约好|约|有个|有一?[个场节]|有|会|开始|去|一定)*)"
);
/// What people do at a time they name: verbs and matters that need no 要.
static MATTER: Pattern = pattern!(
    r"^(?:面试|考试|考|月考|期末|高考|中考|开会|开庭|体检|手术|出差|搬家|搬|飞|交|见|看牙|看医生|复查|复诊|结婚|婚礼|领证|开学|毕业|答辩|约|聚餐|吃饭|上班|入职|",
    r"出院|住院|抽血|打针|拔牙|值班|比赛|演出|演唱会|旅行|旅游|露营|爬山|回老家|回家|去|带|陪|参加|接|送|报名|提交|截止|deadline|汇报|培训|直播|试镜|彩排|",
    r"interview|presentation|meeting|exam|final|.{0,12}(?:演唱会|婚礼|面试|考试|会议|手术|比赛|高铁|航班|飞机|火车))"
);
/// Somebody else's, or no plan.
static NO_MATTER: Pattern = pattern!(
    r"^(?:[他她它你不没别就]|再说|再聊|见$|谁|我[妈爸姐妹哥弟奶爷外老朋同女儿男闺]|愉快|快乐|放假|会?下雨|天气|周|星期|还有|了)|不[去想要会用]|没有?时间|有空|吧$|愉快|见面吧|裁员|早点(?:休息|睡)|早睡|睡觉|重要安排|^有事|细聊|再聊|再说|的时候$|看看$|过$|^(?:上班)?就?(?:可以)?(?:试试|尝试|注意)|^的|^开始(?:的.*)?$|顺利"
);
static DUE_CHINESE: Pattern =
    pattern!(r"之前|以前|前[得要把交]|前把|截止|deadline|due|交(?:方案|稿|论文|作业|报告|卷)|要交|得交|前交|交了$");

static WILL_ENGLISH: Pattern = pattern!(
    r"^(?:i|we)(?:'ve| have)?(?: got| also| still)* (?:an?|my|our|the|this|another|two|three|some) (?P<v>.+)$|",
    r"^(?:i'm|i am|im|we're|we are) (?:also |finally |really |just |officially )*(?P<w>(?:\w+ing|off to|due) .+)$|",
    r"^(?:i'll|i will|we'll|we will|i'm gonna|im gonna|i'm going to|we're going to|we're gonna|i have to|i've got to|i gotta|i got to|i need to|i must|i plan to|",
    r"i'm planning to|we plan to|we're planning to|i'm supposed to) (?P<x>.+)$|",
    r"^(?P<z>(?:i|we) (?:start|leave|fly|move|graduate|travel) .+)$|",
    r"^(?:my|our) (?P<y>[\w' -]{3,40}?)(?:'s| is| are)(?: due| scheduled| set| booked| coming up)?(?: for| on)?$|^the (?P<u>[\w' -]{3,30}?) (?:is|are) due$"
);
/// What is a matter by itself, without a verb.
static MATTER_ENGLISH: Pattern = pattern!(
    r"^(?:my |our |a |an )?(?:\w+ ){0,2}?(?:dinner|lunch|brunch|physio|dentist|doctor'?s?|appointment|interview|exam|midterm|finals?|meeting|",
    r"wedding|flight|surgery|concert|therapy|rehearsal|recital|presentation|checkup|check-up|audition|conference)(?-u:\b)|",
    r"^(?:picking|flying|moving|meeting|seeing|taking|leaving|visiting|starting) "
);
/// A clause with a beginning of its own.
static OTHER_CLAUSE: Pattern = pattern!(
    r"^(?:during|at|after|before|in|for|with|over|because|when|while|the|i|we|he|she|they|it|you|this|that|there|here|so|not|no)(?-u:\b)"
);
static NO_MATTER_ENGLISH: Pattern = pattern!(
    r"(?-u:\b)(?:not|never|won't|don't|can't|didn't|isn't|no longer|nothing|looking forward|hoping|excited|thinking|was|were|had|talk|busy|free|off|call you|tell you|let you know|",
    r"keep you|be \d+|every|routine|careful|attention|clear idea|it|them|that|this|ask you|question|text you|see you|be back|be fine|feel|feeling|dreading|sure|glad|happy|sorry|wondering|trying)(?-u:\b)"
);
/// Matters that are not the user's: my sister's exam, his interview.
static OTHERS: Pattern = pattern!(
    r"^(?:my |our |the )?(?:sister|brother|mom|mum|dad|wife|husband|friend|boyfriend|girlfriend|son|daughter|cousin|roommate|boss|kids?|parents?|partner|team|birthday|bday)(?:'s|s'|s)?(?: |$)"
);

pub(super) fn of_clause(said: Said<'_>) -> Vec<Proposal> {
    let supposes =
        said.doubt.supposes && !said.text.contains("大概") && !said.sentence.folded.text.contains("wish me luck");
    if said.doubt.asks || said.doubt.reports || supposes {
        return Vec::new();
    }
    plan(said).into_iter().collect()
}

fn plan(said: Said<'_>) -> Option<Proposal> {
    let moment = when::find(said.text, said.line.time?, &said.talk.zone)?;
    let day = moment.ranges.first()?.clone();
    if let Some(text) = chinese(said, &moment) {
        let due = DUE_CHINESE.is_match(said.text);
        return item(said, moment, text, due);
    }
    if said.line.time.is_none_or(|time| moment.starts <= time) {
        return None;
    }
    let text = english(said, &moment)?;
    let before = said.text.get(..day.start)?.trim_end();
    let due = before.ends_with(" by") || before.ends_with(" before") || said.text.contains(" due");
    item(said, moment, text, due)
}

/// Whether words of a time stand together with the others, or after "at": those elsewhere belong to the matter.
fn stands_beside(said: Said<'_>, moment: &Moment, range: &Range<usize>) -> bool {
    const GAP_BYTES: usize = 4;
    let others = moment.ranges.iter().filter(|other| *other != range);
    let near = |other: &Range<usize>| {
        range.start.saturating_sub(other.end).max(other.start.saturating_sub(range.end)) <= GAP_BYTES
    };
    let words = said.text.get(range.clone()).unwrap_or_default();
    moment.ranges.len() == 1
        || others.into_iter().any(near)
        || words.starts_with("at ")
        || words.contains(|c: char| c.is_ascii_digit())
        || !moment.is_clock(range)
}

/// The clause without the words of its time.
fn without_time(said: Said<'_>, moment: &Moment) -> String {
    let mut rest = String::new();
    let mut at = 0;
    for range in moment.ranges.iter().filter(|range| stands_beside(said, moment, range)) {
        rest.push_str(said.text.get(at..range.start).unwrap_or_default());
        at = at.max(range.end);
    }
    rest.push_str(said.text.get(at..).unwrap_or_default());
    rest
}

fn chinese(said: Said<'_>, moment: &Moment) -> Option<String> {
    let (first, last) = (moment.ranges.first()?, moment.ranges.last()?);
    let before = said.text.get(..first.start)?;
    if !said.is_chinese() || !BEFORE_CHINESE.is_match(before.trim()) {
        return None;
    }
    let start = if last.start <= first.end { last.end.max(first.end) } else { first.end };
    let rest = said.text.get(start..)?;
    let head = HEAD_CHINESE.captures(rest)?;
    let means = head.name("means").is_some_and(|means| !means.is_empty())
        || before.chars().any(|c| "打准计决要得必约订".contains(c));
    let from_verb = start + head.name("means")?.start();
    let matter = rest.get(head.get(0)?.end()..)?.trim();
    let whole = rest.get(head.name("means")?.start()..)?.trim();
    let ahead = said.line.time.is_some_and(|time| moment.starts > time);
    let meant = before.chars().chain(head.name("means")?.as_str().chars()).any(|c| "要得打准计必".contains(c));
    let told = !meant && (matter_is_done(rest) || !ahead);
    if told || !ahead && !meant {
        return None;
    }
    let enough = matter.chars().count() >= 2 || whole.chars().count() >= 2;
    if NO_MATTER.is_match(matter) || NO_MATTER.is_match(whole) || !enough || !(means || MATTER.is_match(whole)) {
        return None;
    }
    let words = said.words(from_verb..said.text.len());
    Some(said.say(format!("用户的安排：{}", trimmed(words)), String::new()))
}

/// 带孩子们去参加了…: it is told, and the time was meant to lie behind.
fn matter_is_done(rest: &str) -> bool {
    rest.contains('了') || rest.contains('过')
}

fn trimmed(words: &str) -> &str {
    static MEANT: Pattern = pattern!(r"^(?:还|還|也)?(?:要|得|打算|计划|計劃|决定|決定|必须|必須)+");
    let words = words.trim();
    let meant = MEANT.find(words).map_or(0, |meant| meant.end());
    let words = words.get(meant..).filter(|rest| rest.chars().count() > 1).unwrap_or(words);
    words.trim_matches(|c: char| {
        c.is_whitespace() || matches!(c, '了' | '啊' | '呢' | '啦' | '!' | '！' | '.' | ',' | '~')
    })
}

fn english(said: Said<'_>, moment: &Moment) -> Option<String> {
    let rest = without_time(said, moment);
    let rest = tidy(&rest);
    if rest.contains(" 's ") || NO_MATTER_ENGLISH.is_match(&rest) || OTHERS.is_match(&rest) {
        return None;
    }
    let matter = match WILL_ENGLISH.captures(&rest) {
        Some(found) => {
            ["v", "w", "x", "y", "z", "u"].into_iter().find_map(|name| found.name(name))?.as_str().to_owned()
        }
        None => (MATTER_ENGLISH.is_match(&rest) && !OTHER_CLAUSE.is_match(&rest)).then(|| rest.clone())?,
    };
    let has_meaning = matter.split_whitespace().count() >= 2 || MATTER_ENGLISH.is_match(&matter) || matter.len() > 4;
    (has_meaning && !OTHERS.is_match(&matter)).then(|| {
        let bare = ["going to ", "planning to ", "planning on "].iter().find_map(|lead| matter.strip_prefix(lead));
        format!("The user's plan: {}", as_written(said, bare.unwrap_or(&matter)))
    })
}

/// Without the prepositions that the time leaves behind.
fn tidy(rest: &str) -> String {
    static LEFT: Pattern = pattern!(r"(?:^|\s)(?:on|at|by|before|until|for|in|this|next|coming|from)\s*(?:$|\s{2,}|,)");
    let mut rest = rest.trim().to_owned();
    for _ in 0..3 {
        rest = LEFT.replace_all(&rest, " ").trim().trim_matches([',', '.', '-', ' ']).to_owned();
    }
    rest.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The words of a matter with the capital letters they were written with.
fn as_written(said: Said<'_>, matter: &str) -> String {
    let original: Vec<&str> = said.whole().split_whitespace().collect();
    let spelled =
        |word: &str| original.iter().find(|one| one.to_lowercase() == word).map_or(word, |one| *one).to_owned();
    matter.split_whitespace().map(spelled).collect::<Vec<_>>().join(" ")
}

fn item(said: Said<'_>, moment: Moment, text: String, due: bool) -> Option<Proposal> {
    Some(Proposal::TemporalItem(NewTemporalItem {
        kind: if due { TemporalKind::Deadline } else { kind(&text) },
        about: About::User,
        text,
        starts: Some(moment.starts),
        ends: moment.ends,
        entities: Vec::new(),
        evidence: said.evidence(Purpose::Setup)?,
    }))
}

fn kind(text: &str) -> TemporalKind {
    static APPOINTMENT: Pattern = pattern!(
        r"牙|医|体检|复查|复诊|面试|手术|抽血|见|约|dentist|doctor|appointment|interview|surgery|physio|therap|meeting|lawyer|checkup"
    );
    static EVENT: Pattern =
        pattern!(r"婚礼|考|演唱会|比赛|开学|毕业|wedding|exam|concert|recital|final|graduation|party");
    if APPOINTMENT.is_match(text) {
        TemporalKind::Appointment
    } else if EVENT.is_match(text) {
        TemporalKind::Event
    } else {
        TemporalKind::Plan
    }
}
