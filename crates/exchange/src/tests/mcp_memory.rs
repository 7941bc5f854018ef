//! The graph of the MCP memory server.

use super::{Done, line, read};
use crate::{CHANNEL, OnBad};
use hupo_types::{Command, EntityKind, EntityRef, MessageRef, NewEntity, NewRelation, Role};

const EXPORT: &str = include_str!("../../fixtures/mcp-memory.jsonl");

fn entity(command: &Command) -> Option<&NewEntity> {
    if let Command::AddEntity(entity) = command { Some(entity) } else { None }
}

fn relation(command: &Command) -> Option<&NewRelation> {
    if let Command::AddRelation(relation) = command { Some(relation) } else { None }
}

fn entities(done: &Done) -> Vec<&NewEntity> {
    done.pieces.iter().filter_map(|piece| entity(&piece.command)).collect()
}

fn relations(done: &Done) -> Vec<&NewRelation> {
    done.pieces.iter().filter_map(|piece| relation(&piece.command)).collect()
}

#[test]
fn observations_are_lines_that_name_their_entity() {
    let done = read(EXPORT.as_bytes(), OnBad::Stop).whole();
    let texts: Vec<_> = done.said();
    let expected = [
        "Nora Castro: speaks Portuguese",
        "Nora Castro 会弹fado吉他",
        "糯米: 怕打雷",
        "糯米: is a cat",
        "Nora Castro —lives_in→ Lisbon",
        "糯米 —属于→ 沈禾",
    ];
    assert_eq!(texts, expected.map(|text| (Role::Companion, text)));
    assert!(done.lines().iter().all(|line| line.channel.as_deref() == Some(CHANNEL)));
    assert_eq!(done.lines().first().unwrap().people, ["Nora Castro"]);
}

#[test]
fn entities_have_kinds_and_names_as_people_write_them() {
    let done = read(EXPORT.as_bytes(), OnBad::Stop).whole();
    let found: Vec<_> = entities(&done).into_iter().map(|it| (it.name.as_str(), it.kind, it.aliases.clone())).collect();
    let expected = [
        ("Nora_Castro", EntityKind::Person, vec!["Nora Castro".to_owned()]),
        ("Lisbon", EntityKind::Place, vec![]),
        ("糯米", EntityKind::Concept, vec![]),
        ("沈禾", EntityKind::Concept, vec![]),
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_relation_cites_the_line_it_was_written_down_in() {
    let done = read(EXPORT.as_bytes(), OnBad::Stop).whole();
    let [lives, owns] = relations(&done)[..] else { panic!("two relations") };
    assert_eq!((&lives.from, lives.predicate.as_str()), (&EntityRef::Name("Nora_Castro".into()), "lives_in"));
    assert_eq!((&owns.to, owns.predicate.as_str()), (&EntityRef::Name("沈禾".into()), "属于"));
    let evidence = lives.evidence.first().unwrap();
    let cited = done
        .lines()
        .into_iter()
        .find(|line| MessageRef::External(line.external_id.clone().unwrap()) == evidence.message);
    assert_eq!((evidence.role, evidence.quote.as_str()), (Role::Companion, cited.unwrap().text.as_str()));
}

#[test]
fn every_command_finds_what_it_names() {
    let done = read(EXPORT.as_bytes(), OnBad::Stop).whole();
    let (mut names, mut lines) = (Vec::new(), Vec::new());
    for command in done.pieces.iter().map(|piece| &piece.command) {
        names.extend(entity(command).map(|entity| EntityRef::Name(entity.name.clone())));
        lines.extend(line(command).map(|line| MessageRef::External(line.external_id.clone().unwrap())));
        if let Some(one) = relation(command) {
            assert!(names.contains(&one.from) && names.contains(&one.to), "{one:?}");
            assert!(lines.contains(&one.evidence.first().unwrap().message), "{one:?}");
        }
    }
    assert_eq!((names.len(), lines.len()), (4, 6));
}

#[test]
fn a_whole_graph_in_one_object_gives_the_same() {
    let mut entities = Vec::new();
    let mut relations = Vec::new();
    for line in EXPORT.lines() {
        if line.contains("entityType") { entities.push(line) } else { relations.push(line) }
    }
    let graph = format!("{{\"entities\":[{}],\n\"relations\":[{}]}}", entities.join(","), relations.join(","));
    let (one, many) = (read(graph.as_bytes(), OnBad::Stop).whole(), read(EXPORT.as_bytes(), OnBad::Stop).whole());
    assert_eq!(one.ids(), many.ids());
}

#[test]
fn the_same_relation_and_observation_twice_go_in_once() {
    let twice = format!("{EXPORT}{EXPORT}");
    let done = read(twice.as_bytes(), OnBad::Stop).whole();
    let tally = &done.tally;
    assert_eq!((tally.entities, tally.messages, tally.relations, tally.repeated), (4, 6, 2, 6));
}

#[test]
fn a_null_observation_and_a_stranger_cost_themselves() {
    let export = "{\"type\":\"entity\",\"name\":\"Bob\",\"entityType\":\"person\",\"observations\":[\"a\",null,\"住在海法\"]}\n\
        {\"type\":\"observation\",\"name\":\"x\"}\n\
        {\"type\":\"entity\",\"name\":\"  \",\"entityType\":\"x\",\"observations\":[\"lost\"]}\n\
        {\"type\":\"relation\",\"from\":\"Bob\",\"to\":\"\",\"relationType\":\"knows\"}\n\
        {\"type\":\"entity\",\"name\":\"项目 X\",\"observations\":[\"Budget 40k\"]}\n";
    let done = read(export.as_bytes(), OnBad::Skip);
    let faults: Vec<_> = done.tally.faults.iter().map(|it| (it.place.line, it.field.as_str())).collect();
    assert_eq!(faults, [(1, "observations[1]"), (2, "type"), (3, "name"), (4, "to")]);
    let texts: Vec<_> = done.said().into_iter().map(|(_, text)| text).collect();
    assert_eq!(texts, ["Bob: a", "Bob: 住在海法", "项目 X: Budget 40k"]);
}
