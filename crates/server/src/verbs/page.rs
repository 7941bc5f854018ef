//! Pages.

use super::slice;
use crate::desk::Scope;
use crate::problem::Problem;
use crate::wire::checked::told;
use crate::wire::v1;
use crate::wire::word::word;
use hupo::{PageId, Space};

pub(super) fn pages(space: &Space, _: &Scope, ask: v1::PagesRequest) -> Result<v1::PagesResponse, Problem> {
    let place = slice::from((&ask.after, ask.limit), PageId::parse)?;
    let applied_seq = space.sequence()?.get();
    let (pages, next) = slice::part(space.pages(word(ask.kind, "kind")?)?, place, |page| page.id);
    Ok(v1::PagesResponse { applied_seq, pages: told(pages), next })
}
