//! Token states to one vector, and the product that compares them.

use crate::manifest::Pooling;

/// The pooled numbers of `states`, rows of `dimension`; not yet of unit length. `None` if there is no row.
pub(crate) fn pool(pooling: Pooling, states: &[f32], dimension: usize) -> Option<Vec<f32>> {
    match pooling {
        Pooling::Mean => mean(states, dimension),
        Pooling::Cls | Pooling::None => states.get(..dimension).map(<[f32]>::to_vec),
    }
}

/// Every row counts: texts run alone, so no row is padding.
fn mean(states: &[f32], dimension: usize) -> Option<Vec<f32>> {
    let rows = states.chunks_exact(dimension);
    let n_rows = rows.len();
    let mut sum = vec![0.0; dimension];
    for row in rows {
        sum.iter_mut().zip(row).for_each(|(sum, number)| *sum += number);
    }
    sum.iter_mut().for_each(|sum| *sum /= n_rows as f32);
    (n_rows > 0).then_some(sum)
}

/// Eight running sums, so that the compiler may use vector instructions; both of one length.
pub(crate) fn dot(a: &[f32], b: &[f32]) -> f32 {
    let mut sums = [0.0_f32; 8];
    let (a, b) = (a.chunks_exact(8), b.chunks_exact(8));
    let rest: f32 = a.remainder().iter().zip(b.remainder()).map(|(a, b)| a * b).sum();
    for (a, b) in a.zip(b) {
        sums.iter_mut().zip(a.iter().zip(b)).for_each(|(sum, (a, b))| *sum += a * b);
    }
    sums.iter().sum::<f32>() + rest
}

#[cfg(test)]
mod tests;
