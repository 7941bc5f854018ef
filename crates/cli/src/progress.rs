//! Progress bars on stderr, for work that takes a person's time. None when nobody watches.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::time::Duration;

/// A bar that goes when it is dropped.
pub(crate) struct Progress {
    bar: ProgressBar,
}

impl Progress {
    /// A bar for `what`; `shown` false makes one that never draws. Drawing needs a terminal on stderr.
    pub(crate) fn new(what: &str, shown: bool) -> Self {
        let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
        let bar = ProgressBar::with_draw_target(None, target).with_message(what.to_owned());
        bar.set_style(style("{msg:24} {bar:36} {pos}/{len}  {elapsed}"));
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { bar }
    }

    /// `done` of `of`.
    pub(crate) fn set(&self, done: u64, of: u64) {
        if self.bar.position() == 0 && done > 0 {
            // Only now is there a speed to tell the rest by.
            self.bar.set_style(style("{msg:24} {bar:36} {pos}/{len}  {elapsed}, {eta} left"));
        }
        self.bar.set_length(of);
        self.bar.set_position(done);
    }

    /// `done` of `of` of a stage with a name.
    pub(crate) fn stage(&self, name: &str, done: u64, of: u64) {
        self.bar.set_message(name.to_owned());
        self.set(done, of);
    }
}

fn style(template: &str) -> ProgressStyle {
    let style = ProgressStyle::with_template(template).expect("both templates are constants and right");
    style.progress_chars("━╸─")
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
