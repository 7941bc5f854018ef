//! Resampling: how sure a mean is, and whether two runs differ by more than chance.
//!
//! Percentile bootstrap over questions (Efron and Tibshirani 1993) and a paired randomisation test by flipped signs
//! (Smucker, Allan, Carterette, CIKM 2007). Seeded, so the same scores give the same answer.

/// Resamples drawn.
const DRAWS: usize = 2_000;

/// The 95 % interval of a mean.
pub(crate) fn interval(scores: &[f32]) -> (f32, f32) {
    if scores.is_empty() {
        return (0.0, 0.0);
    }
    let mut random = Random::new(scores.len() as u64);
    let mut means: Vec<f32> = (0..DRAWS).map(|_| resampled_mean(scores, &mut random)).collect();
    means.sort_by(f32::total_cmp);
    let at = |share: f64| means.get((share * (DRAWS - 1) as f64) as usize).copied().unwrap_or_default();
    (at(0.025), at(0.975))
}

fn resampled_mean(scores: &[f32], random: &mut Random) -> f32 {
    let draw = |random: &mut Random| scores.get(random.below(scores.len())).copied().unwrap_or_default();
    (0..scores.len()).map(|_| draw(random)).sum::<f32>() / scores.len() as f32
}

/// The chance that two runs over the same questions differ this much in the mean when neither is better.
pub(crate) fn p_value(one: &[f32], other: &[f32]) -> f32 {
    let differences: Vec<f32> = one.iter().zip(other).map(|(a, b)| a - b).collect();
    let seen = differences.iter().sum::<f32>().abs();
    if differences.is_empty() {
        return 1.0;
    }
    let mut random = Random::new(differences.len() as u64);
    let flipped = |random: &mut Random| {
        let flip = |d: &f32| if random.next() & 1 == 0 { *d } else { -*d };
        differences.iter().map(flip).sum::<f32>().abs()
    };
    let as_far = (0..DRAWS).filter(|_| flipped(&mut random) >= seen - 1e-6).count();
    (as_far + 1) as f32 / (DRAWS + 1) as f32
}

/// SplitMix64 (Steele, Lea, Flood, OOPSLA 2014): small, and the same everywhere.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        Self(seed ^ 0x5851_f42d_4c95_7f2d)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

#[cfg(test)]
mod tests;
