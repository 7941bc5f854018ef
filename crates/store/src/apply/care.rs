//! What use and time do to memories.

use hupo_types::Cared;

use crate::Error;
use crate::tables::Tables;

pub(super) fn apply(_tables: &mut Tables, _cared: &Cared) -> Result<(), Error> {
    Err(Error::damaged("not built yet"))
}
