//! A leg that fails is named, dropped and rebuilt, while the others answer.

use super::*;
use crate::leg::State;
use crate::{Hupo, LegState};
use hupo_recall::SearchScope;
use tempfile::TempDir;

const NOW: Timestamp = Timestamp::from_ms(1_790_000_000_000);

fn space(folder: &TempDir) -> Space {
    let hupo = Hupo::open(folder.path()).unwrap();
    let config = SpaceConfig { name: "legs".into(), zone: "UTC".into() };
    let space = hupo.space_or_create(config, NOW).unwrap();
    space.append(vec![NewMessage::user("茉莉花茶 jasmine tea").external_id("tea")], NOW).unwrap();
    space
}

fn ask(space: &Space) -> Answer {
    space.recall(&Question::new("jasmine", NOW).scope(SearchScope::Transcript)).unwrap()
}

#[test]
fn a_broken_leg_is_rebuilt_by_the_next_question() {
    let folder = TempDir::new().unwrap();
    let space = space(&folder);
    space.inner.legs.keyword.set(State::Broken("a test broke it".into()));
    space.inner.legs.graph.set(State::Broken("a test broke it".into()));
    let answer = ask(&space);
    assert_eq!((answer.hits.len(), &answer.stages.keyword), (1, &LegState::Ran));
    assert!(space.verify(&mut |_, _, _| {}).unwrap().sound);
}

#[test]
fn a_leg_that_failed_while_it_was_asked_is_dropped() {
    let folder = TempDir::new().unwrap();
    let space = space(&folder);
    let mut stages = ask(&space).stages;
    stages.keyword = LegState::failed("a test says so");
    space.inner.legs.drop_failed(&stages);
    assert!(space.inner.legs.keyword.get().is_err());
    assert!(space.inner.legs.graph.get().is_ok());
    assert_eq!(ask(&space).hits.len(), 1, "the next question rebuilds it");
}

#[test]
fn a_leg_that_cannot_be_rebuilt_is_named_and_the_store_stays_readable() {
    let folder = TempDir::new().unwrap();
    let space = space(&folder);
    let keyword = space.inner.store().unwrap().dir().join("keyword");
    drop(space.inner.legs.keyword.take("a test takes it"));
    std::fs::remove_dir_all(&keyword).unwrap();
    std::fs::write(&keyword, "a file where the folder should be").unwrap();
    space.inner.legs.keyword.set(State::Broken("a test broke it".into()));
    let answer = ask(&space);
    assert!(matches!(answer.stages.keyword, LegState::Failed { .. }), "{:?}", answer.stages.keyword);
    assert_eq!(space.find("tea").unwrap().len(), 1);
    std::fs::remove_file(&keyword).unwrap();
    assert_eq!(ask(&space).hits.len(), 1, "once the folder can be made again, the leg is back");
}

#[test]
fn a_reopened_space_knows_whose_vectors_it_holds() {
    let folder = TempDir::new().unwrap();
    let space = space(&folder);
    let model = hupo_types::ModelIdentity { name: "theirs".into(), hash: "00".into(), dimension: 2 };
    let vector = hupo_types::UnitVector::new(vec![0.6, 0.8]).unwrap();
    let embed = Command::Embed { doc: space.find("tea").unwrap()[0], vector };
    let mut write = hupo_store::Write::new(vec![embed], NOW);
    write.model = Some(model.clone());
    space.inner.store().unwrap().commit(write).unwrap();
    space.close().unwrap();
    let space = Hupo::open(folder.path()).unwrap().space("legs").unwrap();
    let catalog = space.inner.legs.catalog.read().unwrap();
    assert_eq!(catalog.model(), Some(&model), "else another model's question would be put to them");
}
