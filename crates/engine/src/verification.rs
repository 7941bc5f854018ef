//! Checking a space from end to end.

use crate::Error;
use crate::space::Inner;
use hupo_store::Store;
use hupo_types::Sequence;
use serde::Serialize;

/// What a check found.
#[derive(Debug, Clone, Serialize)]
pub struct Verification {
    /// Nothing is wrong.
    pub sound: bool,
    /// The last write checked.
    pub sequence: Sequence,
    /// Records read and found whole.
    pub records: u64,
    /// What is wrong with the store, in words; each names what to do.
    pub findings: Vec<String>,
    /// What is wrong with the legs; `hupo rebuild` mends all of it.
    pub legs: Vec<String>,
}

pub(crate) fn run(inner: &Inner, progress: &mut dyn FnMut(&str, u64, u64)) -> Result<Verification, Error> {
    let store = of_store(&*inner.store()?, progress)?;
    progress("keyword", 0, 1);
    let legs = legs(inner)?;
    progress("keyword", 1, 1);
    Ok(Verification { sound: store.sound && legs.is_empty(), legs, ..store })
}

/// The store alone, without its legs.
pub(crate) fn of_store(store: &Store, progress: &mut dyn FnMut(&str, u64, u64)) -> Result<Verification, Error> {
    let mut told = |step: hupo_store::Progress| progress(&name(step.step), step.done, step.total);
    let report = store.verify(&mut told)?;
    Ok(Verification {
        sound: report.is_sound(),
        sequence: report.sequence,
        records: report.records,
        findings: report.findings.iter().map(ToString::to_string).collect(),
        legs: Vec::new(),
    })
}

fn name(step: hupo_store::Step) -> String {
    match step {
        hupo_store::Step::Records => "records",
        hupo_store::Step::Chain => "chain",
        hupo_store::Step::Evidence => "evidence",
        hupo_store::Step::Replay => "replay",
        hupo_store::Step::Pages => "pages",
    }
    .to_owned()
}

/// The keyword index's own checksums, and every leg's count of documents against the store's.
fn legs(inner: &Inner) -> Result<Vec<String>, Error> {
    let counts = inner.snapshot()?.counts();
    let mut wrong = Vec::new();
    match inner.legs.keyword.get() {
        Ok(keyword) => {
            if let Err(error) = keyword.verify() {
                wrong.push(format!("keyword: {error}"));
            }
            let documents = keyword.stats()?.documents;
            if documents != counts.documents() {
                wrong.push(format!("keyword: it holds {documents} documents, the store {}", counts.documents()));
            }
        }
        Err(missing) => wrong.push(format!("keyword: {missing:?}")),
    }
    if let Ok(vector) = inner.legs.vector.get()
        && vector.len() as u64 != counts.vectors
    {
        wrong.push(format!("vector: it holds {} vectors, the store {}", vector.len(), counts.vectors));
    }
    Ok(wrong)
}
