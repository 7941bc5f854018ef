//! What marks a message, or a part of it, as something else than the user speaking plainly of themselves: jokes, play,
//! tasks for a machine, forwarded text, quotes, code, spam.

use crate::pattern::{Pattern, pattern};
use hupo_text::fold_str;
use std::collections::HashMap;
use std::ops::Range;

/// Longest message that is read, in bytes. What is longer was pasted, and nobody knows who wrote it.
const MESSAGE_BYTES: usize = 6_000;

/// Marked as a joke or as meant otherwise.
static JOKE: Pattern = pattern!(
    r"开玩笑|说笑|逗你|骗你的?|狗头|\(微笑\)|🙄|🙃|(?:^|\s)/s(?:$|\s|[.!])|(?-u:\b)j/?k(?-u:\b)|kidding|joking|",
    r"said no one|well not really|not really lol|sarcasm|反话|才怪|你猜"
);

/// Stories, dreams, parts that are played.
static PLAY: Pattern = pattern!(
    r"扮演|角色|假设|假装|小说|剧本|女主|男主|台词|梦见|梦到|做梦|做了个梦|写歌|编一个|设定|",
    r"role-?play|pretend|in (?:this|the|my) (?:story|game|dream|novel)|my (?:novel|character|oc|dream)(?-u:\b)|",
    r"once upon a time|two truths and|^\*|\*[a-z ]{3,}\*"
);

/// Work on a text that somebody else is to say or has said.
static TASK: Pattern = pattern!(
    r"翻译|帮我写|给我写|写一段|写一篇|自我介绍|润色|改写|造句|这句(?:话|英文|中文)?|怎么说|例句|",
    r"translat|write (?:me|a|an|my)(?-u:\b)|grammar|proofread|summari[sz]e|rephrase|rewrite|essay|cover letter"
);

/// Orders to a machine.
static ORDER: Pattern = pattern!(
    r"忽略.{0,12}(?:指令|提示|规则)|从现在(?:起|开始)你|你现在(?:是|叫)|系统(?:提示|消息|指令)|没有(?:任何)?限制|管理员|",
    r"ignore (?:all |any |the )*(?:previous|prior|above)|you are now|from now on,? you|^system ?:|system prompt|",
    r"jailbreak|no rules|developer mode|(?:^|\s)(?:assistant|user) ?:"
);

/// Words of others, passed on.
static PASSED_ON: Pattern = pattern!(
    r"转发|【转】|求扩散|原话|歌词|♪|♫|🎵|🎶|里唱|台词|forwarded|fwd:|lyrics?(?-u:\b)|email says|the sign says|t-shirt|",
    r"热搜|小红书|朋友圈看|网上看"
);

/// Text that many people get.
static SPAM: Pattern = pattern!(
    r"加微信|领红包|点击链接|免费领|优惠券|退订|验证码|https?://|www\.|win big|click here|call (?:me|now) (?:at )?\d{3}|",
    r"unsubscribe|promo code"
);

/// What of a message may be read: `None` for nothing, else the byte ranges that may not.
pub(crate) fn closed_parts(text: &str) -> Option<Vec<Range<usize>>> {
    if text.len() > MESSAGE_BYTES || text.contains("```") || repeats(text) || is_log(text) {
        return None;
    }
    let folded = fold_str(text);
    if [&JOKE, &PLAY, &TASK, &ORDER, &PASSED_ON, &SPAM].into_iter().any(|mark| mark.is_match(&folded)) {
        return None;
    }
    let mut closed = quoted(text);
    closed.extend(cited_lines(text));
    Some(closed)
}

/// A pasted log: lines that begin with somebody's name.
fn is_log(text: &str) -> bool {
    static NAMED: Pattern = pattern!(r"^\s*[\p{Han}a-zA-Z]{1,8}\s?[：:]");
    text.lines().filter(|line| NAMED.is_match(line)).nth(1).is_some()
}

/// The same few words over and over.
fn repeats(text: &str) -> bool {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let pieces = text.split(|c: char| c.is_whitespace() || c.is_ascii_punctuation()).filter(|piece| piece.len() > 3);
    pieces.into_iter().any(|piece| {
        let times = seen.entry(piece).or_default();
        *times += 1;
        *times > 7
    })
}

/// Stretches between quote marks, from the first mark to the end where the other is missing.
fn quoted(text: &str) -> Vec<Range<usize>> {
    const PAIRS: [(char, char); 6] = [('“', '”'), ('„', '”'), ('「', '」'), ('『', '』'), ('"', '"'), ('`', '`')];
    let mut found = Vec::new();
    let mut open: Option<(usize, char)> = None;
    for (at, c) in text.char_indices() {
        match open {
            Some((start, closing)) if c == closing => {
                found.push(start..at + c.len_utf8());
                open = None;
            }
            Some(_) => (),
            None => open = PAIRS.iter().find(|(opening, _)| *opening == c).map(|(_, closing)| (at, *closing)),
        }
    }
    found.extend(open.map(|(start, _)| start..text.len()));
    found
}

/// Lines that cite what somebody else wrote, as mail programs mark them.
fn cited_lines(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        if line.trim_start().starts_with(['>', '＞']) {
            found.push(start..start + line.len());
        }
        start += line.len();
    }
    found
}
