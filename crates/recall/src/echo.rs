//! Echo: how much of what a document says a piece of dialogue speaks of.
//!
//! Late interaction turned round. A question asks for few things, and a passage must hold them; a piece of dialogue says
//! many, and a memory need only be touched by it. So for every token of the document the nearest token of the dialogue is
//! taken, and the document's score is the mean. What the tokens of all candidates share is taken out first: a language
//! model gives every token much of the same direction, which would make all nearnesses alike.

use crate::spoken::Spoken;
use crate::tools::Tools;
use hupo_inference::{Embedder, Error, Part, Scores, TokenStates};
use rayon::prelude::*;

/// Lanes of a dot product, so that the compiler can use wide registers.
const LANES: usize = 8;

/// A score for each text, -1 to 1, comparable within one question only; `None` where `late` came first.
pub(crate) fn echo(
    tools: &Tools<'_>,
    embedder: &Embedder,
    spoken: &Spoken,
    texts: &[&str],
    late: &(dyn Fn() -> bool + Sync),
) -> Result<Scores, Error> {
    let dialogue = embedder.token_states(Part::Query, &spoken.own)?;
    let read = |text: &&str| match late() {
        true => Ok(None),
        false => embedder.token_states(Part::Passage, text).map(Some),
    };
    let states: Result<Vec<Option<TokenStates>>, Error> = match tools.pool {
        Some(pool) => pool.install(|| texts.par_iter().map(read).collect()),
        None => texts.iter().map(read).collect(),
    };
    Ok(score(&dialogue, &states?))
}

fn score(dialogue: &TokenStates, documents: &[Option<TokenStates>]) -> Scores {
    let shared = mean(documents.iter().flatten().flat_map(TokenStates::rows), dialogue.dimension());
    let dialogue = without(dialogue, &shared);
    let touched = |document: &TokenStates| touched(&without(document, &shared), &dialogue);
    documents.iter().map(|document| document.as_ref().map(touched)).collect()
}

/// The mean over the document's tokens of the best cosine to a token of the dialogue; 0 if either has none.
fn touched(document: &[Vec<f32>], dialogue: &[Vec<f32>]) -> f32 {
    if document.is_empty() || dialogue.is_empty() {
        return 0.0;
    }
    let best = |token: &Vec<f32>| dialogue.iter().map(|said| dot(token, said)).fold(-1.0, f32::max);
    document.iter().map(best).sum::<f32>() / document.len() as f32
}

fn mean<'r>(rows: impl Iterator<Item = &'r [f32]>, dimension: usize) -> Vec<f32> {
    let mut sum = vec![0.0; dimension];
    let mut n: f32 = 0.0;
    for row in rows {
        sum.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
        n += 1.0;
    }
    sum.iter_mut().for_each(|sum| *sum /= n.max(1.0));
    sum
}

/// The tokens' states less what they share, of length 1; a state that is nothing else stays zero.
fn without(states: &TokenStates, shared: &[f32]) -> Vec<Vec<f32>> {
    let centred = |row: &[f32]| {
        let left: Vec<f32> = row.iter().zip(shared).map(|(number, shared)| number - shared).collect();
        let length = dot(&left, &left).sqrt();
        left.iter().map(|number| if length > 1e-6 { number / length } else { 0.0 }).collect()
    };
    states.rows().map(centred).collect()
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; LANES];
    let (wide_a, wide_b) = (a.chunks_exact(LANES), b.chunks_exact(LANES));
    let rest: f32 = wide_a.remainder().iter().zip(wide_b.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in wide_a.zip(wide_b) {
        lanes.iter_mut().zip(a.iter().zip(b)).for_each(|(lane, (a, b))| *lane += a * b);
    }
    rest + lanes.iter().sum::<f32>()
}

#[cfg(test)]
mod tests;
