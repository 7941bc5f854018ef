//! What is packed to do harm is not unpacked.

use super::Capped;
use std::io::Read;

#[test]
fn a_reader_stops_when_nothing_is_left() {
    let mut left = 10;
    let mut read = Vec::new();
    let error = Capped { inner: &mut std::io::repeat(b'x'), left: &mut left }.read_to_end(&mut read).unwrap_err();
    assert!(error.to_string().contains("too much") && left == 0 && read.len() < 64, "{error}");
}

#[test]
fn what_fits_is_read_whole() {
    let mut left = 10;
    let mut read = String::new();
    Capped { inner: &mut "糯米 x".as_bytes(), left: &mut left }.read_to_string(&mut read).unwrap();
    assert_eq!((read.as_str(), left), ("糯米 x", 2));
}
