//! The spaces, filled before the load.

use crate::options::LoadOptions;
use hupo::{Hupo, Options, Space, SpaceConfig};
use hupo_benches::{Corpus, now};
use std::path::{Path, PathBuf};

/// Messages in one write.
const BATCH: usize = 1_000;

pub(crate) fn name(number: usize) -> String {
    format!("空间 space {number}")
}

/// The models of the checkout.
pub(crate) fn models() -> PathBuf {
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../models"))
}

/// Makes and fills what is not there yet, and puts every space away.
pub(crate) fn fill(root: &Path, options: &LoadOptions) {
    let models = options.models.then(models);
    let hupo = Hupo::open_with(root, Options { models, ..Options::default() }).expect("the root can be opened");
    let (corpus, there) = (Corpus::load(), hupo.spaces().expect("the root can be listed"));
    for number in (0..options.spaces).filter(|number| !there.contains(&name(*number))) {
        let config = SpaceConfig { name: name(number), zone: "Asia/Shanghai".into() };
        let space = hupo.create_space(config, now()).expect("the space is not there yet");
        append(&space, &corpus, (number * options.items, options.items));
        space.close().expect("nobody else holds the space");
    }
}

/// Each space has lines of its own.
fn append(space: &Space, corpus: &Corpus, (first, n): (usize, usize)) {
    for start in (first..first + n).step_by(BATCH) {
        let numbers = start..(first + n).min(start + BATCH);
        // Far on in the corpus lines would be dated after the clock.
        let messages = numbers.map(|number| corpus.message(number % 900_000)).collect();
        space.append(messages, now()).expect("the messages are new and sound");
    }
}
