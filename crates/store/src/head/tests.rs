//! The second head says what was written, or nothing.

use hupo_types::Sequence;

use super::{BYTES, HeadFile, Kept, decode, encode, read};
use crate::hash::Hash;

#[test]
fn every_flipped_bit_makes_it_unreadable() {
    let head = (Sequence::new(258), Hash([7; 32]));
    let bytes = encode(head);
    assert_eq!((bytes.len(), decode(&bytes)), (BYTES, Some(head)));
    for bit in 0..bytes.len() * 8 {
        let mut bad = bytes.clone();
        bad[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(decode(&bad), None, "bit {bit}");
    }
    assert_eq!(decode(&bytes[..BYTES - 1]), None);
}

#[test]
fn the_last_write_of_it_is_read() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(read(folder.path()).unwrap(), Kept::Absent);
    let mut file = HeadFile::open(folder.path(), (Sequence::new(1), Hash([1; 32]))).unwrap();
    file.write((Sequence::new(2), Hash([2; 32]))).unwrap();
    assert_eq!(read(folder.path()).unwrap(), Kept::Head((Sequence::new(2), Hash([2; 32]))));
}
