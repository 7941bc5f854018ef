//! Scores data sets with every headline run: `cargo run --release -p hupo-eval --example score -- ROOT MODELS SET…`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an example talks")]

use hupo::{Hupo, Options, Timestamp};
use hupo_eval::{ablations, bench, dataset, headline, report};
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (root, models) = (args.next().ok_or("ROOT")?, args.next().ok_or("MODELS")?);
    let options = Options { models: Some(PathBuf::from(models)), ..Options::default() };
    let hupo = Hupo::open_with(root, options)?;
    eprintln!("{:?}", hupo.models());
    let mut runs = headline();
    runs.extend(ablations());
    for set in args {
        let set = dataset::load(Path::new(&set))?;
        let now = Timestamp::from_ms(1_795_000_000_000);
        let outcomes = bench::bench(&hupo, &set, &runs, now, &|_, _, _| {})?;
        print!("{}", report::markdown(&report::rows(&outcomes, false)));
    }
    Ok(())
}
