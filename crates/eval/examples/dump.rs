//! Dumps candidates for fitting: `cargo run -p hupo-eval --example dump -- ROOT MODELS DEPTH SET… > lines.jsonl`.
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "an example talks")]

use hupo::{Hupo, Options, Timestamp};
use hupo_eval::{dataset, dump};
use std::path::{Path, PathBuf};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut args = std::env::args().skip(1);
    let (root, models) = (args.next().ok_or("ROOT")?, args.next().ok_or("MODELS")?);
    let depth: usize = args.next().ok_or("DEPTH")?.parse()?;
    let hupo = Hupo::open_with(root, Options { models: Some(PathBuf::from(models)), ..Options::default() })?;
    for arg in args {
        let (folder, only) = arg.split_once('=').map_or((arg.as_str(), None), |(folder, only)| (folder, Some(only)));
        let mut set = dataset::load(Path::new(folder))?;
        set.groups.retain(|group| only.is_none_or(|only| group.name == only));
        dump::dump(&hupo, &set, (depth, Timestamp::from_ms(1_795_000_000_000)), &mut |line| {
            println!("{}", serde_json::to_string(&line).unwrap_or_default());
            Ok(())
        })?;
        eprintln!("{} done", set.name);
    }
    Ok(())
}
