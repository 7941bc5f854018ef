//! Everything a space says, to be compared.

use super::judging::HARMED;
use crate::world::NOW;
use hupo::{Error, Hupo, Question, SearchScope};
use std::fmt::Write;
use std::path::Path;

const QUESTIONS: [&str; 5] =
    ["花生酱 number 7", "what about the tram in Lisbon?", "谁在学小提琴", "approval 审批", "第17次说到"];

/// Opens the space under this root, and reads all of it: every row of every table, what each question finds, and the
/// names of the spaces.
pub(super) fn said(root: &Path) -> Result<String, Error> {
    let hupo = Hupo::open(root)?;
    let space = hupo.space(HARMED)?;
    let mut said = String::new();
    writeln!(said, "{:?} {:?}", space.digest()?, hupo.spaces()?).expect("text grows");
    for question in QUESTIONS {
        for scope in [SearchScope::Transcript, SearchScope::Memories] {
            let answer = space.recall(&Question::new(question, NOW).scope(scope).k(10))?;
            for hit in &answer.hits {
                writeln!(said, "{question}: {} {} {}", hit.id, hit.text, hit.score).expect("text grows");
            }
        }
    }
    for number in 0..240 {
        let found = space.find(&format!("m{number}"))?;
        writeln!(said, "m{number}: {found:?}").expect("text grows");
    }
    space.close()?;
    Ok(said)
}
