//! Bytes as a row of a table, and as the body of a sound row: an error or a record with one normal form. The first byte
//! chooses the table, the second how many of the following are the key.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let [table, key, rest @ ..] = bytes else { return };
    let (key, body) = rest.split_at(usize::from(*key % 32).min(rest.len()));
    hupo_store::fuzz::row(*table, key, body);
});
