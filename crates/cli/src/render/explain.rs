//! Why an answer is where it is: in a line, and in full.

use super::table::table;
use crate::output::Output;
use hupo::{Contribution, DocId, Hit, Source};

/// `mem-49 fact`, `words 1, vector 2`, `reranker +1.93`, `via Nomi —mentions→ mem-49`: the parts of a line.
pub(super) fn summary(hit: &Hit) -> Vec<String> {
    let places: Vec<String> = hit.why.contributions.iter().map(place).collect();
    let mut parts = vec![id(hit), places.join(", ")];
    parts.extend(hit.why.rerank.and_then(|rerank| rerank.score).map(|score| format!("reranker {score:+.2}")));
    parts.extend(hit.why.replaced.map(|old| format!("in place of {old}")));
    parts.extend(hit.why.path.as_ref().map(|path| format!("via {path}")));
    parts
}

fn id(hit: &Hit) -> String {
    let kind = match (hit.id, hit.kind) {
        (DocId::Memory(_), Some(kind)) => kind.to_string(),
        (DocId::Memory(_), None) => "memory".to_owned(),
        (DocId::Message(_), _) => "said".to_owned(),
    };
    format!("{} {kind}", hit.external_id.clone().unwrap_or_else(|| hit.id.to_string()))
}

fn place(contribution: &Contribution) -> String {
    format!("{} {}", word(contribution.source), contribution.rank)
}

fn word(source: Source) -> &'static str {
    match source {
        Source::Words => "words",
        Source::Window => "window",
        Source::Vector => "vector",
        Source::Graph => "graph",
        Source::Step => "step",
        Source::Time => "time",
        Source::Company => "company",
    }
}

/// Every place with its worth, and how the score adds up.
pub(super) fn explained(hit: &Hit, out: &Output) -> String {
    let row = |c: &Contribution| {
        vec![word(c.source).to_owned(), c.rank.to_string(), format!("{:.4}", c.score), format!("{:.5}", c.points)]
    };
    let table = table(&["ranking", "place", "its score", "worth"], hit.why.contributions.iter().map(row), out);
    let terms = if hit.why.terms.is_empty() { "none".to_owned() } else { hit.why.terms.join(", ") };
    let text =
        format!("{table}\n{}\nwords of the question it holds: {terms} ({:.0} %)", sum(hit), hit.why.coverage * 100.0);
    text.lines().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}

/// How the score adds up.
fn sum(hit: &Hit) -> String {
    let why = &hit.why;
    let Some(rerank) = why.rerank else {
        return format!("fused {:.5} + prior {:.5} = {:.5}", why.fused, why.prior, hit.score);
    };
    let read = rerank.score.map_or_else(|| "not read".to_owned(), |score| format!("{score:+.3}"));
    format!(
        "fused {:.5}, standardised {:+.3}; reranker {read}, standardised {:+.3}\n\
         {:.2} × {:+.3} + {:.2} × {:+.3} + prior {:.4} = {:.4}",
        why.fused,
        why.fused_standardised,
        rerank.standardised,
        rerank.share,
        rerank.standardised,
        1.0 - rerank.share,
        why.fused_standardised,
        why.prior,
        hit.score
    )
}
