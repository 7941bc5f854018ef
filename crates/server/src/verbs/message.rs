//! Appending to the transcript.

use crate::desk::Scope;
use crate::problem::Problem;
use crate::wire::checked::each;
use crate::wire::stored::told_stored;
use crate::wire::v1;
use hupo::Space;

pub(super) fn append(space: &Space, scope: &Scope, ask: v1::AppendRequest) -> Result<v1::AppendResponse, Problem> {
    let receipt = space.append(each(ask.messages, "messages")?, scope.when())?;
    Ok(v1::AppendResponse { applied_seq: receipt.sequence.get(), stored: told_stored(receipt.stored) })
}
