//! Few spaces stay open of many, and nobody ever finds one closed under them.

use super::*;
use hupo::{NewMessage, SpaceConfig, Timestamp};
use std::collections::BTreeMap;
use std::path::Path;
use tempfile::TempDir;

const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);

fn create(hupo: &Hupo, name: &str) {
    let config = SpaceConfig { name: name.into(), zone: "UTC".into() };
    drop(hupo.create_space(config, NOW).unwrap());
    assert!(hupo.release(name).unwrap());
}

fn limits(spaces: usize, memory_bytes: u64) -> OpenLimits {
    OpenLimits { spaces, memory_bytes, ..OpenLimits::default() }
}

/// Files that this process has open under the folder.
fn n_open_files(folder: &Path) -> usize {
    let folder = folder.canonicalize().unwrap();
    let files = std::fs::read_dir("/proc/self/fd").unwrap().filter_map(|fd| std::fs::read_link(fd.ok()?.path()).ok());
    files.filter(|path| path.starts_with(&folder)).count()
}

async fn append(spaces: &Arc<OpenSpaces>, name: &str) {
    let mut claim = spaces.claim(name).await;
    let work = move || claim.open().unwrap().append(vec![NewMessage::user("一行 one line")], NOW).unwrap();
    tokio::task::spawn_blocking(work).await.unwrap();
}

/// Numbers that are the same every time.
fn dice(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    move |below| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        usize::try_from(state % below as u64).unwrap()
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn two_hundred_spaces_share_the_room_of_three_and_lose_nothing() {
    let folder = TempDir::new().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    let names: Vec<String> = (0..200).map(|n| format!("space {n} 间")).collect();
    names.iter().for_each(|name| create(&hupo, name));
    let spaces = OpenSpaces::new(hupo.clone(), limits(3, 1 << 40));
    let mut tasks = tokio::task::JoinSet::new();
    for task in 0..16 {
        let (spaces, names) = (spaces.clone(), names.clone());
        tasks.spawn(async move {
            let mut roll = dice(task + 1);
            let mut written = BTreeMap::new();
            for _ in 0..8 {
                // Half of the calls are for a few spaces that everybody wants.
                let name = if roll(2) == 0 { names[roll(4)].clone() } else { names[roll(200)].clone() };
                append(&spaces, &name).await;
                assert!(spaces.standing().n_open <= 3);
                *written.entry(name).or_insert(0) += 1;
            }
            written
        });
    }
    let written = tasks.join_all().await;
    spaces.put_all_away().await;
    assert_eq!((spaces.standing().n_open, n_open_files(folder.path())), (0, 0));
    let mut expected: BTreeMap<String, u64> = BTreeMap::new();
    written.into_iter().flatten().for_each(|(name, n)| *expected.entry(name).or_default() += n);
    for (name, n) in expected {
        assert_eq!(hupo.space(&name).unwrap().stats().unwrap().counts.messages, n, "{name}");
        hupo.release(&name).unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claimed_space_stays_and_the_longest_unused_goes() {
    let folder = TempDir::new().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    ["a", "b", "c"].iter().for_each(|name| create(&hupo, name));
    let spaces = OpenSpaces::new(hupo.clone(), limits(2, 1 << 40));
    append(&spaces, "a").await;
    append(&spaces, "b").await;
    append(&spaces, "a").await;
    append(&spaces, "c").await;
    assert!(hupo.open_space("a").is_some() && hupo.open_space("b").is_none());
    let held = [spaces.claim("a").await, spaces.claim("c").await];
    let waits = tokio::time::timeout(Duration::from_millis(100), spaces.claim("b")).await;
    assert!(waits.is_err(), "both are claimed, so there is no room");
    drop(held);
    tokio::time::timeout(Duration::from_secs(60), append(&spaces, "b")).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn memory_is_kept_to_its_budget_but_one_space_always_opens() {
    let folder = TempDir::new().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    let names: Vec<String> = (0..6).map(|n| format!("间 {n}")).collect();
    names.iter().for_each(|name| create(&hupo, name));
    let spaces = OpenSpaces::new(hupo.clone(), limits(100, 3 << 20));
    for name in names.iter().chain(&names) {
        append(&spaces, name).await;
    }
    tokio::time::sleep(Duration::from_millis(200)).await;
    let standing = spaces.standing();
    assert!(standing.bytes <= 3 << 20 && standing.n_open < 6, "{standing:?}");
    let tiny = OpenSpaces::new(hupo, limits(100, 1));
    append(&tiny, "间 5").await;
    assert_eq!(tiny.standing().n_open, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_nobody_asks_is_put_away_after_a_while() {
    let folder = TempDir::new().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    create(&hupo, "quiet 静");
    create(&hupo, "claimed");
    let spaces = OpenSpaces::new(hupo.clone(), OpenLimits::default());
    append(&spaces, "quiet 静").await;
    append(&spaces, "claimed").await;
    let _claim = spaces.claim("claimed").await;
    spaces.put_idle_away(Instant::now());
    assert_eq!(spaces.standing().n_open, 2, "not yet");
    spaces.put_idle_away(Instant::now() + Duration::from_secs(301));
    spaces.put_all_away().await;
    assert!(hupo.open_space("quiet 静").is_none() && hupo.open_space("claimed").is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_name_that_leads_nowhere_takes_no_room() {
    let folder = TempDir::new().unwrap();
    let hupo = Hupo::open(folder.path()).unwrap();
    let spaces = OpenSpaces::new(hupo, limits(2, 1 << 40));
    for n in 0..10 {
        let mut claim = spaces.claim(&format!("nowhere {n}")).await;
        assert!(claim.open().is_err());
    }
    assert_eq!(spaces.standing().n_open, 0);
}
