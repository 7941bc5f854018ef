//! Use, temperature and maintenance.

use crate::desk::Scope;
use crate::problem::Problem;
use crate::wire::care::memory_id;
use crate::wire::checked::{all, told};
use crate::wire::evidence::message_ref;
use crate::wire::v1;
use crate::wire::word::word_or;
use hupo::{Exchange, Space, UseBasis};

pub(super) fn used(space: &Space, scope: &Scope, ask: v1::UsedRequest) -> Result<v1::UsedResponse, Problem> {
    let memories = all(ask.memories, "memories", memory_id)?;
    let basis = word_or(ask.basis, UseBasis::Told, "basis")?;
    let receipt = space.used(message_ref(ask.turn, "turn")?, memories, basis, scope.when())?;
    Ok(v1::UsedResponse { applied_seq: receipt.sequence.get() })
}

pub(super) fn uses(space: &Space, _: &Scope, ask: v1::UsesRequest) -> Result<v1::UsesResponse, Problem> {
    let memory = memory_id(ask.memory, "memory")?;
    let applied_seq = space.sequence()?.get();
    Ok(v1::UsesResponse { applied_seq, uses: told(space.uses(memory)?) })
}

pub(super) fn detect_used(
    space: &Space,
    _: &Scope,
    ask: v1::DetectUsedRequest,
) -> Result<v1::DetectUsedResponse, Problem> {
    let offered = all(ask.offered, "offered", memory_id)?;
    let applied_seq = space.sequence()?.get();
    let uses = space.detect_used(Exchange { said: &ask.said, reply: &ask.reply }, &offered)?;
    Ok(v1::DetectUsedResponse { applied_seq, uses: told(uses) })
}

pub(super) fn look(space: &Space, scope: &Scope, ask: v1::LookRequest) -> Result<v1::LookResponse, Problem> {
    let memory = space.look(memory_id(ask.memory, "memory")?, scope.when())?;
    Ok(v1::LookResponse { applied_seq: space.sequence()?.get(), memory: memory.map(v1::Memory::from) })
}

pub(super) fn restore(space: &Space, scope: &Scope, ask: v1::RestoreRequest) -> Result<v1::RestoreResponse, Problem> {
    let receipt = space.restore(all(ask.memories, "memories", memory_id)?, scope.when())?;
    Ok(v1::RestoreResponse { applied_seq: receipt.sequence.get() })
}

pub(super) fn maintain(
    space: &Space,
    scope: &Scope,
    ask: v1::MaintainRequest,
) -> Result<v1::MaintainResponse, Problem> {
    let done = space.maintain(ask.dry_run, scope.when())?;
    Ok(v1::MaintainResponse { applied_seq: space.sequence()?.get(), ..done.into() })
}

pub(super) fn temperatures(
    space: &Space,
    scope: &Scope,
    _: v1::TemperaturesRequest,
) -> Result<v1::TemperaturesResponse, Problem> {
    let applied_seq = space.sequence()?.get();
    Ok(v1::TemperaturesResponse { applied_seq, kinds: told(space.temperatures(scope.now())?) })
}
