//! One ONNX model with its pool of sessions: tokens in, numbers out, one text a run.
//!
//! int8 models quantise by the range of the whole padded batch, so a text's numbers depend on its company: a batch of 8 moved
//! reranker logits by up to 1.1, and padding to a multiple of 8 moved a vector by up to 0.003 in cosine. One text a run, not
//! padded, costs no more (MatMul is compute-bound here) and makes a text's numbers its own, so they can be cached.
//! A session runs on its caller's thread; parallel work uses more sessions, which scales better than threads in one.

use crate::pool::{Lent, Pool};
use crate::{Error, Runtime};
use ort::logging::LogLevel;
use ort::session::{Session, SessionInputValue};
use ort::value::{TensorRef, ValueType};
use std::borrow::Cow;
use std::path::Path;
use tokenizers::Encoding;

/// What is wanted of a model: which of its outputs, and how exact.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Wanted {
    /// Names that settle it, best first.
    pub(crate) names: &'static [&'static str],
    /// Dimensions of the output otherwise.
    pub(crate) rank: usize,
    /// Size of its last dimension.
    pub(crate) last: usize,
    /// Exact integer products. x86 processors without VNNI add two u8 × s8 products in 16 bits, which overflows; exact ones
    /// cost a quarter more there and nothing elsewhere. Worth it where the logit itself is used: on four sets the mean
    /// error of the reranker's logits against float arithmetic fell from 0.66 to 0.40, 0.77 to 0.35, and twice not at all.
    /// The embedder's vectors gain 0.0007 in cosine and go without.
    pub(crate) exact: bool,
}

pub(crate) struct Network {
    model: String,
    sessions: Pool<Session>,
    inputs: Vec<Input>,
    output: String,
    wanted: Wanted,
}

#[derive(Debug, Clone, Copy)]
enum Input {
    Ids,
    Mask,
    Types,
}

impl Input {
    fn named(name: &str) -> Option<Self> {
        match name {
            "input_ids" => Some(Self::Ids),
            "attention_mask" => Some(Self::Mask),
            "token_type_ids" => Some(Self::Types),
            _ => None,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Ids => "input_ids",
            Self::Mask => "attention_mask",
            Self::Types => "token_type_ids",
        }
    }

    fn numbers(self, tokens: &Encoding) -> Vec<i64> {
        let numbers = match self {
            Self::Ids => tokens.get_ids(),
            Self::Mask => tokens.get_attention_mask(),
            Self::Types => tokens.get_type_ids(),
        };
        numbers.iter().map(|&number| i64::from(number)).collect()
    }
}

impl Network {
    /// Loads `path` into a first session. Fails with `ModelLoad` or `ModelShape`.
    pub(crate) fn open(
        runtime: &Runtime,
        path: &Path,
        model: &str,
        sessions: usize,
        wanted: Wanted,
    ) -> Result<Self, Error> {
        let first = session(runtime, path, wanted.exact)?;
        let misfit = |reason| Error::ModelShape { model: model.to_owned(), reason };
        let inputs = inputs(&first).map_err(misfit)?;
        let output = output(&first, wanted).map_err(misfit)?;
        let (runtime, path) = (runtime.clone(), path.to_owned());
        let sessions = Pool::new(sessions, first, Box::new(move || session(&runtime, &path, wanted.exact)));
        Ok(Self { model: model.to_owned(), sessions, inputs, output, wanted })
    }

    /// How many texts can run at once.
    pub(crate) fn workers(&self) -> usize {
        self.sessions.limit()
    }

    /// Runs one text and hands its output, `[1, n_tokens, last]` or `[1, last]` flattened, to `read`.
    ///
    /// Fails with `NoTokens`, `Run` or `ModelShape`, or as a further session's opening does.
    pub(crate) fn run<T>(&self, tokens: &Encoding, read: impl FnOnce(&[f32]) -> T) -> Result<T, Error> {
        if tokens.is_empty() {
            return Err(Error::NoTokens { model: self.model.clone() });
        }
        let mut session = self.sessions.lend()?;
        self.run_in(&mut session, tokens, read)
    }

