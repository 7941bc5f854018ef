//! Erasure: no byte of the directory keeps a word, the receipt stays, the neighbours are untouched, and a replay of the
//! rewritten ledger makes the same tables.

mod kept;
mod targets;

use std::collections::{BTreeSet, HashSet};
use std::path::Path;

use hupo_types::{
    Command, DocId, Ending, EraseTarget, Erasure, Kind, LogCommand, MemoryId, MessageId, NewMemory, NewMessage,
    NewRelation, ObservationId, PageKind, Proposal, ReviewCommand, Waiting,
};

use super::log::{add, belief, close, ended, fact as stated, noticed, observe, page, plan, slots, state};
use super::space::{NOW, Space, append, companion, entity, fact, model, remember, says, topic, user, vector};
use crate::{Read, Write};

/// Words that stand in the erased message and in everything made from it, and nowhere else.
pub(super) const CANARIES: [&str; 11] = [
    "海棠依旧",
    "zanzibar",
    "宝石zirconXQ",
    "Quillspeaker",
    "xid-kumquat",
    "卡戎contact",
    "titlefjord",
    "皮埃尔qz",
    "attrvortex",
    "墨水value",
    "keyobsidian",
];

/// A space in which one message (msg-2) says a secret and everything that can be made from a message is made from it,
/// between two neighbours and beside a memory that rests on both.
pub(super) fn full() -> Space {
    let space = Space::new();
    let secret = NewMessage::user("我说海棠依旧，the zanzibar secret 宝石zirconXQ")
        .external_id("xid-kumquat")
        .session("s")
        .speaker("Quillspeaker")
        .at(NOW);
    let secret = NewMessage {
        contact: Some("卡戎contact".to_owned()),
        title: Some("titlefjord".to_owned()),
        people: vec!["皮埃尔qz".to_owned()],
        ..secret
    };
    space.write(vec![user("m1", "前面的话 before it"), append(secret), companion("m3", "后面的话 after it, 你好吗")]);
    space.write(vec![append(NewMessage::user("别的 other").external_id("m4").session("sess-marzipan"))]);
    space.write(vec![entity("Pierreqz", &["小皮"]), entity("Ann", &[]), topic("秘密 secrets")]);
    remembered(&space);
    logged(&space);
    queued(&space);
    let embed = |doc, numbers: &[f32]| Command::Embed { doc, vector: vector(numbers) };
    let vectors = vec![
        embed(DocId::Message(MessageId::new(1)), &[1.0, 0.0, 0.0]),
        embed(DocId::Message(MessageId::new(2)), &[0.6, 0.8, 0.0]),
        embed(DocId::Message(MessageId::new(3)), &[0.0, 0.6, 0.8]),
        embed(DocId::Memory(MemoryId::new(1)), &[0.1, 0.2, 0.3]),
        embed(DocId::Memory(MemoryId::new(2)), &[0.3, 0.2, 0.1]),
    ];
    space.store().commit(Write { model: Some(model("e5", 3)), ..Write::new(vectors, NOW) }).unwrap();
    space
}

/// mem-1 rests on the secret alone, mem-2 on the secret and on msg-1, mem-3 covers mem-1, mem-4 rests on msg-1.
fn remembered(space: &Space) {
    let secret = says("xid-kumquat", "海棠依旧");
    let keyed = |text: &str, attribute: &str, evidence| NewMemory {
        key: super::space::key(attribute),
        external_id: Some(format!("{text} id")),
        topics: vec!["秘密 secrets".to_owned()],
        ..fact(text, evidence)
    };
    space.write(vec![remember(keyed("记得zanzibar 的事", "keyobsidian", vec![secret.clone()]))]);
    space.write(vec![remember(keyed("both lines 两句", "both", vec![secret.clone(), says("m1", "before it")]))]);
    let summary = NewMemory {
        kind: Kind::TopicSummary,
        covers: [1, 2].map(|number| hupo_types::MemoryRef::Id(MemoryId::new(number))).to_vec(),
        ..fact("墨水value 的总结", vec![says("m1", "前面的话")])
    };
    space.write(vec![remember(summary), remember(keyed("a neighbour 邻居", "before", vec![says("m1", "前面的话")]))]);
    space.write(vec![Command::AddRelation(NewRelation {
        from: hupo_types::EntityRef::Name("Ann".to_owned()),
        predicate: "attrvortex_of".to_owned(),
        to: hupo_types::EntityRef::Name("Pierreqz".to_owned()),
        evidence: vec![secret],
        valid: hupo_types::Interval::default(),
        replaces: None,
    })]);
}

