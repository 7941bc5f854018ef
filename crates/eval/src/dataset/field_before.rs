//! Which field was being read when a JSON parser stopped.

/// The last key that was begun before byte `column` of a line of JSON (from 1), if any.
pub(super) fn field_before(line: &[u8], column: usize) -> Option<String> {
    let read = line.get(..column.min(line.len())).unwrap_or_default();
    let (mut key, mut at) = (None, 0);
    while let Some(open) = read.iter().skip(at).position(|&byte| byte == b'"').map(|found| at + found) {
        let Some(close) = closing_quote(read, open + 1) else { break };
        let rest = read.get(close + 1..).unwrap_or_default();
        if rest.iter().find(|byte| !byte.is_ascii_whitespace()) == Some(&b':') {
            key = read.get(open + 1..close);
        }
        at = close + 1;
    }
    key.map(|name| String::from_utf8_lossy(name).into_owned())
}

/// Where the string that is open at `at` ends.
fn closing_quote(line: &[u8], at: usize) -> Option<usize> {
    let mut escaped = false;
    for (place, byte) in line.iter().enumerate().skip(at) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return Some(place),
            _ => {}
        }
    }
    None
}