    fn run_in<T>(
        &self,
        session: &mut Lent<'_, Session>,
        tokens: &Encoding,
        read: impl FnOnce(&[f32]) -> T,
    ) -> Result<T, Error> {
        let failed = |error: ort::Error| Error::Run { model: self.model.clone(), reason: error.to_string() };
        let numbers: Vec<(Input, Vec<i64>)> = self.inputs.iter().map(|&input| (input, input.numbers(tokens))).collect();
        let mut feed: Vec<(Cow<'_, str>, SessionInputValue<'_>)> = Vec::new();
        for (input, numbers) in &numbers {
            let tensor = TensorRef::from_array_view(([1, tokens.len()], numbers.as_slice())).map_err(failed)?;
            feed.push((input.name().into(), tensor.into()));
        }
        let outputs = session.run(feed).map_err(failed)?;
        let output = outputs.get(&self.output).ok_or_else(|| self.misfit("its output is gone".into()))?;
        let (shape, numbers) = output.try_extract_tensor::<f32>().map_err(failed)?;
        self.check(shape, numbers, tokens.len())?;
        Ok(read(numbers))
    }

    fn check(&self, shape: &[i64], numbers: &[f32], n_tokens: usize) -> Result<(), Error> {
        let rows = if self.wanted.rank == 3 { n_tokens } else { 1 };
        if shape.len() == self.wanted.rank && numbers.len() == rows * self.wanted.last {
            return Ok(());
        }
        Err(self.misfit(format!("it gave an output of shape {shape:?} for {n_tokens} tokens")))
    }

    fn misfit(&self, reason: String) -> Error {
        Error::ModelShape { model: self.model.clone(), reason }
    }
}

fn session(runtime: &Runtime, path: &Path, exact: bool) -> Result<Session, Error> {
    build(runtime, path, exact).map_err(|error| Error::ModelLoad { path: path.to_owned(), reason: error.to_string() })
}

/// One thread, so none of ONNX Runtime's own are started and nothing spins. Lengths vary, so memory patterns are of no use.
fn build(runtime: &Runtime, path: &Path, exact: bool) -> ort::Result<Session> {
    let mut builder = Session::builder(runtime.environment())?
        .with_log_level(LogLevel::Warning)?
        .with_intra_threads(1)?
        .with_inter_threads(1)?
        .with_intra_op_spinning(false)?
        .with_memory_pattern(false)?;
    if exact {
        builder = builder.with_precise_qmm()?;
    }
    builder.commit_from_file(path)
}

fn inputs(session: &Session) -> Result<Vec<Input>, String> {
    let named =
        |name: &str| Input::named(name).ok_or_else(|| format!("it asks for an input {name:?} that nobody feeds"));
    session.inputs().iter().map(|input| named(input.name())).collect()
}

/// The output called by one of the wanted names, else the first of the wanted rank.
fn output(session: &Session, wanted: Wanted) -> Result<String, String> {
    let outputs = session.outputs();
    let by_name = wanted.names.iter().find_map(|name| outputs.iter().find(|output| output.name() == *name));
    let fits = |kind: &ValueType| shape(kind).is_some_and(|shape| shape.len() == wanted.rank);
    let found = by_name
        .or_else(|| outputs.iter().find(|output| fits(output.dtype())))
        .ok_or_else(|| format!("it has no output of {} dimensions", wanted.rank))?;
    let shape = shape(found.dtype()).ok_or_else(|| format!("its output {:?} is no tensor", found.name()))?;
    let last = shape.last().copied().unwrap_or_default();
    if shape.len() != wanted.rank || (last >= 0 && last != wanted.last as i64) {
        let (name, rank, size) = (found.name(), wanted.rank, wanted.last);
        return Err(format!("its output {name:?} has shape {shape:?}, wanted {rank} dimensions ending in {size}"));
    }
    Ok(found.name().to_owned())
}

fn shape(kind: &ValueType) -> Option<&[i64]> {
    match kind {
        ValueType::Tensor { shape, .. } => Some(shape),
        ValueType::Sequence(_) | ValueType::Map { .. } | ValueType::Optional(_) => None,
    }
}
