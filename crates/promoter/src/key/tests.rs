//! What a key shows of itself.

use super::*;

#[test]
fn a_key_does_not_show_itself() {
    let key = ApiKey::new("  sk-canary-1\n").unwrap();
    assert_eq!(key.bearer(), "Bearer sk-canary-1", "space around it is not part of it");
    assert!(!format!("{key:?} {:#?}", Some(&key)).contains("canary"));
}

#[test]
fn what_cannot_stand_in_a_header_is_no_key() {
    for text in ["", "  ", "sk-1\r\nX-Evil: 1", "钥匙", "sk 1"] {
        let refused = ApiKey::new(text).unwrap_err().to_string();
        assert!(text.trim().is_empty() || !refused.contains(text), "{refused}");
    }
}
