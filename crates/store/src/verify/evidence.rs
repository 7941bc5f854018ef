//! Promise 1, looked at again: every quote stands in its message where its evidence says.

use hupo_types::{Evidence, State};

use super::{Check, Finding, Step};
use crate::recheck::stands;
use crate::{Error, records};

impl Check<'_> {
    pub(super) fn evidence(&mut self) {
        if let Err(error) = self.memories().and_then(|()| self.relations()) {
            self.findings.push(Finding::Record { table: "memories or relations", what: error.to_string() });
        }
    }

    fn memories(&mut self) -> Result<(), Error> {
        let total = self.snapshot.counts().memories;
        for (done, memory) in (1..).zip(self.snapshot.memories()?) {
            let memory = memory?;
            if memory.state == State::Erased {
                continue;
            }
            let receipt = if memory.has_its_receipt() { Ok(()) } else { Err(Error::damaged("it has no receipt")) };
            if let Err(error) = receipt.and_then(|()| self.all_stand(&memory.evidence)) {
                self.findings.push(Finding::Memory { memory: memory.id, what: error.to_string() });
            }
            self.tell(Step::Evidence, done, total);
        }
        Ok(())
    }

    fn relations(&mut self) -> Result<(), Error> {
        let total = self.snapshot.counts().relations;
        for (done, relation) in (1..).zip(self.snapshot.relations()?) {
            let relation = relation?;
            if let Err(error) = self.all_stand(&relation.evidence)
                && !relation.erased
            {
                self.findings.push(Finding::Relation { relation: relation.id, what: error.to_string() });
            }
            self.tell(Step::Evidence, done, total);
        }
        Ok(())
    }

    fn all_stand(&self, evidence: &[Evidence]) -> Result<(), Error> {
        if evidence.is_empty() {
            return Err(Error::damaged("it has no receipt"));
        }
        for one in evidence {
            let message = records::expected(self.snapshot.message(one.message)?, &one.message)?;
            if !stands(one, &message) {
                return Err(Error::damaged(format!("{} does not hold the quote where it was found", message.id)));
            }
        }
        Ok(())
    }
}
