//! Spaces, filled through the door.

use crate::{Corpus, identity, now, vector};
use hupo::{Command, Hupo, Options, Space, SpaceConfig};
use hupo_store::{Store, Write};
use std::path::{Path, PathBuf};

/// The name of the space a root has.
pub const SPACE: &str = "bench";
/// Messages in one write of a bulk load.
const BATCH: usize = 1_000;

/// Makes a space under the root with the people, and vectors from elsewhere allowed in. Runs without models.
pub fn create(root: &Path) -> (Hupo, Space) {
    let config = SpaceConfig { name: SPACE.into(), zone: "Asia/Shanghai".into() };
    let made = Hupo::open(root).and_then(|hupo| hupo.create_space(config, now())).expect("the root is empty");
    made.close().expect("nobody else holds the space");
    choose_model(&place(root));
    let hupo = Hupo::open(root).expect("the root was opened before");
    let space = hupo.space(SPACE).expect("the space was made above");
    introduce(&space);
    (hupo, space)
}

/// Makes a space for the embedder of `models`; `None` when it or the runtime library was not fetched.
pub fn with_models(root: &Path) -> Option<(Hupo, Space)> {
    let models = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../models"));
    let hupo = Hupo::open_with(root, Options { models: Some(models), ..Options::default() }).expect("a fresh root");
    hupo.models().embedder.as_ref()?;
    let config = SpaceConfig { name: SPACE.into(), zone: "Asia/Shanghai".into() };
    let space = hupo.space_or_create(config, now()).expect("the root is empty");
    introduce(&space);
    Some((hupo, space))
}

fn introduce(space: &Space) {
    let people = Corpus::people().into_iter().map(Command::AddEntity).collect();
    space.write(people, now()).expect("names of people are no reason to refuse");
}

/// Loads messages `from` to `to`, each with a vector, in writes of a thousand.
pub fn fill(space: &Space, corpus: &Corpus, from: usize, to: usize) {
    for start in (from..to).step_by(BATCH) {
        let numbers = start..to.min(start + BATCH);
        let commands = numbers.map(|n| Command::Append { message: corpus.message(n), vector: Some(vector(n as u64)) });
        space.write(commands.collect(), now()).expect("the messages are new and sound");
    }
}

/// The directory of the only space under a root.
pub fn place(root: &Path) -> PathBuf {
    let mut dir = root.join("spaces");
    while !Store::exists(&dir) {
        let inside = std::fs::read_dir(&dir).expect("the root has a space").next();
        dir = inside.expect("the root has a space").expect("its folders can be listed").path();
    }
    dir
}

/// A space takes vectors of one model only. Without an embedder at the door, the store is told which.
fn choose_model(dir: &Path) {
    let store = Store::open(dir, hupo_store::Options::default()).expect("the space is closed");
    let first =
        Command::Append { message: hupo::NewMessage::user("有人在吗？ Anybody there?"), vector: Some(vector(0)) };
    let write = Write { model: Some(identity()), ..Write::new(vec![first], now()) };
    store.commit(write).expect("the first vector chooses the model");
    store.close().expect("nobody else holds the store");
}
