//! The inner loops, one set for each family of instructions, chosen at run time.
//!
//! All sets return the same numbers: the integer loops are exact, and the half-precision loop adds in one fixed order.

mod halves;
mod plain;

#[cfg(target_arch = "x86_64")]
mod avx2;
#[cfg(target_arch = "x86_64")]
mod avx512;
#[cfg(target_arch = "aarch64")]
mod neon;

pub(crate) use halves::from_half;

use std::sync::OnceLock;

/// A set of inner loops that this processor can run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Kernel(Instructions);

/// Private, so that only [`Kernel::available`] can say that the processor has the instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Instructions {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "aarch64")]
    Neon,
    Plain,
}

impl Kernel {
    /// The fastest set. The choice is made once.
    pub fn best() -> Self {
        static BEST: OnceLock<Kernel> = OnceLock::new();
        *BEST.get_or_init(|| Self::available().first().copied().unwrap_or(Self::plain()))
    }

    /// Loops without special instructions, for every processor.
    pub const fn plain() -> Self {
        Self(Instructions::Plain)
    }

    /// Every set that this processor has and that counts right on it, fastest first. The last is [`Self::plain`].
    pub fn available() -> Vec<Self> {
        let mut kernels = native();
        kernels.retain(|kernel| kernel.counts_right());
        kernels.push(Self::plain());
        kernels
    }

    /// Its name, for logs and benches.
    pub const fn name(self) -> &'static str {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => "avx512-vnni",
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => "avx2",
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => "neon",
            Instructions::Plain => "plain",
        }
    }

    /// Writes the dot product of the query with each row to `dots`. `rows` is `dots.len()` rows, each as long as the
    /// query, one after the other. Numbers lie in −127..=127, and there are at most 65,536 in a row.
    pub(crate) fn dots(self, query: &[i8], rows: &[i8], dots: &mut [i32]) {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 => avx512::dots(query, rows, dots),
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx2 => avx2::dots(query, rows, dots),
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => neon::dots(query, rows, dots),
            Instructions::Plain => plain::dots(query, rows, dots),
        }
    }

    /// The dot product of two rows of the same length.
    pub(crate) fn dot(self, left: &[i8], right: &[i8]) -> i32 {
        let mut dot = [0];
        self.dots(left, right, &mut dot);
        let [dot] = dot;
        dot
    }

    /// The dot product of a query with a row of half-precision numbers, added up in double precision. Both have the
    /// same length, and no number is infinite.
    pub(crate) fn half_dot(self, query: &[f32], row: &[u16]) -> f64 {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 | Instructions::Avx2 => avx2::half_dot(query, row),
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => halves::half_dot(query, row),
            Instructions::Plain => halves::half_dot(query, row),
        }
    }

    /// The half-precision bits nearest to each number, ties to even. No number is NaN.
    pub(crate) fn to_halves(self, numbers: &[f32]) -> Vec<u16> {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            Instructions::Avx512 | Instructions::Avx2 => avx2::to_halves(numbers),
            #[cfg(target_arch = "aarch64")]
            Instructions::Neon => halves::to_halves(numbers),
            Instructions::Plain => halves::to_halves(numbers),
        }
    }

    /// A processor (or an emulator) that counts wrong would make answers silently wrong; a set that differs from the
    /// plain loops is not used.
    fn counts_right(self) -> bool {
        (0..200).step_by(7).all(|length| {
            let left: Vec<i8> = (0..length).map(|n| (n * 37 % 255 - 127) as i8).collect();
            let right: Vec<i8> = (0..length).map(|n| (n * 91 % 255 - 127) as i8).collect();
            self.dot(&left, &right) == Self::plain().dot(&left, &right)
        })
    }
}

#[cfg(target_arch = "x86_64")]
fn native() -> Vec<Kernel> {
    let mut kernels = Vec::new();
    if avx512::is_there() {
        kernels.push(Kernel(Instructions::Avx512));
    }
    if avx2::is_there() {
        kernels.push(Kernel(Instructions::Avx2));
    }
    kernels
}

#[cfg(target_arch = "aarch64")]
fn native() -> Vec<Kernel> {
    vec![Kernel(Instructions::Neon)]
}

#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
const fn native() -> Vec<Kernel> {
    Vec::new()
}

#[cfg(test)]
mod tests;
