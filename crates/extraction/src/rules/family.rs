//! The user's people and animals by name: "my sister Lin", 我妹妹沈琳, 我家猫叫馒头.

use super::place::surname;
use super::value::is_capitalised;
use crate::draft::{Fact, Said, key};
use crate::pattern::{Pattern, pattern};
use hupo_text::fold_str;
use hupo_text::script::is_han;
use hupo_types::Proposal;

/// What somebody is to the user: how it is said, longest first, and its name in keys.
const CHINESE: [(&str, &str); 58] = [
    ("女朋友", "girlfriend"),
    ("男朋友", "boyfriend"),
    ("未婚夫", "fiance"),
    ("未婚妻", "fiancee"),
    ("妹妹", "younger_sister"),
    ("姐姐", "older_sister"),
    ("弟弟", "younger_brother"),
    ("哥哥", "older_brother"),
    ("老公", "husband"),
    ("丈夫", "husband"),
    ("老婆", "wife"),
    ("妻子", "wife"),
    ("媳妇儿", "wife"),
    ("媳妇", "wife"),
    ("爱人", "spouse"),
    ("女友", "girlfriend"),
    ("男友", "boyfriend"),
    ("对象", "partner"),
    ("儿子", "son"),
    ("女儿", "daughter"),
    ("闺女", "daughter"),
    ("孙子", "grandson"),
    ("孙女", "granddaughter"),
    ("爸爸", "father"),
    ("妈妈", "mother"),
    ("父亲", "father"),
    ("母亲", "mother"),
    ("老爸", "father"),
    ("老妈", "mother"),
    ("爷爷", "grandfather"),
    ("奶奶", "grandmother"),
    ("外公", "grandfather"),
    ("外婆", "grandmother"),
    ("姥姥", "grandmother"),
    ("姥爷", "grandfather"),
    ("闺蜜", "friend"),
    ("好朋友", "friend"),
    ("最好的朋友", "friend"),
    ("朋友", "friend"),
    ("发小", "friend"),
    ("兄弟", "friend"),
    ("室友", "roommate"),
    ("舍友", "roommate"),
    ("同桌", "classmate"),
    ("表妹", "cousin"),
    ("表弟", "cousin"),
    ("表哥", "cousin"),
    ("表姐", "cousin"),
    ("堂妹", "cousin"),
    ("堂弟", "cousin"),
    ("堂哥", "cousin"),
    ("堂姐", "cousin"),
    ("姐", "older_sister"),
    ("哥", "older_brother"),
    ("妹", "younger_sister"),
    ("弟", "younger_brother"),
    ("爸", "father"),
    ("妈", "mother"),
];

static NAMED_CHINESE: Pattern = pattern!(
    r"^(?:这是|还有|和|跟)?我(?:的|家)?(?P<kin>\p{Han}{1,5}?)(?:的名字|名字)?(?:姓.{1,2}[, ])?(?:叫做?|名叫)(?P<v>[\p{Han}]{1,4}|[a-z]{2,12})(?:$|[, ])",
);
static HAS_CHINESE: Pattern = pattern!(
    r"^(?:我|我家|家里)?(?:有|养了?)(?:了)?(?:一?[个只条匹])(?P<kin>\p{Han}{1,5}?)[, ]*(?:名字|她|他|它)?(?:名字)?叫(?P<v>[\p{Han}]{1,4}|[a-z]{2,12})(?:$|[, ])"
);
static BARE_CHINESE: Pattern = pattern!(
    r"(?:^|跟|和|陪|带|给|帮|送|接|对)我(?:的|家)?(?P<rest>[\p{Han}]{3,14}|\p{Han}{1,4} ?[a-z]{2,12}(?:$|[^a-z].*))"
);
/// What may follow a name that is said without 叫.
static GOES_ON: Pattern = pattern!(
    r"^(?:今天|昨天|明天|昨晚|今晚|最近|刚|现在|下周|上周|这周|又|也|在|要|说|是|从|发烧|考|去|来|回|给|把|被|都|就|还|结婚|生|过|人|跟|和|$)"
);
/// Words that begin like a name and are none.
const NO_NAME: [&str; 34] = [
    "高兴", "安静", "张嘴", "王者", "方便", "马上", "许久", "常常", "金融", "周末", "周一", "周二", "周三", "周四",
    "周五", "周六", "周日", "白天", "成天", "任性", "于是", "万一", "向来", "关心", "和平", "温柔", "连忙", "全部",
    "计划", "单身", "应该", "明明", "偏偏", "常年",
];
const PETS_CHINESE: [(&str, &str); 12] = [
    ("猫咪", "cat"),
    ("小猫", "cat"),
    ("橘猫", "cat"),
    ("猫", "cat"),
    ("狗狗", "dog"),
    ("小狗", "dog"),
    ("柯基", "dog"),
    ("金毛", "dog"),
    ("泰迪", "dog"),
    ("狗", "dog"),
    ("仓鼠", "hamster"),
    ("兔子", "rabbit"),
];

