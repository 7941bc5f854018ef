//! What the user promised: a commitment, with its time if one was said.

use crate::draft::Said;
use crate::pattern::{Pattern, pattern};
use crate::when;
use hupo_types::{About, NewTemporalItem, Proposal, Purpose, TemporalKind};

static CHINESE: Pattern = pattern!(
    r"^(?:我|我们)?(?:已经|也|都|刚|今天|昨天)*(?:答应|保证|发誓|承诺|(?:跟|向|对)(?:自己|你|他|她|我?.{1,3})保证)(?:了|过)*",
    r"(?:我?(?:妈妈?|爸爸?|女儿|儿子|老板|老婆|老公|奶奶|爷爷|男友|女友|男朋友|女朋友|朋友|闺蜜|姐姐?|哥哥?|妹妹?|弟弟?|领导|客户)|[你他她]们?|自己|孩子|人家)?(?:了|过)?[,: ]*(?P<v>.{2,40})$"
);
static ENGLISH: Pattern = pattern!(
    r"^i(?:'ve)? (?:really |just |also )*promised?(?: (?:you|him|her|them|myself|my \w+|(?:my )?\w+))?,? (?:that )?(?:i'd |i'll |i would |i will |to )(?P<v>.{3,60})$"
);
/// No promise of one's own, or none at all.
static NO_PROMISE: Pattern = pattern!(r"^(?:[他她你它]们?(?:了|的|$)|我了|不了|得|好了|过我|他的|她的|人$)|了我|没");

pub(super) fn of_clause(said: Said<'_>) -> Vec<Proposal> {
    let supposes = said.doubt.supposes && (said.is_chinese() || said.sentence.folded.text.contains("if "));
    if said.doubt.asks
        || said.doubt.reports && !said.text.starts_with("我答应") && !said.text.starts_with("答应")
        || supposes
    {
        return Vec::new();
    }
    promise(said).into_iter().collect()
}

fn promise(said: Said<'_>) -> Option<Proposal> {
    let found = CHINESE.captures(said.text).or_else(|| ENGLISH.captures(said.text))?;
    let group = found.name("v")?;
    if NO_PROMISE.is_match(group.as_str()) {
        return None;
    }
    let moment = said.line.time.and_then(|time| when::find(group.as_str(), time, &said.talk.zone));
    let words = said.words(group.range());
    let text = said.say(format!("用户答应：{words}"), format!("The user promised to: {words}"));
    Some(Proposal::TemporalItem(NewTemporalItem {
        kind: TemporalKind::Commitment,
        about: About::User,
        text,
        starts: moment.as_ref().map(|moment| moment.starts),
        ends: moment.and_then(|moment| moment.ends),
        entities: Vec::new(),
        evidence: said.evidence(Purpose::Setup)?,
    }))
}
