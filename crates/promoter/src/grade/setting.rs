//! The space a turn is graded in: what was known before it, then the turn, then the next day.

use super::turn::Turn;
use crate::Failure;
use hupo::{
    Batch, Extraction, ExtractorId, Hupo, Kind, MessageRef, NewEvidence, NewMemory, NewMessage, NewTemporalItem,
    Proposal, ReviewPolicy, Role, Rules, Scope, Space, SpaceConfig, Stored, TemporalKind, Timestamp,
};
use std::collections::BTreeMap;

const HOUR_MS: i64 = 60 * 60 * 1_000;

/// The numbers in the space of what a set numbers in its own way.
#[derive(Debug, Clone, Default)]
pub(super) struct Numbers {
    pub(super) items: BTreeMap<u64, u64>,
    pub(super) memories: BTreeMap<u64, u64>,
}

/// A space with one turn that is due.
pub(super) struct Setting {
    pub(super) space: Space,
    pub(super) now: Timestamp,
    pub(super) numbers: Numbers,
    /// A person approves whatever waits.
    pub(super) approves: bool,
}

impl Setting {
    pub(super) fn make(hupo: &Hupo, turn: &Turn, policy: ReviewPolicy) -> Result<Self, Failure> {
        let (at, zone) = turn.moment().ok_or(Failure::Settings { what: "a turn has no time" })?;
        let earlier = at.plus_ms(-72 * HOUR_MS);
        let config = SpaceConfig { name: format!("graded {}", turn.id), zone };
        let space = hupo.create_space(config, earlier)?;
        let mut setting =
            Self { space, now: earlier, numbers: Numbers::default(), approves: policy == ReviewPolicy::Required };
        setting.known(turn)?;
        setting.space.set_rules(Rules { review: policy, ..Rules::default() }, setting.now)?;
        setting.space.append(turn.lines(at), at)?;
        setting.now = at.plus_ms(36 * HOUR_MS);
        Ok(setting)
    }

    pub(super) fn erase(self, hupo: &Hupo) -> Result<(), Failure> {
        let name = self.space.name().to_owned();
        drop(self.space);
        Ok(hupo.erase_space(&name)?)
    }

    /// What was known before: stored with a line of its own each, of a day that is done.
    fn known(&mut self, turn: &Turn) -> Result<(), Failure> {
        self.space.set_rules(Rules { review: ReviewPolicy::Automatic, ..Rules::default() }, self.now)?;
        for item in &turn.open {
            let evidence = self.said(&item.text)?;
            let item_of = |evidence| NewTemporalItem {
                kind: TemporalKind::Plan,
                about: hupo::About::User,
                text: item.text.clone(),
                starts: item.starts,
                ends: None,
                entities: Vec::new(),
                evidence,
            };
            if let Some(Stored::TemporalItem { id, .. }) = self.store(Proposal::TemporalItem(item_of(evidence)))? {
                self.numbers.items.insert(item.id, id.get());
            }
        }
        for memory in &turn.memories {
            let evidence = self.said(&memory.text)?;
            let known = NewMemory {
                key: memory.key.clone(),
                importance: 7,
                ..NewMemory::new(Kind::Fact, Scope::User, &memory.text, evidence)
            };
            if let Some(Stored::Memory { id, .. }) = self.store(Proposal::Memory(Box::new(known)))? {
                self.numbers.memories.insert(memory.id, id.get());
            }
        }
        self.close_what_is_due()
    }

    /// Has the user say this, and gives it as evidence.
    fn said(&self, text: &str) -> Result<Vec<NewEvidence>, Failure> {
        let line = NewMessage::user(text).at(self.now);
        let receipt = self.space.append(vec![line], self.now)?;
        let id = receipt.stored.iter().find_map(|stored| {
            let Stored::Message { id, .. } = stored else { return None };
            Some(*id)
        });
        let id = id.ok_or(Failure::Settings { what: "a line was not kept" })?;
        Ok(vec![NewEvidence::statement(MessageRef::Id(id), Role::User, text)])
    }

    fn store(&self, proposal: Proposal) -> Result<Option<Stored>, Failure> {
        let verdicts = self.space.propose(Batch::from(vec![proposal]), self.now)?.verdicts;
        Ok(verdicts.first().and_then(|verdict| verdict.stored.first().copied()))
    }

    fn close_what_is_due(&self) -> Result<(), Failure> {
        let later = self.now.plus_ms(36 * HOUR_MS);
        for due in self.space.promotion_due(later)? {
            let by = ExtractorId { name: "grading".to_owned(), version: "1".to_owned(), model: None };
            self.space.close_run(&due, Extraction { by, ..Extraction::default() }, later)?;
        }
        Ok(())
    }
}
