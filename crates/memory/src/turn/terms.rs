//! What a text is about, without a dictionary: its telling words, to see whether two texts share any.
//!
//! Precision before reach: words that everybody says all the time tell nothing.

use hupo_text::fold_str;
use hupo_text::script::{RunKind, runs};
use std::collections::HashSet;
use std::sync::LazyLock;

/// Han characters that only join others, and cut a run in two.
const JOINTS: &str = "的地得了着过是我你他她它们您咱这那哪谁在有没和与跟不就都也还又再很太真好更最要会能可想去来到从对给被把让向往吗呢吧啊哦嗯呀嘛么怎什几个只次里一二三四五六七八九十两多少些才先说看做";

/// Pairs of Han characters that tell nothing.
const COMMON_PAIRS: [&str; 29] = [
    "今天", "明天", "昨天", "前天", "后天", "今年", "早上", "上午", "中午", "下午", "晚上", "时候", "喜欢", "讨厌",
    "用户", "伙伴", "自己", "大家", "东西", "事情", "问题", "非常", "特别", "比较", "应该", "希望", "告诉", "晚安",
    "谢谢",
];

/// Han characters that tell something by themselves, whatever stands beside them. Most do not.
const TELLING_ALONE: &str = "猫狗鱼鸟茶酒烟药书歌诗画琴车船钱病牙膝腰胃妈爸哥姐弟妹";

/// English words that tell nothing.
const COMMON_WORDS: [&str; 96] = [
    "about", "after", "again", "all", "also", "and", "any", "are", "because", "been", "before", "but", "can", "come",
    "could", "day", "did", "does", "doing", "don", "down", "even", "feel", "for", "from", "get", "going", "good",
    "got", "had", "has", "have", "her", "here", "him", "his", "how", "into", "its", "just", "know", "let", "like",
    "likes", "lot", "made", "make", "maybe", "more", "most", "much", "need", "not", "now", "off", "one", "only", "our",
    "out", "over", "please", "really", "said", "say", "see", "she", "should", "some", "still", "such", "tell", "than",
    "thank", "that", "the", "them", "then", "there", "they", "thing", "think", "this", "time", "today", "too", "user",
    "very", "want", "was", "were", "what", "when", "will", "with", "would", "you",
];

/// The common characters and pairs in order, to be looked up.
struct Common {
    joints: Vec<char>,
    pairs: Vec<[char; 2]>,
}

impl Common {
    fn joins(&self, c: char) -> bool {
        self.joints.binary_search(&c).is_ok()
    }

    fn tells_nothing(&self, pair: [char; 2]) -> bool {
        self.pairs.binary_search(&pair).is_ok()
    }
}

static COMMON: LazyLock<Common> = LazyLock::new(|| {
    let pair = |word: &&str| <[char; 2]>::try_from(word.chars().collect::<Vec<_>>()).ok();
    let (mut joints, mut pairs): (Vec<_>, Vec<_>) =
        (JOINTS.chars().collect(), COMMON_PAIRS.iter().filter_map(pair).collect());
    joints.sort_unstable();
    pairs.sort_unstable();
    Common { joints, pairs }
});

/// What a text is about, piece by piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Term<'a> {
    Word(&'a str),
    Pair([char; 2]),
    /// A Han character that tells something by itself.
    Alone(char),
}

/// The telling words of a text: English words of three letters and more without their plural `s`, numbers of two digits
/// and more, pairs of neighbouring Han characters, and the few single ones that tell something by themselves.
#[derive(Debug, Default)]
pub(super) struct Terms {
    words: HashSet<String>,
    pairs: HashSet<[char; 2]>,
    alone: Vec<char>,
}

impl Terms {
    pub(super) fn of(text: &str) -> Self {
        let mut terms = Self::default();
        let folded = fold_str(text);
        each(&folded, |term| {
            match term {
                Term::Word(word) => _ = terms.words.insert(word.to_owned()),
                Term::Pair(pair) => _ = terms.pairs.insert(pair),
                Term::Alone(c) => terms.alone.push(c),
            }
            true
        });
        terms
    }

