//! The example of the README, run as it stands there.

use hupo::*;
use std::path::Path;

fn ask(folder: &Path, now: Timestamp) -> Result<Answer, Error> {
    let hupo = Hupo::open(folder)?; // no model, no service, no files but its own
    let space = hupo.space_or_create(SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() }, now)?;
    let sister = NewEntity { name: "沈琳".into(), kind: EntityKind::Person, aliases: vec!["Lin".into()] };
    space.write(vec![Command::AddEntity(sister)], now)?;
    let said = "我妹妹沈琳三月要搬去里斯本，我有点舍不得。";
    space.append(vec![NewMessage::user(said).speaker("Mei").external_id("m1")], now)?;
    let receipt = NewEvidence::statement(MessageRef::External("m1".into()), Role::User, "沈琳三月要搬去里斯本");
    space.remember(NewMemory::new(Kind::Event, Scope::User, "沈琳三月搬去里斯本。", vec![receipt]), now)?;
    space.recall(&Question::new("Where is Lin moving?", now))
}

#[test]
fn the_readme_example_answers_with_the_words_it_rests_on() {
    let folder = tempfile::tempdir().unwrap();
    let answer = ask(folder.path(), Timestamp::from_ms(1_790_000_000_000)).unwrap();
    let quotes: Vec<&str> =
        answer.hits.iter().flat_map(|hit| &hit.evidence).map(|quoted| quoted.quote.as_str()).collect();
    assert_eq!(quotes, ["沈琳三月要搬去里斯本"]);
}

#[test]
fn the_readme_shows_this_example_line_for_line() {
    let page = include_str!("../../README.md");
    let shown = page.split("```rust\n").nth(1).and_then(|rest| rest.split("\n```").next()).unwrap();
    assert!(
        include_str!("readme.rs").contains(&format!("\n{shown}\n")),
        "copy the function from tests/it/readme.rs:\n{shown}"
    );
}
