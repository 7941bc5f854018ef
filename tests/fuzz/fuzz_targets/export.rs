//! Text as the lines of an export: all of them, or the first that is none of ours. What is checked and stands can be
//! taken in.
#![no_main]

use hupo_fuzz::text;
use hupo_store::{Error, ExportLine, Options, Store};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let text = text(bytes);
    let lines = || text.lines().zip(1..).map(|(line, number)| read(line, number));
    if let Ok(last) = Store::check_export(lines()) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        if let Ok(store) = Store::import(&folder.path().join("space"), lines(), Options::default()) {
            assert_eq!(store.snapshot().expect("it can be read").sequence(), last);
        }
    }
});

fn read(line: &str, number: u64) -> Result<ExportLine, Error> {
    serde_json::from_str(line).map_err(|error| Error::BadLine { line: number, what: error.to_string() })
}
