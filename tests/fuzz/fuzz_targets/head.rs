//! Bytes as the file `head`: the last write, or nothing. Where there are enough, the checksum is made right.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let _ = hupo_store::fuzz::head(bytes);
    if let Some(head) = hupo_store::fuzz::mended_head(bytes) {
        assert!(hupo_store::fuzz::head(&head).is_some(), "a head with the right checksum is read");
    }
});
