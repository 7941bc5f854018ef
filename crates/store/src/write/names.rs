//! Every name and alias of the space in one matcher, kept between writes and built again when names are added.

use hupo_text::Matcher;
use hupo_types::Entity;

use crate::rows::{Rows, with_prefix};
use crate::table::Table;
use crate::{Error, record};

/// The writer's matcher.
#[derive(Default)]
pub(crate) struct Names {
    matcher: Option<Matcher>,
}

impl Names {
    /// The matcher no longer knows every name, or knows some that were never committed.
    pub(crate) fn forget(&mut self) {
        self.matcher = None;
    }

    /// The matcher of all names as the rows have them.
    pub(crate) fn matcher(&mut self, rows: &impl Rows) -> Result<&Matcher, Error> {
        let matcher = match self.matcher.take() {
            Some(matcher) => matcher,
            None => build(rows)?,
        };
        Ok(self.matcher.insert(matcher))
    }
}

fn build(rows: &impl Rows) -> Result<Matcher, Error> {
    let mut names = Vec::new();
    let mut entities = with_prefix(rows, Table::Entities, &[])?;
    while let Some(entity) = entities.next_body(|key, body| record::decode::<Entity>(Table::Entities, key, body)) {
        let entity = entity?;
        if !entity.erased {
            names.extend(entity.names().map(|name| (entity.id.get(), name.to_owned())));
        }
    }
    Ok(Matcher::new(names))
}
