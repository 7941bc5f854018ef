//! What the log, the profile, beliefs, temporal items and pages do to the tables.

use hupo_text::fold_str;
use hupo_types::{Closing, Logged, Observation, Page, ProfileFact, ProfileFactId, TemporalItem, TemporalItemId};

use crate::citations::{Citing, cite_evidence, cite_range};
use crate::read::{BELIEFS, Read};
use crate::records::expected;
use crate::table::Table;
use crate::tables::Tables;
use crate::{Error, key};

pub(super) fn apply(tables: &mut Tables, logged: &Logged) -> Result<(), Error> {
    match logged {
        Logged::Observed { observation } => observe(tables, observation),
        Logged::ProfileStated { fact } => state(tables, fact),
        Logged::ProfileSuperseded { old, new } => supersede(tables, *old, *new),
        Logged::BeliefsPut { set } => tables.put(Table::Beliefs, BELIEFS, set),
        Logged::ItemAdded { item } => add_item(tables, item),
        Logged::ItemClosed { item, closing } => close_item(tables, *item, closing),
        Logged::PageWritten { page } => write_page(tables, page),
    }
}

fn observe(tables: &mut Tables, observation: &Observation) -> Result<(), Error> {
    let id = observation.id;
    tables.put(Table::Observations, &key::number(id.get()), observation)?;
    tables.totals_mut().observations = id.get();
    cite_evidence(tables, Citing::Observation(id), &observation.evidence)
}

/// The latest statement of an attribute is the living one.
fn state(tables: &mut Tables, fact: &ProfileFact) -> Result<(), Error> {
    let id = fact.id;
    tables.put(Table::ProfileFacts, &key::number(id.get()), fact)?;
    if fact.is_living() {
        let attribute = key::attribute(fact.about, &fold_str(&fact.attribute));
        tables.put(Table::ProfileAttributes, &attribute, &id.get())?;
    }
    tables.totals_mut().profile_facts = id.get();
    cite_evidence(tables, Citing::ProfileFact(id), &fact.evidence)
}

fn supersede(tables: &mut Tables, old: ProfileFactId, new: ProfileFactId) -> Result<(), Error> {
    let mut fact = expected(tables.profile_fact(old)?, &old)?;
    fact.superseded_by = Some(new);
    tables.put(Table::ProfileFacts, &key::number(old.get()), &fact)
}

fn add_item(tables: &mut Tables, item: &TemporalItem) -> Result<(), Error> {
    let id = item.id;
    tables.put(Table::TemporalItems, &key::number(id.get()), item)?;
    tables.totals_mut().temporal_items = id.get();
    cite_evidence(tables, Citing::TemporalItem(id), &item.evidence)
}

fn close_item(tables: &mut Tables, id: TemporalItemId, closing: &Closing) -> Result<(), Error> {
    if closing.evidence.is_empty() {
        return Ok(()); // Its words were erased: the item was never closed.
    }
    let mut item = expected(tables.temporal_item(id)?, &id)?;
    item.closing = Some(closing.clone());
    tables.put(Table::TemporalItems, &key::number(id.get()), &item)?;
    cite_evidence(tables, Citing::TemporalItem(id), &closing.evidence)
}

fn write_page(tables: &mut Tables, page: &Page) -> Result<(), Error> {
    let id = page.id;
    tables.put(Table::Pages, &key::number(id.get()), page)?;
    let of_kind = key::with_number(key::page_kind(page.kind).to_vec(), id.get());
    tables.put_key(Table::PagesByKind, &of_kind)?;
    tables.totals_mut().pages = id.get();
    cite_range(tables, Citing::Page(id), page.from, page.to)
}