    /// Whether the other text has one of these words.
    pub(super) fn meet(&self, text: &str) -> bool {
        let nothing = self.words.is_empty() && self.pairs.is_empty() && self.alone.is_empty();
        !nothing && !each(&fold_str(text), |term| !self.has(term))
    }

    fn has(&self, term: Term<'_>) -> bool {
        match term {
            Term::Word(word) => self.words.contains(word),
            Term::Pair(pair) => self.pairs.contains(&pair),
            Term::Alone(c) => self.alone.contains(&c),
        }
    }

    /// Whether every telling word of the other text is here; not so if it has none.
    pub(super) fn hold_all(&self, text: &str) -> bool {
        let mut any = false;
        let all = each(&fold_str(text), |term| {
            any = true;
            self.has(term)
        });
        any && all
    }
}

/// Goes through the telling words of a folded text for as long as `go_on` says; whether it came to the end.
fn each<'a>(folded: &'a str, mut go_on: impl FnMut(Term<'a>) -> bool) -> bool {
    runs(folded).all(|run| {
        let piece = folded.get(run.start..run.end).unwrap_or_default();
        match run.kind {
            RunKind::Han => each_of_han(piece, &mut go_on),
            RunKind::Word => word(piece).is_none_or(|word| go_on(Term::Word(word))),
            RunKind::Other => true,
        }
    })
}

fn each_of_han<'a>(run: &'a str, go_on: &mut impl FnMut(Term<'a>) -> bool) -> bool {
    if !run.chars().filter(|c| TELLING_ALONE.contains(*c)).all(|c| go_on(Term::Alone(c))) {
        return false;
    }
    let mut before = None;
    let mut chars = run.chars().peekable();
    while let Some(c) = chars.next() {
        if COMMON.tells_nothing([c, chars.peek().copied().unwrap_or(c)]) {
            chars.next();
            before = None;
        } else if COMMON.joins(c) {
            before = None;
        } else {
            if !before.is_none_or(|before| go_on(Term::Pair([before, c]))) {
                return false;
            }
            before = Some(c);
        }
    }
    true
}

fn word(piece: &str) -> Option<&str> {
    let is_number = piece.starts_with(|c: char| c.is_ascii_digit());
    let long_enough = piece.chars().count() >= if is_number { 2 } else { 3 };
    if !long_enough || COMMON_WORDS.binary_search(&piece).is_ok() {
        return None;
    }
    let base = piece.strip_suffix("'s").unwrap_or(piece);
    let singular = base.strip_suffix('s').filter(|word| word.len() >= 3 && !word.ends_with('s'));
    Some(singular.unwrap_or(base))
}

#[cfg(test)]
mod tests {
    use super::{COMMON_WORDS, Terms};

    #[test]
    fn texts_meet_in_their_telling_words_and_not_in_common_ones() {
        for (a, b, meet) in [
            ("我的猫今天怎么了", "用户养了一只小橘猫", true),
            ("我喜欢这部电影", "用户喜欢茉莉花茶", false),
            ("给我泡杯茉莉茶吧", "用户喜欢茉莉花茶", true),
            ("别提我前任", "不要提起前任", true),
            ("Do you like the movie?", "The user likes jasmine tea", false),
            ("any nice teas here?", "The user likes jasmine tea", true),
            ("现在觉得天气真好", "用户发现自己爱生气", false),
            ("今天晚上吃什么", "用户今天晚上加班", false),
            ("这个 deadline 是哪天", "The user dreads deadlines", true),
            ("我的 ex 又来了", "never mention my ex", false),
            ("", "用户喜欢茉莉花茶", false),
        ] {
            assert_eq!(Terms::of(a).meet(b), meet, "{a} | {b}");
        }
    }

    #[test]
    fn a_text_holds_another_whole_only_with_all_its_words() {
        let turn = Terms::of("你还记得我家的住址 home address 吗");
        assert!(turn.hold_all("home address"));
        assert!(turn.hold_all("住址"));
        assert!(!turn.hold_all("email address"));
        assert!(!turn.hold_all(""));
    }

    #[test]
    fn common_words_lie_in_order() {
        assert!(COMMON_WORDS.is_sorted());
    }
}
