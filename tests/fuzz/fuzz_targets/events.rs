//! Text as the events of an export, a write a line, with numbers, hashes and chain made right: taken in by a ledger in
//! memory, or refused; what is taken in is exported as it came, and can be read whole.
#![no_main]

use hupo_fuzz::text;
use hupo_types::Event;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = text(bytes);
    let writes: Result<Vec<Vec<Event>>, _> = text.lines().map(serde_json::from_str).collect();
    if let Ok(writes) = writes
        && !writes.is_empty()
    {
        let _ = hupo_store::fuzz::take_in(writes);
    }
});