fn logged(space: &Space) {
    let secret = || vec![says("xid-kumquat", "zanzibar secret")];
    space.write(vec![slots()]);
    space.write(vec![
        observe(noticed(hupo_types::ObservationType::Preference, "墨水value", secret())),
        observe(noticed(hupo_types::ObservationType::Preference, "a neighbour 邻居", vec![says("m1", "before it")])),
        state(stated("attrvortex", "墨水value", secret())),
        add(plan("墨水value 的计划", secret())),
        add(plan("a neighbour's plan 邻居的计划", vec![says("m1", "before it")])),
        page(PageKind::Diary, "日记 墨水value", 1, 3),
        page(PageKind::Diary, "a neighbour's page", 4, 4),
    ]);
    space.write(vec![close(ended(2, Ending::Resolved, secret()), None)]);
    let put =
        LogCommand::PutBeliefs { beliefs: vec![belief("diet", "墨水value", &[1])], made_from: ObservationId::new(2) };
    space.write(vec![Command::Log(put)]);
}

/// prop-1 cites the secret and disputes mem-4; prop-2 is a neighbour.
fn queued(space: &Space) {
    let propose = |memory: NewMemory, conflicts: Vec<MemoryId>| {
        Command::Review(ReviewCommand::Queue {
            proposal: Box::new(Proposal::Memory(Box::new(memory))),
            proposer: None,
            waiting: vec![Waiting::Policy],
            conflicts,
        })
    };
    let standing = hupo_types::Standing::Disputed;
    space.write(vec![
        propose(fact("提议 墨水value", vec![says("xid-kumquat", "海棠依旧")]), vec![MemoryId::new(4)]),
        propose(fact("neighbour 邻居的提议", vec![says("m1", "before it")]), Vec::new()),
        Command::SetStanding { memory: MemoryId::new(4), standing },
    ]);
}

pub(super) fn erase(space: &Space, target: EraseTarget) -> Erasure {
    space.write(vec![Command::Erase(target)]);
    space.store().sweep().unwrap();
    space.store().snapshot().unwrap().erasures().unwrap().pop().unwrap()
}

/// The canaries that some file still holds, in any form an index or a record could give them.
pub(super) fn found_in(dir: &Path, canaries: &[&str]) -> Vec<String> {
    let forms: Vec<(usize, Vec<u8>)> = (0..)
        .zip(canaries)
        .flat_map(|(number, canary)| forms(canary).into_iter().map(move |form| (number, form)))
        .collect();
    let mut found = Vec::new();
    let mut waiting = vec![dir.to_owned()];
    while let Some(folder) = waiting.pop() {
        for entry in std::fs::read_dir(folder).unwrap().map(Result::unwrap) {
            if entry.path().is_dir() {
                waiting.push(entry.path());
                continue;
            }
            let held = held(&std::fs::read(entry.path()).unwrap(), &forms);
            found.extend(held.into_iter().map(|number| format!("{} in {}", canaries[number], entry.path().display())));
        }
    }
    found
}

fn forms(canary: &str) -> BTreeSet<Vec<u8>> {
    let texts = [canary.to_owned(), canary.to_lowercase(), canary.to_uppercase(), hupo_text::fold_str(canary)];
    let wide = |text: &String| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    texts.iter().map(wide).chain(texts.iter().map(|text| text.clone().into_bytes())).collect()
}

/// The numbers of the forms that occur, in one pass over the bytes.
fn held(bytes: &[u8], forms: &[(usize, Vec<u8>)]) -> BTreeSet<usize> {
    let starts: HashSet<[u8; 2]> = forms.iter().map(|(_, form)| [form[0], form[1]]).collect();
    let mut quick = vec![false; 1 << 16];
    starts.iter().for_each(|start| quick[usize::from(u16::from_be_bytes(*start))] = true);
    let mut held = BTreeSet::new();
    let mut last = 0;
    for (place, byte) in bytes.iter().enumerate() {
        last = (last << 8 | usize::from(*byte)) & 0xFFFF;
        if quick[last] && place > 0 {
            let here = &bytes[place - 1..];
            held.extend(forms.iter().filter(|(_, form)| here.starts_with(form)).map(|(number, _)| *number));
        }
    }
    held
}

/// A replay of the ledger as it stands makes the tables as they stand.
pub(super) fn replays(space: &Space) {
    let folder = tempfile::tempdir().unwrap();
    let copy = folder.path().join("copy");
    space.store().replay_into(&copy).unwrap();
    let replayed = crate::Store::open(&copy, crate::Options::default()).unwrap();
    let (mine, theirs) = (space.store().snapshot().unwrap(), replayed.snapshot().unwrap());
    for table in crate::table::Table::ALL {
        let rows = |snapshot: &crate::Snapshot| {
            let mut scan = snapshot.scan(table).unwrap();
            let row = |key: &[u8], row: &[u8]| Ok((key.to_vec(), String::from_utf8_lossy(row).into_owned()));
            std::iter::from_fn(move || scan.next_row(row).map(Result::unwrap)).collect::<Vec<_>>()
        };
        assert_eq!(rows(&mine), rows(&theirs), "{table:?}");
    }
}

#[test]
fn the_canaries_are_there_before() {
    let space = full();
    for canary in CANARIES {
        assert!(!found_in(&space.dir(), &[canary]).is_empty(), "{canary} is tried and stands nowhere");
    }
}
