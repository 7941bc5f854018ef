//! Our own locks under schedules that are made up (shuttle): the sources of the library themselves where they stand
//! alone, with shuttle's locks in them (`build.rs`), and faithful small models of what hangs on threads, files and
//! sockets.
//!
//! The short form tries some hundred schedules of each; `HUPO_SCHEDULES` says how many. A schedule that fails is
//! printed, and can be played again with `shuttle::replay`.

mod legs;
mod open;
mod sessions;
mod writer;

/// Runs a test under many schedules: half of them by chance, half with few and telling changes of thread.
fn under_schedules(test: impl Fn() + Clone + Send + Sync + 'static) {
    let schedules = std::env::var("HUPO_SCHEDULES").ok().and_then(|n| n.parse().ok()).unwrap_or(600);
    shuttle::check_random(test.clone(), schedules / 2);
    shuttle::check_pct(test, schedules / 2, 3);
}
