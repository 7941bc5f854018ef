//! Prints a seeded sample of what the built-in extractor finds in a corpus of dialogue turns or text messages, each
//! with the message it was found in: to be read by eye.
//!
//! `sample PATH [--group ID] [--user NAME] [--type KIND] [--exchange] [--n 50] [--seed 1] [--all]`. PATH is a `corpus.jsonl` whose
//! lines have `text` and `metadata {group, speaker | contact + direction, type, time}`, or a transcript as in
//! `data/demo`; times are read as they are written, without their offset. Lines of `--user`, or those
//! that were sent, count as the user's; with `--exchange` the first line of each entry, or its lines after `user:`.
#![expect(clippy::print_stdout, reason = "an example speaks to the person who runs it")]

use hupo_extraction::{Line, Talk, extract};
use hupo_types::{MessageId, MessageRef, Proposal, Role, Timestamp};
use jiff::tz::TimeZone;
use serde::Deserialize;
use std::error::Error;

#[derive(Deserialize)]
struct Entry {
    #[serde(rename = "_id", alias = "external_id")]
    id: String,
    text: String,
    role: Option<Role>,
    time: Option<String>,
    #[serde(default)]
    metadata: Metadata,
}

#[derive(Deserialize, Default)]
struct Metadata {
    group: Option<String>,
    speaker: Option<String>,
    direction: Option<String>,
    #[serde(rename = "type")]
    kind: Option<String>,
    time: Option<String>,
}

struct Options {
    path: String,
    group: Option<String>,
    user: Option<String>,
    kind: Option<String>,
    exchange: bool,
    n: usize,
    seed: u64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let options = options()?;
    let entries = entries(&options)?;
    let lines: Vec<Line> = entries.iter().zip(1..).flat_map(|(entry, id)| lines(entry, id, &options)).collect();
    let users = lines.iter().filter(|line| line.role == Role::User).count();
    let found = extract(&Talk::of(lines, TimeZone::UTC));
    println!("{} messages, {users} of the user's, {} proposals", entries.len(), found.len());
    for proposal in sampled(found, &options) {
        let evidence = proposal.evidence().into_iter().next().ok_or("a proposal of the rules has evidence")?;
        let MessageRef::Id(id) = evidence.message else { return Err("cited by its id".into()) };
        let at = usize::try_from(id.get())?.checked_sub(1).ok_or("ids start at 1")?;
        let entry = entries.get(at).ok_or("the cited message was given")?;
        println!(
            "\n{} {}\n  said: {}\n  quote: {}\n  {}",
            entry.id,
            entry.metadata.time.as_deref().unwrap_or("-"),
            entry.text,
            evidence.quote,
            short(&proposal)
        );
    }
    Ok(())
}

fn options() -> Result<Options, Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().ok_or("give the path of a corpus.jsonl")?;
    let mut options = Options { path, group: None, user: None, kind: None, exchange: false, n: 50, seed: 1 };
    while let Some(name) = args.next() {
        let mut value = || args.next().ok_or_else(|| format!("{name} needs a value"));
        match name.as_str() {
            "--group" => options.group = Some(value()?),
            "--user" => options.user = Some(value()?),
            "--type" => options.kind = Some(value()?),
            "--n" => options.n = value()?.parse()?,
            "--seed" => options.seed = value()?.parse()?,
            "--exchange" => options.exchange = true,
            "--all" => options.n = usize::MAX,
            other => return Err(format!("{other} is no option").into()),
        }
    }
    Ok(options)
}

fn entries(options: &Options) -> Result<Vec<Entry>, Box<dyn Error>> {
    let mut found: Vec<Entry> = Vec::new();
    for line in std::fs::read_to_string(&options.path)?.lines() {
        let mut entry: Entry = serde_json::from_str(line)?;
        let time = entry.time.take();
        entry.metadata.time = entry.metadata.time.or(time);
        let wanted = options.group.as_ref().is_none_or(|group| entry.metadata.group.as_ref() == Some(group))
            && options.kind.as_ref().is_none_or(|kind| entry.metadata.kind.as_ref() == Some(kind));
        if wanted {
            found.push(entry);
        }
    }
    found.sort_by(|a, b| a.metadata.time.cmp(&b.metadata.time));
    Ok(found)
}

