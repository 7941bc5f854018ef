//! Keys of rows. Numbers are big-endian, so that rows lie in the order of their numbers.

use hupo_text::fold_str;
use hupo_types::{
    About, DocId, Due, EntityId, Kind, Memory, MessageId, NewMemory, PageKind, Proposal, Review, Scope, SemanticKey,
    Track,
};

use crate::apply::Birth;

/// Ends a text inside a key; no stored text contains it.
const END: u8 = 0;

pub(crate) fn number(number: u64) -> [u8; 8] {
    number.to_be_bytes()
}

pub(crate) fn doc(doc: DocId) -> [u8; 8] {
    doc.to_u64().to_be_bytes()
}

/// Two numbers, the first leading.
pub(crate) fn pair(first: u64, second: u64) -> [u8; 16] {
    (u128::from(first) << 64 | u128::from(second)).to_be_bytes()
}

/// The number a key ends with.
pub(crate) fn last_number(key: &[u8]) -> Option<u64> {
    key.last_chunk::<8>().map(|bytes| u64::from_be_bytes(*bytes))
}

/// The two numbers of a key that is made of two.
pub(crate) fn numbers(key: &[u8]) -> Option<(u64, u64)> {
    let both = u128::from_be_bytes(key.try_into().ok()?);
    Some(((both >> 64) as u64, both as u64))
}

/// A text, closed, so that no other text begins with it.
pub(crate) fn text(text: &str) -> Vec<u8> {
    let mut key = text.as_bytes().to_vec();
    key.push(END);
    key
}

/// A key continued by a number.
pub(crate) fn with_number(mut key: Vec<u8>, number: u64) -> Vec<u8> {
    key.extend_from_slice(&number.to_be_bytes());
    key
}

/// The first key after all that begin with `prefix`; `None` if there is none.
pub(crate) fn after(prefix: &[u8]) -> Option<Vec<u8>> {
    let kept = prefix.iter().rposition(|&byte| byte != u8::MAX)? + 1;
    let mut key: Vec<u8> = prefix.iter().take(kept).copied().collect();
    *key.last_mut()? += 1;
    Some(key)
}

/// What makes two relations the same edge, but for the interval.
pub(crate) fn relation(from: EntityId, to: EntityId, predicate: &str) -> Vec<u8> {
    let mut key = pair(from.get(), to.get()).to_vec();
    key.extend_from_slice(&text(&fold_str(predicate)));
    key
}

/// The semantic key with everything that belongs to it, folded (design 6).
pub(crate) fn fact(scope: Scope, kind: Kind, key: &SemanticKey) -> String {
    let [subject, category, subcategory, attribute] =
        [&key.subject, &key.category, &key.subcategory, &key.attribute].map(|field| fold_str(field));
    format!("{scope}\0{kind}\0{subject}\0{category}\0{subcategory}\0{attribute}")
}

/// A hash of the semantic key and the folded text: equal for memories that say the same of the same.
fn saying_hash(fact: &str, text: &str) -> Vec<u8> {
    let hash = blake3::hash(format!("{fact}\0{}", fold_str(text)).as_bytes());
    hash.as_bytes().iter().take(16).copied().collect()
}

pub(crate) fn saying(memory: &NewMemory) -> Vec<u8> {
    saying_hash(&fact(memory.scope, memory.kind, &memory.key), &memory.text)
}

pub(crate) fn saying_of(memory: &Memory) -> Vec<u8> {
    with_number(saying_hash(&fact(memory.scope, memory.kind, &memory.key), &memory.text), memory.id.get())
}

/// A hash of scope, kind and semantic key: equal for memories of the same fact.
pub(crate) fn fact_hash(scope: Scope, kind: Kind, key: &SemanticKey) -> Vec<u8> {
    let hash = blake3::hash(fact(scope, kind, key).as_bytes());
    hash.as_bytes().iter().take(16).copied().collect()
}

/// The row of a memory's semantic key.
pub(crate) fn fact_of(memory: &Memory) -> Vec<u8> {
    with_number(fact_hash(memory.scope, memory.kind, &memory.key), memory.id.get())
}

