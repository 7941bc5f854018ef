//! `qrels/test.tsv`: which documents answer which question.

use super::source::Source;
use super::{BadLine, Error, Gold, Group, Place};
use std::collections::{HashMap, HashSet};
use std::io::BufRead;

const FILE: &str = "qrels/test.tsv";

/// Gives every question its gold. A judgment of a question or document that its group does not have is a bad line.
pub(super) fn judge(source: &mut Source<'_>, groups: &mut [Group]) -> Result<(), Error> {
    let Some(reader) = source.open(FILE)? else { return Ok(()) };
    let questions = questions(groups);
    let documents: Vec<HashSet<String>> = groups.iter().map(documents).collect();
    for (line, number) in reader.lines().zip(1..) {
        let line = line.map_err(|source| Error::Unreadable { path: FILE.into(), source })?;
        let place = Place { file: FILE.into(), line: number };
        match judgment(&line, place, &questions, &documents) {
            Ok(Some((at, gold))) => give(groups, at, gold),
            Ok(None) => {}
            Err(bad) => source.refuse(bad)?,
        }
    }
    Ok(())
}

/// Where a question stands: its group, and its place there.
type At = (usize, usize);

fn questions(groups: &[Group]) -> HashMap<String, At> {
    let each =
        groups.iter().enumerate().flat_map(|(at, group)| group.questions.iter().enumerate().map(move |q| (at, q)));
    each.map(|(group, (place, question))| (question.id.clone(), (group, place))).collect()
}

fn documents(group: &Group) -> HashSet<String> {
    group.documents.iter().filter_map(|document| document.external_id.clone()).collect()
}

fn give(groups: &mut [Group], (group, place): At, gold: Gold) {
    if let Some(question) = groups.get_mut(group).and_then(|group| group.questions.get_mut(place)) {
        question.gold.push(gold);
    }
}

/// One line; none for the heading, an empty line, and a grade of 0.
fn judgment(
    line: &str,
    place: Place,
    questions: &HashMap<String, At>,
    documents: &[HashSet<String>],
) -> Result<Option<(At, Gold)>, BadLine> {
    let heading = place.line == 1 && line.starts_with("query-id");
    if heading || line.trim().is_empty() {
        return Ok(None);
    }
    let bad = |field: &str, reason: String| BadLine { place: place.clone(), field: field.to_owned(), reason };
    let mut parts = line.trim_end().split('\t');
    let (Some(question), Some(document), Some(score)) = (parts.next(), parts.next(), parts.next()) else {
        return Err(bad("(line)", "expected query-id, corpus-id and score with tabs between".to_owned()));
    };
    let grade = score.parse().map_err(|_| bad("score", format!("{score:?} is no whole number from 0 up")))?;
    let at = questions.get(question).ok_or_else(|| bad("query-id", format!("{question:?} is not in queries.jsonl")))?;
    if !documents.get(at.0).is_some_and(|group| group.contains(document)) {
        return Err(bad("corpus-id", format!("{document:?} is no document of the question's group")));
    }
    Ok((grade > 0).then(|| (*at, Gold { external_id: document.to_owned(), grade })))
}