/// The lines of an entry. What such corpora write before a sent message ("我：", "陆明强：") is the sender's name, and
/// what stands in brackets after a turn is a picture's caption: neither was said.
fn lines(entry: &Entry, id: u64, options: &Options) -> Vec<Line> {
    let sent = entry
        .metadata
        .direction
        .as_deref()
        .is_some_and(|direction| direction.starts_with('发') || direction.starts_with('S'));
    let sent = sent || entry.role == Some(Role::User);
    let users = options.user.as_ref().map_or(sent, |user| entry.metadata.speaker.as_ref() == Some(user));
    if options.exchange {
        let said = of_the_user(&entry.text);
        return said.into_iter().map(|text| line(entry, id, true, text)).collect();
    }
    let text = entry.text.split(" [image:").next().unwrap_or_default();
    let text = match text.split_once('：') {
        Some((name, said)) if sent && name.chars().count() <= 4 => said,
        _ => text,
    };
    vec![line(entry, id, users, text)]
}

/// The user's lines of an exchange: those after "user:", those of whoever is not the assistant, or the first one.
fn of_the_user(text: &str) -> Vec<&str> {
    let marked: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix("user: ")).collect();
    if !marked.is_empty() {
        return marked;
    }
    if !text.contains("\nAssistant: ") {
        return text.lines().take(1).collect();
    }
    let others = text.lines().filter(|line| !line.starts_with("Assistant: "));
    others.filter_map(|line| line.split_once(": ").map(|(_, said)| said)).collect()
}

fn line(entry: &Entry, id: u64, users: bool, text: &str) -> Line {
    let time = entry.metadata.time.as_ref();
    let moment = time.and_then(|time| time.get(..19).unwrap_or(time).parse::<jiff::civil::DateTime>().ok());
    let moment = moment.and_then(|moment| moment.to_zoned(TimeZone::UTC).ok());
    Line {
        id: MessageId::new(id),
        role: if users { Role::User } else { Role::Companion },
        text: text.to_owned(),
        time: moment.map(|moment| Timestamp::from_ms(moment.timestamp().as_millisecond())),
    }
}

/// That many, chosen by the seed (splitmix64 of the place), in the order they were said.
fn sampled(found: Vec<Proposal>, options: &Options) -> Vec<Proposal> {
    let mut keyed: Vec<(u64, usize, Proposal)> =
        found.into_iter().enumerate().map(|(at, proposal)| (mixed(options.seed, at), at, proposal)).collect();
    keyed.sort_by_key(|(key, at, _)| (*key, *at));
    keyed.truncate(options.n);
    keyed.sort_by_key(|(_, at, _)| *at);
    keyed.into_iter().map(|(_, _, proposal)| proposal).collect()
}

fn mixed(seed: u64, at: usize) -> u64 {
    let place = u64::try_from(at).unwrap_or(u64::MAX);
    let mut z = seed.wrapping_add(place.wrapping_add(1).wrapping_mul(0x9E37_79B9_7F4A_7C15));
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// What is proposed, in one line.
fn short(proposal: &Proposal) -> String {
    match proposal {
        Proposal::Memory(new) => format!("memory {}/{}: {}", new.key.category, new.key.attribute, new.text),
        Proposal::Person(new) => format!("person: {}", new.name),
        Proposal::Profile(new) => format!("profile {}: {}", new.attribute, new.value),
        Proposal::TemporalItem(new) => {
            let at = |time: Option<Timestamp>| {
                time.map_or("-".to_owned(), |time| hupo_text::dates::stamp(time.ms(), &TimeZone::UTC))
            };
            format!("{:?} {} .. {}: {}", new.kind, at(new.starts), at(new.ends), new.text)
        }
        Proposal::Correction(_)
        | Proposal::Observation(_)
        | Proposal::Outcome(_)
        | Proposal::Relation(_)
        | Proposal::Continuity(_)
        | Proposal::Segment(_)
        | Proposal::Diary(_)
        | Proposal::CarriedNote(_)
        | Proposal::StatusNote(_)
        | Proposal::RollingSummary(_)
        | Proposal::TopicSummary(_) => format!("{proposal:?}"),
    }
}
