//! Lines and parts.

use super::*;

#[test]
fn a_stream_is_read_line_by_line_to_its_end() {
    let mut from = io::Cursor::new("第一行\nsecond line\nlast 一行".as_bytes());
    let lines: Vec<_> = std::iter::from_fn(|| read_line(&mut from)).collect();
    let expected = ["第一行\n", "second line\n", "last 一行"].map(|line| Ok(line.as_bytes().to_vec()));
    assert_eq!(lines, expected);
}

#[test]
fn of_a_line_that_is_none_only_the_place_is_said() {
    for line in ["{\"space\": \"秘密\"}", "the secret 秘密", "{\"write\":{\"secret\":1}}"] {
        let reason = parsed(line.as_bytes()).unwrap_err();
        assert!(
            reason.starts_with("it is no line of an export") && !reason.contains("secret") && !reason.contains("秘")
        );
    }
}
