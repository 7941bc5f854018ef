//! A small space in both languages, the same at every start: that of `data/poison`.

use hupo_memory::{Context, Offer, ingest};
use hupo_store::{Options, Order, Store, Write};
use hupo_types::{Command, NewMessage, Proposal, ReviewCommand, ReviewPolicy, Rules, SpaceConfig, Timestamp};
use jiff::tz::TimeZone;
use serde::de::DeserializeOwned;
use tempfile::TempDir;

/// 2026-09-21T14:13:20Z.
pub const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);

const MESSAGES: &str = include_str!("../../../data/poison/messages.jsonl");
const STANDING: &str = include_str!("../../../data/poison/standing.jsonl");

/// The zone of the space.
pub fn zone() -> TimeZone {
    TimeZone::get("Asia/Shanghai").expect("a zone of the database")
}

/// What the space demands: what passes counts at once.
pub fn rules() -> Rules {
    Rules { review: ReviewPolicy::Automatic, ..Rules::default() }
}

/// The space, and where it lies.
pub struct Small {
    /// Its store.
    pub store: Store,
    _folder: TempDir,
}

impl Default for Small {
    fn default() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let config = SpaceConfig { name: "小禾 and Hu".into(), zone: "Asia/Shanghai".into() };
        let store = Store::create(&folder.path().join("space"), config, NOW, Options::default());
        let small = Self { store: store.expect("the folder is empty"), _folder: folder };
        let lines = lines::<NewMessage>(MESSAGES).into_iter();
        let lines = lines.map(|message| Command::Append { message, vector: None });
        small.write(lines.chain([Command::Review(ReviewCommand::SetRules(rules()))]).collect());
        small.propose();
        small
    }
}

impl Small {
    fn write(&self, commands: Vec<Command>) {
        self.store.commit(Write::new(commands, NOW)).expect("the commands are sound");
    }

    /// Takes in what stands before anything is poisoned. What names another by its label is left out; the rest is enough
    /// to be contradicted, corrected and repeated.
    fn propose(&self) {
        let standing = lines::<serde_json::Value>(STANDING).into_iter();
        let read = |one: serde_json::Value| serde_json::from_value::<Proposal>(one.get("proposal")?.clone()).ok();
        let offers: Vec<Offer> = standing.filter_map(read).map(Offer::from).collect();
        let work = move |txn: &mut hupo_store::Transaction<'_, '_>| {
            let (rules, zone) = (rules(), zone());
            let ctx = Context { rules: &rules, zone: &zone, now: NOW };
            offers.iter().for_each(|offer| drop(ingest(txn, offer, &ctx).expect("proposals are judged")));
            Ok(())
        };
        self.store.transact(Order::new(NOW), work).expect("the space can be written");
    }
}

fn lines<T: DeserializeOwned>(text: &str) -> Vec<T> {
    text.lines().map(|line| serde_json::from_str(line).expect("data of ours")).collect()
}
