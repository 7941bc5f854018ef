//! How an open matter ended, where the user says so and only one matter can be meant.

use crate::doubt;
use crate::draft::Said;
use crate::pattern::{Pattern, pattern};
use crate::talk::OpenItem;
use crate::when;
use hupo_text::fold_str;
use hupo_text::script::{RunKind, runs};
use hupo_types::{About, Ending, NewClosing, NewTemporalItem, Proposal, Purpose, TemporalKind, Timestamp};
use std::collections::BTreeSet;

static CHANGED: Pattern = pattern!(
    r"改到|改成|改期|推迟|延期|延后|提前到|推到|挪到|postponed|rescheduled|pushed (?:back|to)|delayed|moved (?:up |back )?to"
);
static CANCELLED: Pattern = pattern!(
    r"取消|没去成|去不成|不去了|泡汤|cancell?ed|called off|not happening anymore|fell through|isn't happening"
);
/// Done, whenever it was due.
static DONE: Pattern = pattern!(
    r"(?:交|提交)(?:了|上去|上了)|终于交|(?:做|看|考|弄|办|搬|开|写|完)完|搞定|完成了|handed in|submitted|turned in|finished|(?:is|all|it's) done"
);
/// How it went.
static WENT: Pattern = pattern!(
    r"过了|没过|通过|挂了|黄了|结束了|很?顺利|成功|失败|砸了|被毙|毙了|被拒|没面上|拿到|到手|考上|回来了|",
    r"went (?:really |so |very |pretty |super )*(?:well|great|fine|ok|okay|badly|terribly|smoothly|good|better|horribl\w+|perfect\w*)|",
    r"(?-u:\b)(?:passed|failed|aced|nailed|bombed|survived)(?-u:\b)|got the (?:job|offer)|didn't get|got rejected|was an? (?:disaster|success|mess|blast|hit)|is over(?-u:\b)"
);
/// Not over yet, or not the user's.
static NOT_YET: Pattern = pattern!(
    r"还没|没[考做看交开]完|未|快要|马上|(?-u:\b)(?:not yet|haven't|hasn't|didn't finish|her|his|their|your|everyone else|someone)(?-u:\b)|[他她你]|朋友|同事|同学|几点"
);
/// What every item's text may hold.
static FRAME: Pattern = pattern!(r"用[户戶]的?|安排|答[应應]|the user(?:'s)?|plan:|promised to");

pub(crate) fn of_sentence(said: Said<'_>) -> Option<Proposal> {
    if said.talk.open.is_empty() || said.doubt.asks || said.doubt.supposes {
        return None;
    }
    let (ending, told) = ending(said.text)?;
    if doubt::reports(told) || NOT_YET.is_match(told) {
        return None;
    }
    let item = the_one_meant(said)?;
    let early = match ending {
        Ending::Resolved => !DONE.is_match(said.text) && is_ahead(item, said.line.time),
        Ending::Changed | Ending::Cancelled => false,
    };
    if early {
        return None;
    }
    let trimmed = said.until(said.text.trim_end().len());
    let (what, words) = (item.text.as_str(), trimmed.whole());
    let outcome =
        said.say(format!("关于“{what}”，用户说：{words}"), format!("About \"{what}\" the user said: {words}"));
    let becomes = (ending == Ending::Changed).then(|| becomes(trimmed, item)).flatten();
    Some(Proposal::Outcome(NewClosing {
        item: item.id,
        ending,
        evidence: trimmed.evidence(Purpose::Outcome)?,
        outcome: Some(outcome),
        importance: Some(6),
        becomes: becomes.map(Box::new),
    }))
}

/// How it ended, and the sentence up to the words that say so.
fn ending(text: &str) -> Option<(Ending, &str)> {
    let endings = [
        (&CHANGED, Ending::Changed),
        (&CANCELLED, Ending::Cancelled),
        (&DONE, Ending::Resolved),
        (&WENT, Ending::Resolved),
    ];
    endings.into_iter().find_map(|(form, ending)| Some((ending, text.get(..form.find(text)?.end())?)))
}

/// How a matter that lies ahead went cannot be known yet.
fn is_ahead(item: &OpenItem, said: Option<Timestamp>) -> bool {
    const DAY_MS: i64 = 24 * 60 * 60 * 1000;
    item.starts.zip(said).is_some_and(|(starts, said)| {
        said.plus_ms(DAY_MS) < starts || said < starts && starts.ms() - said.ms() > DAY_MS / 2
    })
}

/// The open item that shares the most words with the sentence, if no other shares as many.
fn the_one_meant<'a>(said: Said<'a>) -> Option<&'a OpenItem> {
    let words = terms(said.text);
    let mut scored: Vec<(usize, &OpenItem)> =
        said.talk.open.iter().map(|item| (terms(&fold_str(&item.text)).intersection(&words).count(), item)).collect();
    scored.retain(|(shared, _)| *shared > 0);
    scored.sort_by_key(|(shared, _)| std::cmp::Reverse(*shared));
    match scored.as_slice() {
        [] => None,
        [(best, _), (second, _), ..] if best == second => None,
        [(_, item), ..] => Some(item),
    }
}

/// Pairs of Han characters, and words of four letters or more, without those that any item may have.
fn terms(folded: &str) -> BTreeSet<String> {
    const EVERYDAY: [&str; 10] = ["with", "have", "this", "that", "from", "will", "going", "user", "week", "went"];
    let text = FRAME.replace_all(folded, " ");
    let mut found = BTreeSet::new();
    for run in runs(&text) {
        let piece = text.get(run.start..run.end).unwrap_or_default();
        match run.kind {
            RunKind::Han => {
                let chars: Vec<char> = piece.chars().collect();
                found.extend(chars.windows(2).map(|pair| pair.iter().collect::<String>()));
                found.extend(
                    chars.windows(3).filter_map(|three| Some([*three.first()?, *three.last()?].iter().collect())),
                );
                found.extend(chars.iter().filter(|c| "牙".contains(**c)).map(char::to_string));
            }
            RunKind::Word if piece.len() >= 4 && !EVERYDAY.contains(&piece) => {
                found.insert(piece.trim_end_matches('s').to_owned());
            }
            RunKind::Word | RunKind::Other => (),
        }
    }
    found
}

/// The same matter at its new time, where the sentence names one.
fn becomes(said: Said<'_>, item: &OpenItem) -> Option<NewTemporalItem> {
    let moment = when::find(said.text, said.line.time?, &said.talk.zone)?;
    Some(NewTemporalItem {
        kind: TemporalKind::Plan,
        about: About::User,
        text: item.text.clone(),
        starts: Some(moment.starts),
        ends: moment.ends,
        entities: Vec::new(),
        evidence: said.evidence(Purpose::Setup)?,
    })
}
