//! Parts of a set with two groups.

use super::Part;
use crate::dataset::{Dataset, Group, LeftOut, Question};
use hupo::SearchScope;

fn set() -> Dataset {
    let question = |id: &str| Question {
        id: id.into(),
        text: "在哪 where?".into(),
        category: None,
        asked: None,
        scope: SearchScope::Transcript,
        gold: Vec::new(),
        shown: false,
    };
    let group = |name: &str| {
        let questions = ["0", "1", "2", "3", "4"].map(question).to_vec();
        Group { name: name.into(), questions, ..Group::default() }
    };
    let groups = vec![group("小林"), group("Mei")];
    Dataset { name: "set".into(), zone: "UTC".into(), groups, left_out: LeftOut::default() }
}

fn asked(part: &Part) -> Vec<String> {
    let groups = part.of(set()).groups.into_iter();
    groups.flat_map(|group| group.questions.into_iter().map(move |q| format!("{} {}", group.name, q.id))).collect()
}

#[test]
fn a_part_is_a_group_and_every_so_many_of_its_questions() {
    let part = |group: Option<&str>, every| Part { group: group.map(str::to_owned), every };
    assert_eq!(asked(&part(None, 1)).len(), 10);
    assert_eq!(asked(&part(Some("小林"), 2)), ["小林 0", "小林 2", "小林 4"]);
    assert_eq!(asked(&part(None, 3)), ["小林 0", "小林 3", "Mei 0", "Mei 3"]);
    assert!(asked(&part(Some("nobody"), 1)).is_empty());
}

#[test]
fn every_none_of_them_is_every_one() {
    assert_eq!(asked(&Part { group: None, every: 0 }).len(), 10);
}
