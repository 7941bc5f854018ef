//! What Open WebUI puts into an answer that is no answer: thoughts and calls of tools, in `<details type="…">`.

const OPEN: &str = "<details type=\"";
const CLOSE: &str = "</details>";

/// The text without such asides, and how many there were. One that is not closed stays as it is.
pub(super) fn without(text: &str) -> (String, usize) {
    let (mut said, mut asides, mut rest) = (String::new(), 0, text);
    while let Some((before, after)) = next(rest) {
        said.push_str(before);
        rest = after;
        asides += 1;
    }
    said.push_str(rest);
    if asides == 0 { (said, 0) } else { (said.trim().to_owned(), asides) }
}

/// What stands before the next aside, and what behind it.
fn next(text: &str) -> Option<(&str, &str)> {
    let (before, inside) = text.split_once(OPEN)?;
    let (_, after) = inside.split_once(CLOSE)?;
    Some((before, after))
}

#[cfg(test)]
mod tests;
