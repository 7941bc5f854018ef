//! What is written is read, and nothing else is.

use super::*;

#[test]
fn every_byte_comes_back() {
    let bytes: Vec<u8> = (0..=255).collect();
    assert_eq!(decode(&encode(&bytes)), Some(bytes));
    assert_eq!(encode(&[0, 0xaf, 0xff]), "00afff");
    assert_eq!(decode(""), Some(Vec::new()));
}

#[test]
fn anything_else_is_no_bytes() {
    for text in ["0", "0g", "+1", "AF", " 00", "０1", "琥珀", "00 "] {
        assert_eq!(decode(text), None, "{text:?}");
    }
}
