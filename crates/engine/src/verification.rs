//! Checking a space from end to end.

use crate::Error;
use crate::space::Inner;
use hupo_store::{Finding, Mend, Store};
use hupo_types::Sequence;
use serde::Serialize;
use std::fmt;

/// What a check found.
#[derive(Debug, Clone, Serialize)]
pub struct Verification {
    /// Nothing is wrong.
    pub sound: bool,
    /// The last write checked.
    pub sequence: Sequence,
    /// Records read and found whole.
    pub records: u64,
    /// What is wrong with the store, each with what mends it.
    pub findings: Vec<Fault>,
    /// What is wrong with the legs; `hupo rebuild` mends all of it.
    pub legs: Vec<String>,
}

/// Something that is wrong, and what mends it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Fault {
    /// What is wrong.
    #[serde(flatten)]
    pub finding: Finding,
    /// What mends it.
    pub mend: Mend,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.finding, self.mend)
    }
}

impl From<Finding> for Fault {
    fn from(finding: Finding) -> Self {
        Self { mend: finding.mend(), finding }
    }
}

/// A space that does not open: what its opening says is all that is found of it.
pub(crate) fn unreadable(error: &hupo_store::Error) -> Verification {
    let finding = Finding::Pages { what: error.to_string() };
    Verification {
        sound: false,
        sequence: Sequence::ZERO,
        records: 0,
        findings: vec![finding.into()],
        legs: Vec::new(),
    }
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
        findings: report.findings.into_iter().map(Fault::from).collect(),
        legs: Vec::new(),
    })
}

pub(crate) fn name(step: hupo_store::Step) -> String {
    match step {
        hupo_store::Step::Records => "records",
        hupo_store::Step::Chain => "chain",
        hupo_store::Step::Evidence => "evidence",
        hupo_store::Step::Replay => "replay",
        hupo_store::Step::Pages => "pages",
        hupo_store::Step::Scan => "reading",
        hupo_store::Step::Sorting => "sorting",
        hupo_store::Step::Salvage => "saving",
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