/// The row of a proposal that waits.
pub(crate) fn waiting(review: &Review) -> Vec<u8> {
    with_number(proposal_hash(&review.proposal), review.id.get())
}

/// A hash of a proposal: equal for proposals that are equal.
pub(crate) fn proposal_hash(proposal: &Proposal) -> Vec<u8> {
    let bytes = rmp_serde::to_vec_named(proposal).expect("proposals have known lengths, and memory does not fail");
    blake3::hash(&bytes).as_bytes().iter().take(16).copied().collect()
}

/// A fact, known by its key, or by its text if it has none.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fact<'a> {
    pub(crate) scope: Scope,
    pub(crate) kind: Kind,
    pub(crate) key: &'a SemanticKey,
    pub(crate) text: &'a str,
}

/// What bars a fact: a hash keyed with the space's birth, so that it tells nothing of the fact in another space.
pub(crate) fn barred(birth: &Birth, barred: Fact<'_>) -> [u8; 32] {
    let secret = blake3::derive_key("hupo 2026-11 barred facts", format!("{birth:?}").as_bytes());
    let mut said = fact(barred.scope, barred.kind, barred.key);
    if barred.key.is_empty() {
        said.push_str(&fold_str(barred.text));
    }
    *blake3::keyed_hash(&secret, said.as_bytes()).as_bytes()
}

/// A caller's key for a write, as a hash keyed with the space's birth: it tells nothing of the key in another space.
pub(crate) fn once(birth: &Birth, key: &[u8]) -> [u8; 32] {
    let secret = blake3::derive_key("hupo 2026-11 keys of writes that happen once", format!("{birth:?}").as_bytes());
    *blake3::keyed_hash(&secret, key).as_bytes()
}

/// The hash of what is asked with such a key, keyed likewise.
pub(crate) fn request(birth: &Birth, request: &[u8; 32]) -> [u8; 32] {
    let secret = blake3::derive_key("hupo 2026-11 what is asked once", format!("{birth:?}").as_bytes());
    *blake3::keyed_hash(&secret, request).as_bytes()
}

/// Whom a profile fact is about, and which it is.
pub(crate) fn attribute(about: About, folded: &str) -> Vec<u8> {
    let mut key = vec![match about {
        About::User => 0,
        About::Companion => 1,
    }];
    key.extend_from_slice(folded.as_bytes());
    key
}

/// A kind of page; part of the format.
pub(crate) const fn page_kind(kind: PageKind) -> [u8; 1] {
    [match kind {
        PageKind::Continuity => 0,
        PageKind::Segment => 1,
        PageKind::Diary => 2,
        PageKind::CarriedNote => 3,
        PageKind::StatusNote => 4,
        PageKind::RollingSummary => 5,
    }]
}

/// The prefix of a track's rows.
pub(crate) const fn track(track: Track) -> [u8; 1] {
    [track as u8]
}

/// A message as a track's rows know it.
pub(crate) fn tracked(of: Track, message: MessageId) -> Vec<u8> {
    with_number(track(of).to_vec(), message.get())
}

/// A business day; tracks have the numbers below.
pub(crate) fn day(day: jiff::civil::Date) -> Vec<u8> {
    let mut key = vec![18];
    key.extend_from_slice(day.to_string().as_bytes());
    key
}

/// What is promoted and is not made of lines; tracks have the numbers below.
pub(crate) fn unlined(due: &Due) -> Option<Vec<u8>> {
    match due {
        Due::Beliefs { .. } => Some(vec![16]),
        Due::TopicSummary { topic, period, .. } => {
            let mut key = with_number(vec![17], topic.get());
            key.extend_from_slice(&period.from.map_or(0, |from| from.ms()).to_be_bytes());
            Some(key)
        }
        Due::AfterReply { .. } | Due::Day { .. } | Due::Page { .. } | Due::PageFacts { .. } | Due::Segment { .. } => {
            None
        }
    }
}