static ENGLISH: Pattern = pattern!(
    r"(?:^|(?-u:\b)(?:with|and|and then|visit|saw|met|meet|love|for|from|to|see|is|picking|called|miss) )(?:our|my) (?:(?:older|younger|little|big|twin|best|new|old|baby|late|dear) )*",
    r"(?P<kin>sisters?|brothers?|wife|husband|girlfriend|boyfriend|partner|fiancée?|son|daughters?|sons|mom|mum|mother|dad|father|grandma|grandpa|",
    r"grandmother|grandfather|friend|bestie|roommate|cousin|niece|nephew|aunt|uncle|cats?|dogs?|puppy|kitten|parrot|hamster|rabbit|horse|bunny)",
    r"(?P<how>'s name is|,? (?:is )?(?:named|called)| (?:is|are) (?:named|called)|,)? (?P<v>[\p{L}-]+(?: and [\p{L}-]+)?)(?P<own>'s)?"
);
static HAS_ENGLISH: Pattern = pattern!(
    r"^(?:i|we)(?:'ve got|'ve| have| got| just adopted| adopted| just got) (?:an? |two |three |a new )?(?:\w+ )?",
    r"(?P<kin>sister|brother|son|daughter|cats?|dogs?|puppy|kitten|parrot|hamster|rabbit|horse|bunny|golden retriever|labrador|corgi|poodle|husky|beagle|pug|terrier|tabby)",
    r"(?P<how>,? (?:named|called)|,? (?:and )?(?:his|her|its|their) names? (?:is|are)|,) (?P<v>[\p{L}-]+(?: and [\p{L}-]+)?)(?P<own>'s)?"
);
/// Words with a capital that are no names of people.
static NO_ENGLISH_NAME: Pattern = pattern!(
    r"^(?:i|and|in|is|was|are|who|has|had|just|also|the|a|an|monday|tuesday|wednesday|thursday|friday|saturday|sunday|january|february|march|april|june|july|august|september|october|november|december|christmas|english|chinese)$"
);

pub(super) fn of_clause(said: Said<'_>) -> Vec<Proposal> {
    if !said.doubt.is_plain() {
        return Vec::new();
    }
    let reaching = said.reaching();
    let found = named_chinese(reaching);
    let found = if found.is_empty() { bare_chinese(said).into_iter().flatten().collect() } else { found };
    if found.is_empty() { english(reaching) } else { found }
}

/// A name, and what its bearer is to the user.
fn known(said: Said<'_>, kin: (&str, &'static str), name: &str) -> Vec<Proposal> {
    let (word, code) = kin;
    let pet = PETS_CHINESE.iter().any(|(_, pet)| *pet == code) || matches!(code, "parrot" | "horse");
    let word = if word.chars().count() == 1 && !pet { word.repeat(2) } else { word.to_owned() };
    let text = match (said.is_chinese(), pet) {
        (true, true) => format!("用户的宠物{word}叫{name}"),
        (true, false) => format!("用户的{word}叫{name}"),
        (false, _) => format!("The user's {word} is called {name}"),
    };
    let key = key(name, if pet { "pet" } else { "family" }, format!("is/{code}"));
    let memory = said.memory(Fact::new(key, text, 7));
    said.person(name).into_iter().chain(memory).collect()
}

fn chinese_kin(word: &str) -> Option<(&'static str, &'static str)> {
    CHINESE.into_iter().chain(PETS_CHINESE).find(|(kin, _)| *kin == word)
}

fn named_chinese(said: Said<'_>) -> Vec<Proposal> {
    let Some(found) = NAMED_CHINESE.captures(said.text).or_else(|| HAS_CHINESE.captures(said.text)) else {
        return Vec::new();
    };
    let kin = found.name("kin").and_then(|kin| chinese_kin(kin.as_str()));
    let name = found.name("v").filter(|name| is_chinese_name(name.as_str()));
    let (Some(kin), Some(name)) = (kin, name) else { return Vec::new() };
    known(said.until(name.end()), kin, said.words(name.range()))
}

fn is_chinese_name(name: &str) -> bool {
    !name.starts_with([
        '我', '你', '他', '她', '它', '了', '的', '个', '得', '不', '过', '来', '去', '车', '外', '一', '上', '起',
        '什', '啥', '早', '好',
    ]) && !name.ends_with(['了', '吗', '的'])
}

/// 我妹妹沈琳今天…: a surname and one or two characters, a doubled character, 阿 or 小 and one; then something that goes on.
fn bare_chinese(said: Said<'_>) -> Option<Vec<Proposal>> {
    let found = BARE_CHINESE.captures(said.text)?;
    let rest = found.name("rest")?;
    let pets = PETS_CHINESE.into_iter().map(|kin| (kin, true));
    let all = CHINESE.into_iter().map(|kin| (kin, false)).chain(pets);
    for (kin, pet) in all.filter(|((word, _), _)| rest.as_str().starts_with(word)) {
        let after = rest.as_str().get(kin.0.len()..).unwrap_or_default();
        let start = rest.start() + kin.0.len();
        if let Some(length) =
            known_name(said, after).or_else(|| latin(after, said, start)).or_else(|| bare_name(after, pet))
        {
            let name = said.words(start..start + length);
            return Some(known(said.until(start + length), kin, name));
        }
    }
    None
}

