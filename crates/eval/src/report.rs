//! Reports: what a bench found, as rows for people and for programs.

use crate::bench::{Judged, Outcome};
use crate::resample::{interval, p_value};
use crate::score::Scores;
use serde::Serialize;

/// One run over one set, in numbers. Times are milliseconds of wall time.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[expect(missing_docs, reason = "the fields are named by what they hold, in the field's terms")]
pub struct Row {
    pub set: String,
    /// `all`, or the set's own word for a kind of question.
    pub category: String,
    pub run: String,
    pub n: usize,
    pub ndcg_at_10: f32,
    /// The 95 % interval of nDCG@10.
    pub ndcg_at_10_low: f32,
    pub ndcg_at_10_high: f32,
    pub recall_at_5: f32,
    pub recall_at_10: f32,
    pub hit_at_5: f32,
    pub all_at_5: f32,
    pub mrr_at_10: f32,
    /// The most any order could get.
    pub recall_at_5_ceiling: f32,
    pub recall_at_10_ceiling: f32,
    pub all_at_5_ceiling: f32,
    /// The chance of so large a difference in nDCG@10 to the keyword run when neither is better.
    pub p_against_keyword: Option<f32>,
    pub p50_ms: f32,
    pub p95_ms: f32,
    pub p99_ms: f32,
    /// Without the query's embedding and without reranking.
    pub search_p50_ms: f32,
    pub search_p99_ms: f32,
    pub embed_p50_ms: f32,
    pub words_p50_ms: f32,
    pub window_p50_ms: f32,
    pub vector_p50_ms: f32,
    pub graph_p50_ms: f32,
    pub fuse_p50_ms: f32,
    pub step_p50_ms: f32,
    pub rerank_p50_ms: f32,
    pub select_p50_ms: f32,
    /// Of the questions nobody can answer: how many there are, and how many got no answer.
    pub n_unanswerable: usize,
    pub abstained: usize,
}

/// The rows of one set: every run over all questions, then, if wanted, by category.
pub fn rows(outcomes: &[Outcome], by_category: bool) -> Vec<Row> {
    let keyword = outcomes.iter().find(|outcome| outcome.run == "keyword");
    let mut rows: Vec<Row> = outcomes.iter().map(|outcome| row(outcome, keyword, None)).collect();
    if by_category {
        for category in categories(outcomes) {
            rows.extend(outcomes.iter().map(|outcome| row(outcome, keyword, Some(&category))));
        }
    }
    rows
}

fn categories(outcomes: &[Outcome]) -> Vec<String> {
    let judged = outcomes.iter().flat_map(|outcome| &outcome.judged);
    let mut categories: Vec<String> = judged.filter_map(|judged| judged.category.clone()).collect();
    categories.sort();
    categories.dedup();
    categories
}

fn row(outcome: &Outcome, keyword: Option<&Outcome>, category: Option<&str>) -> Row {
    let judged = pick(outcome, category);
    let scores: Vec<Scores> = judged.iter().map(|judged| judged.scores).collect();
    let mean = Scores::mean(&scores);
    let ndcg: Vec<f32> = scores.iter().map(|scores| scores.ndcg_at_10).collect();
    let (low, high) = interval(&ndcg);
    let against = keyword.filter(|keyword| keyword.run != outcome.run).map(|keyword| {
        let theirs: Vec<f32> = pick(keyword, category).iter().map(|judged| judged.scores.ndcg_at_10).collect();
        p_value(&ndcg, &theirs)
    });
    let ceilings: Vec<Scores> = judged.iter().map(|judged| crate::score::ceiling(judged.n_gold)).collect();
    let best = Scores::mean(&ceilings);
    let time = |of: fn(&Judged) -> f32, share: f64| quantile(judged.iter().map(|judged| of(judged)).collect(), share);
    Row {
        set: outcome.set.clone(),
        category: category.unwrap_or("all").to_owned(),
        run: outcome.run.to_owned(),
        n: judged.len(),
        ndcg_at_10: mean.ndcg_at_10,
        ndcg_at_10_low: low,
        ndcg_at_10_high: high,
        recall_at_5: mean.recall_at_5,
        recall_at_10: mean.recall_at_10,
        hit_at_5: mean.hit_at_5,
        all_at_5: mean.all_at_5,
        mrr_at_10: mean.mrr_at_10,
        recall_at_5_ceiling: best.recall_at_5,
        recall_at_10_ceiling: best.recall_at_10,
        all_at_5_ceiling: best.all_at_5,
        p_against_keyword: against,
        p50_ms: time(|j| j.total_ms, 0.5),
        p95_ms: time(|j| j.total_ms, 0.95),
        p99_ms: time(|j| j.total_ms, 0.99),
        search_p50_ms: time(|j| j.search_ms, 0.5),
        search_p99_ms: time(|j| j.search_ms, 0.99),
        embed_p50_ms: time(|j| j.stages.embed_ms, 0.5),
        words_p50_ms: time(|j| j.stages.words_ms, 0.5),
        window_p50_ms: time(|j| j.stages.window_ms, 0.5),
        vector_p50_ms: time(|j| j.stages.vector_ms, 0.5),
        graph_p50_ms: time(|j| j.stages.graph_ms, 0.5),
        fuse_p50_ms: time(|j| j.stages.fuse_ms, 0.5),
        step_p50_ms: time(|j| j.stages.step_ms, 0.5),
        rerank_p50_ms: time(|j| j.stages.rerank_ms, 0.5),
        select_p50_ms: time(|j| j.stages.select_ms, 0.5),
        n_unanswerable: outcome.unanswerable().count(),
        abstained: outcome.unanswerable().filter(|judged| judged.n_hits == 0).count(),
    }
}

/// A category's own questions, or all that count.
fn pick<'a>(outcome: &'a Outcome, category: Option<&str>) -> Vec<&'a Judged> {
    match category {
        None => outcome.answerable().collect(),
        Some(name) => {
            let of = |judged: &&Judged| judged.n_gold > 0 && judged.category.as_deref() == Some(name);
            outcome.judged.iter().filter(of).collect()
        }
    }
}

fn quantile(mut values: Vec<f32>, share: f64) -> f32 {
    values.sort_by(f32::total_cmp);
    let last = values.len().saturating_sub(1);
    values.get((share * last as f64).round() as usize).copied().unwrap_or_default()
}

/// The rows as a Markdown table.
pub fn markdown(rows: &[Row]) -> String {
    let mut table = String::from(
        "| set | kind | run | n | nDCG@10 (95 %) | recall@5 | recall@10 | hit@5 | all@5 | MRR@10 | p | p50 ms | p99 ms |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|---|\n",
    );
    for row in rows {
        table.push_str(&markdown_row(row));
    }
    table
}

fn markdown_row(row: &Row) -> String {
    let p = row.p_against_keyword.map_or_else(|| "–".to_owned(), |p| format!("{p:.3}"));
    format!(
        "| {} | {} | {} | {} | {:.3} ({:.3}–{:.3}) | {:.3} | {:.3} | {:.3} | {:.3} | {:.3} | {p} | {:.2} | {:.2} |\n",
        row.set,
        row.category,
        row.run,
        row.n,
        row.ndcg_at_10,
        row.ndcg_at_10_low,
        row.ndcg_at_10_high,
        row.recall_at_5,
        row.recall_at_10,
        row.hit_at_5,
        row.all_at_5,
        row.mrr_at_10,
        row.p50_ms,
        row.p99_ms,
    )
}
