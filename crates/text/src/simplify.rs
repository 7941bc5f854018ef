//! Traditional characters to simplified ones, by phrase where the phrase decides (OpenCC's t2s dictionaries).

use std::borrow::Cow;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU8, Ordering};

use ferrous_opencc::OpenCC;
use ferrous_opencc::config::BuiltinConfig;

static SIMPLIFIER: LazyLock<OpenCC> = LazyLock::new(|| {
    OpenCC::from_config(BuiltinConfig::T2s).expect("the traditional-to-simplified dictionaries are compiled in")
});

/// Characters that stay when alone and change in some phrase (反覆, 藉口, 瞭解, 沈船, 牴牾, 衹得).
const CHANGE_IN_PHRASES: &str = "覆藉瞭沈牴衹彷祇阪";

const FIRST: u32 = 0x3400;
const LAST: u32 = 0x9FFF;

/// What is known of each character from `FIRST` to `LAST`: nothing yet, that it stays, that it may change.
static KNOWN: [AtomicU8; (LAST - FIRST + 1) as usize] = [const { AtomicU8::new(UNKNOWN) }; (LAST - FIRST + 1) as usize];
const UNKNOWN: u8 = 0;
const STAYS: u8 = 1;
const MAY_CHANGE: u8 = 2;

/// A Han run in simplified characters. Runs in which nothing can change, nearly all of simplified text, skip the
/// dictionaries, which read at a tenth of the speed.
pub(crate) fn simplified(han: &str) -> Cow<'_, str> {
    match han.chars().all(stays) {
        true => Cow::Borrowed(han),
        false => Cow::Owned(SIMPLIFIER.convert(han)),
    }
}

/// Whether a character is the same in simplified text, whatever stands beside it.
pub(crate) fn stays(c: char) -> bool {
    let Some(known) = u32::from(c).checked_sub(FIRST).and_then(|at| KNOWN.get(at as usize)) else { return false };
    match known.load(Ordering::Relaxed) {
        UNKNOWN => look_up(c, known),
        known => known == STAYS,
    }
}

/// Asks the dictionaries once; every thread would store the same answer.
#[cold]
fn look_up(c: char, known: &AtomicU8) -> bool {
    let alone = c.encode_utf8(&mut [0; 4]).to_owned();
    let stays = SIMPLIFIER.convert(&alone) == alone && !CHANGE_IN_PHRASES.contains(c);
    known.store(if stays { STAYS } else { MAY_CHANGE }, Ordering::Relaxed);
    stays
}

#[cfg(test)]
mod tests;
