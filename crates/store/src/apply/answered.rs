//! The answers of writes that must not be done twice.

use hupo_types::{Answered, Erasure, Event};

use crate::once::Kept;
use crate::table::Table;
use crate::tables::Tables;
use crate::{Error, erase, ledger};

/// The write it belongs to is not in the ledger yet, neither when it is made nor on a replay: it is the next one.
pub(super) fn apply(tables: &mut Tables, answered: &Answered) -> Result<(), Error> {
    let sequence = ledger::head(tables)?.0.next();
    tables.put(Table::Answers, &answered.key, &Kept { sequence, answered: answered.clone() })
}

/// The answers of writes that an erasure wrote anew go with what those said.
pub(super) fn erase(tables: &mut Tables, erasure: &Erasure) -> Result<(), Error> {
    for (sequence, _) in &erasure.rewritten {
        for event in ledger::events(tables, *sequence)? {
            if let Event::Answered(answered) = event {
                let kept = Kept { sequence: *sequence, answered: erase::answered(&answered) };
                tables.put(Table::Answers, &answered.key, &kept)?;
            }
        }
    }
    Ok(())
}