/// The length of the known name that a folded text begins with, the longest of several.
fn known_name(said: Said<'_>, after: &str) -> Option<usize> {
    let names = said.talk.people.iter().flatten().map(|name| fold_str(name));
    let begins = names.filter(|name| name.chars().all(is_han) && name.chars().count() > 1 && after.starts_with(name));
    begins.map(|name| name.len()).max()
}

fn is_known(said: Said<'_>, name: &str) -> bool {
    let folded = fold_str(name);
    said.talk.people.iter().flatten().any(|known| fold_str(known) == folded)
}

/// A Latin name with a capital letter.
fn latin(after: &str, said: Said<'_>, start: usize) -> Option<usize> {
    let blank = after.len() - after.trim_start().len();
    let length = after.trim_start().find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.trim_start().len());
    let words = said.words(start + blank..start + blank + length);
    (length >= 2 && is_capitalised(words)).then_some(blank + length)
}

fn bare_name(after: &str, pet: bool) -> Option<usize> {
    let chars: Vec<char> = after.chars().take(3).collect();
    let (first, second) = (*chars.first()?, *chars.get(1)?);
    if NO_NAME.iter().any(|word| after.starts_with(word)) || !is_han(second) {
        return None;
    }
    let two = first.len_utf8() + second.len_utf8();
    let goes_on = |length: usize| after.get(length..).is_some_and(|rest| GOES_ON.is_match(rest) && !rest.is_empty());
    if pet {
        let timed = after
            .get(two..)
            .is_some_and(|rest| ["今天", "昨天", "昨晚", "最近"].iter().any(|time| rest.starts_with(time)));
        return (timed && !"又不很在都总老真好也还没会想就最太每天快刚".contains(first)).then_some(two);
    }
    let doubled = first == second && !"天常明偏往刚人个慢好早快".contains(first);
    let called = matches!(first, '阿' | '小') && !"时候孩子学说朋心气".contains(second);
    if doubled || called {
        return goes_on(two).then_some(two);
    }
    surname(after)?;
    let three = two + chars.get(2).map_or(0, |c| c.len_utf8());
    [two, three].into_iter().find(|length| goes_on(*length))
}

fn english(said: Said<'_>) -> Vec<Proposal> {
    let Some(found) = HAS_ENGLISH.captures(said.text).or_else(|| ENGLISH.captures(said.text)) else {
        return Vec::new();
    };
    let (Some(kin), Some(names)) = (found.name("kin"), found.name("v")) else { return Vec::new() };
    if found.name("own").is_some() {
        return Vec::new();
    }
    let (word, code) = english_kin(kin.as_str());
    let many = kin.as_str().ends_with('s') && found.name("how").is_some();
    let listed = |names: &str| names.split(" and ").map(str::to_owned).collect::<Vec<_>>();
    let words = said.words(names.range());
    let mut called = listed(words);
    if !many {
        called.truncate(1);
    }
    let is_name = |name: &String| {
        let capital = is_capitalised(name) && !NO_ENGLISH_NAME.is_match(&name.to_lowercase());
        capital || is_known(said, name)
    };
    let named = found.name("how").is_some() || !words.contains(" and ") || many;
    if !called.iter().all(is_name) || !named {
        return Vec::new();
    }
    let clause = said.until(names.end());
    called.iter().flat_map(|name| known(clause, (word, code), name)).collect()
}

/// The word in the singular, and its name in keys.
fn english_kin(word: &str) -> (&str, &'static str) {
    let one = word.strip_suffix('s').unwrap_or(word);
    let code = match one {
        "sister" => "sister",
        "brother" => "brother",
        "wife" => "wife",
        "husband" => "husband",
        "girlfriend" => "girlfriend",
        "boyfriend" => "boyfriend",
        "son" => "son",
        "daughter" => "daughter",
        "mom" | "mum" | "mother" => "mother",
        "dad" | "father" => "father",
        "grandma" | "grandmother" => "grandmother",
        "grandpa" | "grandfather" => "grandfather",
        "friend" | "bestie" => "friend",
        "roommate" => "roommate",
        "cousin" => "cousin",
        "niece" => "niece",
        "nephew" => "nephew",
        "aunt" => "aunt",
        "uncle" => "uncle",
        "cat" | "kitten" | "tabby" => "cat",
        "dog" | "puppy" | "golden retriever" | "labrador" | "corgi" | "poodle" | "husky" | "beagle" | "pug"
        | "terrier" => "dog",
        "parrot" => "parrot",
        "hamster" => "hamster",
        "rabbit" | "bunny" => "rabbit",
        "horse" => "horse",
        _ => "partner",
    };
    (one, code)
}
