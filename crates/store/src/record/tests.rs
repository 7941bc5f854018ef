//! Rows that are what was written, and rows that are not.

use super::{VERSION, body, open, seal, seal_bytes};
use crate::Error;
use crate::table::Table;

#[test]
fn a_row_opens_to_what_was_sealed() {
    let row = seal(Table::Messages, b"key", &("琥珀", 7_u32));
    assert_eq!(row[0], VERSION);
    assert_eq!(open::<(String, u32)>(Table::Messages, b"key", &row).unwrap(), ("琥珀".to_owned(), 7));
    assert_eq!(body(Table::EntityDocs, b"k", &seal_bytes(Table::EntityDocs, b"k", &[])).unwrap(), b"");
}

#[test]
fn every_flipped_bit_is_noticed() {
    let row = seal(Table::Messages, b"key", "hello 你好");
    for bit in 0..row.len() * 8 {
        let mut bad = row.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        assert!(matches!(body(Table::Messages, b"key", &bad), Err(Error::Damaged { .. })), "bit {bit}");
    }
    for length in 0..row.len() {
        assert!(body(Table::Messages, b"key", &row[..length]).is_err(), "{length} bytes");
    }
}

#[test]
fn a_row_under_another_key_or_in_another_table_is_not_believed() {
    let row = seal(Table::Messages, b"key", "hello");
    assert!(body(Table::Messages, b"kez", &row).is_err());
    assert!(body(Table::Memories, b"key", &row).is_err());
}

#[test]
fn a_newer_version_is_said_to_be_newer() {
    let mut row = seal(Table::Messages, b"key", "hello");
    row[0] = VERSION + 1;
    let checksum = super::checksum(Table::Messages, b"key", VERSION + 1, &row[9..]);
    row[5..9].copy_from_slice(&checksum.to_le_bytes());
    assert!(matches!(body(Table::Messages, b"key", &row), Err(Error::NewerFormat { found: 2, known: 1 })));
}
