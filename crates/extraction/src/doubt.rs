//! What makes a sentence say less than it seems: it asks, supposes, tells what others say, or speaks of the past.

use crate::clause::Sentence;
use crate::pattern::{Pattern, pattern};

/// Reasons not to take a sentence at its word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Doubt {
    /// It asks.
    pub(crate) asks: bool,
    /// It supposes, wishes or guesses.
    pub(crate) supposes: bool,
    /// It tells what somebody else says, thinks or wants.
    pub(crate) reports: bool,
    /// It speaks of what no longer holds.
    pub(crate) past: bool,
}

static ASKS: Pattern = pattern!(
    r"[吗么]\s*$|(?:呢|没有)\s*$|^你?(?:还)?(?:记得|知道|觉得)|是不是|有没有|会不会|要不要|能不能|可不可以|喜不喜欢|是否|",
    r"什么|为啥|啥|哪[里儿个些天种位]|怎么|咋|几点|几号|多少|多久|难道|要不(?:然)?|谁|何时|",
    r"^(?:so |and |but |ok |hey |well |oh )*(?:what|when|who|whose|where|why|how|which|is|are|am|do|does|did|can|could|",
    r"should|would|will|have you|has|whats|what's|who's|how's|doesn't|don't you|isn't|aren't)(?-u:\b)"
);

static SUPPOSES: Pattern = pattern!(
    r"如果|要是|假如|假使|倘若|万一|的话|就好了|该多好|^想象|想象(?:一下|你|着)|差点|好像|似乎|可能|也许|或许|说不定|没准|希望|但愿|好想|",
    r"以为|还没确定|不确定|应该会|想要?搬|",
    r"(?-u:\b)(?:if|unless|wish(?:ed|ing|es)?|would|'d|could|might|maybe|perhaps|imagine|suppose|supposedly|almost|",
    r"nearly|guess|hope|hopefully|thinking (?:of|about)|think i|not sure|wonder|want to|wanna|probably|as if|one day)(?-u:\b)"
);

static REPORTS: Pattern = pattern!(
    r"(?:他|她|它|们|人|妈|爸|姐|妹|哥|弟|友|事|师|生|板|户|总|学|公司|谁|中|里|上|文|明|老婆|老公|领导)",
    r"(?:还|也|又|都|总|老|跟我|对我|和我|就|一直|老是|总是|非|刚)*(?:说|讲|问|觉得|认为|嫌|告诉|写|骂|喊|答应)|",
    r"听说|据说|都说|谁说|传说|新闻|看到.{0,4}说|(?:让|叫|要)我(?:别|不)|说我|",
    r"(?-u:\b)(?:says?|said|told|tells|telling|asks|asked|asking|heard|apparently|claims?|according|thinks|texted|writes|",
    r"wrote|reads|quote|rumou?r|they say|people say|everyone says|supposed to)(?-u:\b)"
);

static PAST: Pattern = pattern!(
    r"以前|从前|曾经|小时候|当年|那时|那会儿?|年轻(?:的)?时候?|原来|原先|早就不|过去|当过|上学那|本来|一度|前几年|",
    r"(?-u:\b)(?:used to|as a kid|as a child|when i was|back when|back then|back in|once|years ago|formerly|previously|",
    r"grew out of|no longer|any ?more|for a (?:year|while|bit|month|week))(?-u:\b)"
);

/// The user saying that they themselves say: not a report.
static OWN_WORDS: Pattern = pattern!(
    r"我?(?:跟|和|对)你(?:们)?(?:讲|说)(?:一下|哈|啊|个事)?|说(?:实话|真的|起来|白了|到底|错)|老实说|怎么说|话说|我说|我问|i(?:'ve| have)? (?:told|said)"
);

/// What must be doubted of a sentence.
pub(crate) fn of(sentence: &Sentence<'_>) -> Doubt {
    let text = &sentence.folded.text;
    Doubt {
        asks: sentence.asks || ASKS.is_match(text.trim_end_matches(|c: char| !c.is_alphanumeric())),
        supposes: SUPPOSES.is_match(text),
        reports: reports(text),
        past: PAST.is_match(text),
    }
}

/// Whether a clause asks: by its own words, as the last of a sentence that does, or before a tag (对吧, "right?").
pub(crate) fn clause_asks(sentence: &Sentence<'_>, clause: &std::ops::Range<usize>) -> bool {
    static TAG: Pattern = pattern!(
        r"^\W*(?:对|是|好|行|没错|可以|真|不)?(?:吧|吗|嘛|不是|是不是|right|okay|ok|no|huh|remember|yeah)\W*$"
    );
    let text = &sentence.folded.text;
    let (own, rest) = (text.get(clause.clone()).unwrap_or_default(), text.get(clause.end..).unwrap_or_default());
    let last = !rest.chars().any(char::is_alphanumeric);
    let bare = own.trim_end_matches(|c: char| !c.is_alphanumeric());
    ASKS.is_match(bare) || (sentence.asks && last) || TAG.is_match(rest) && !last
}

/// Whether a folded text tells what somebody else says.
pub(crate) fn reports(text: &str) -> bool {
    REPORTS.is_match(&OWN_WORDS.replace_all(text, ""))
}

impl Doubt {
    /// Nothing is to be doubted.
    pub(crate) fn is_none(self) -> bool {
        self == Self::default()
    }

    /// It says so of now, whether it asks or supposes something beside.
    pub(crate) fn is_plain(self) -> bool {
        !self.asks && !self.supposes && !self.reports
    }
}
