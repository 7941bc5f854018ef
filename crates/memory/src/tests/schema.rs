//! `docs/proposal.schema.json` says what `Proposal` is. `HUPO_WRITE_SCHEMA=1` writes it anew.

use hupo_types::Proposal;
use std::path::PathBuf;

#[test]
fn the_published_schema_is_that_of_the_types() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs/proposal.schema.json");
    let schema = serde_json::to_string_pretty(&schemars::schema_for!(Proposal)).unwrap() + "\n";
    if std::env::var_os("HUPO_WRITE_SCHEMA").is_some() {
        std::fs::write(&path, &schema).unwrap();
    }
    let published = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(published == schema, "docs/proposal.schema.json is old; run this test with HUPO_WRITE_SCHEMA=1");
}
