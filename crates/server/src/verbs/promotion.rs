//! Promotion: what is due, and the runs that do it.

use super::slice;
use crate::desk::Scope;
use crate::problem::Problem;
use crate::wire::checked::{Bad, needed, told};
use crate::wire::promotion::{extraction, told_task};
use crate::wire::v1;
use hupo::{Due, Plan, RunId, Space, Task, Timestamp};

pub(super) fn due(
    space: &Space,
    scope: &Scope,
    _: v1::PromotionDueRequest,
) -> Result<v1::PromotionDueResponse, Problem> {
    let applied_seq = space.sequence()?.get();
    Ok(v1::PromotionDueResponse { applied_seq, due: told(space.promotion_due(scope.now())?) })
}

pub(super) fn task(
    space: &Space,
    scope: &Scope,
    ask: v1::PromotionTaskRequest,
) -> Result<v1::PromotionTaskResponse, Problem> {
    let due: Due = needed(ask.due, "due")?;
    let applied_seq = space.sequence()?.get();
    let task = space.promotion_task(&due, scope.now())?;
    let task = task.map(|task| Ok::<_, Problem>(told_task(task.clone(), open_items(space, &task, scope.now())?)));
    Ok(v1::PromotionTaskResponse { applied_seq, task: task.transpose()? })
}

fn open_items(space: &Space, task: &Task, now: Timestamp) -> Result<Vec<Plan>, Problem> {
    let of_task = |plan: &Plan| task.open_items.iter().any(|item| item.id == plan.item.id);
    Ok(space.plans(false, now)?.into_iter().filter(of_task).collect())
}

pub(super) fn close(
    space: &Space,
    scope: &Scope,
    mut ask: v1::CloseRunRequest,
) -> Result<v1::CloseRunResponse, Problem> {
    let due: Due = needed(ask.due.take(), "due")?;
    let report = space.close_run(&due, extraction(ask)?, scope.when())?;
    Ok(v1::CloseRunResponse { applied_seq: space.sequence()?.get(), report: Some(report.into()) })
}

pub(super) fn promote(space: &Space, scope: &Scope, _: v1::PromoteRequest) -> Result<v1::PromoteResponse, Problem> {
    if scope.when().once.is_some() {
        let why = "each run is done once by its nature, and asking again does what is due since; ask without a key";
        return Err(Bad::new("idempotency_key", why).into());
    }
    let done = space.promote(scope.now())?;
    Ok(v1::PromoteResponse { applied_seq: space.sequence()?.get(), runs: told(done.runs), left: told(done.left) })
}

pub(super) fn runs(space: &Space, _: &Scope, ask: v1::RunsRequest) -> Result<v1::RunsResponse, Problem> {
    let place = slice::from((&ask.after, ask.limit), RunId::parse)?;
    let applied_seq = space.sequence()?.get();
    let (runs, next) = slice::part(space.runs(place.0)?, place, |run| run.id);
    Ok(v1::RunsResponse { applied_seq, runs: told(runs), next })
}
