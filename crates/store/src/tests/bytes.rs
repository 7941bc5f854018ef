//! What the fuzzer in `tests/fuzz` asks of bytes holds for the bytes of a whole space.

use hupo_types::Event;

use crate::table::Table;
use crate::{ExportLine, fuzz};

#[test]
fn every_row_of_every_table_has_one_form() {
    let space = super::exports::everything();
    let rows = fuzz::rows(&space.store().snapshot().unwrap()).unwrap();
    let mut seen = [false; Table::ALL.len()];
    for fuzz::Row { table, key, body } in rows {
        assert!(fuzz::row(table, &key, &body), "a row of table {table} holds a record");
        seen[usize::from(table)] = true;
        assert!(body.is_empty() || !fuzz::row(table, &key, &body[..body.len() - 1]), "a record that was cut");
    }
    assert_eq!(seen, [true; Table::ALL.len()], "every table was tried");
    assert!(!fuzz::row(3, b"", b"\xC1"), "a byte that MessagePack never uses");
}

#[test]
fn the_events_of_a_space_are_taken_in_and_given_out_as_they_came() {
    let writes = events();
    let last = writes.len() as u64;
    assert_eq!(fuzz::take_in(writes).unwrap().get(), last);
}

#[test]
fn events_that_do_not_follow_are_refused() {
    let mut writes = events();
    writes.swap(2, 3);
    fuzz::take_in(writes).unwrap_err();
    fuzz::take_in(vec![Vec::new()]).unwrap_err();
    fuzz::take_in(Vec::new()).unwrap_err();
}

#[test]
fn a_head_with_its_checksum_made_right_is_read() {
    let bytes: Vec<u8> = (0..40).collect();
    let head = fuzz::mended_head(&bytes).unwrap();
    assert_eq!(fuzz::head(&head).unwrap().get(), u64::from_le_bytes([0, 1, 2, 3, 4, 5, 6, 7]));
    assert_eq!((fuzz::head(&bytes), fuzz::mended_head(&bytes[..39])), (None, None));
}

/// The events of a space that nothing was erased from.
fn events() -> Vec<Vec<Event>> {
    let space = super::replay::full();
    let snapshot = space.store().snapshot().unwrap();
    let write = |line: ExportLine| match line {
        ExportLine::Space(_) => None,
        ExportLine::Write(write) => Some(write.events),
    };
    snapshot.export().filter_map(|line| write(line.unwrap())).collect()
}
