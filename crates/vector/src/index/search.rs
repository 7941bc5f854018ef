//! Answering: candidates from the scan or the graph, then exact scores.

use super::state::{Degraded, Served, State};
use super::{Index, Options};
use crate::encoded::Query;
use crate::error::Result;
use crate::graph::Panicked;
use crate::rows::Scan;
use crate::selection::{Candidate, Selection};
use hupo_types::{DocId, DocSet, UnitVector};

/// The scan reads all rows and skips what is not allowed, unless fewer than one in this many is allowed.
const SELECTIVE_PART: usize = 4;
/// How wide the graph is searched for each candidate wanted.
const EF_PER_CANDIDATE: usize = 2;

/// An answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Hit {
    /// The document.
    pub doc: DocId,
    /// The cosine of the question and the document's half-precision vector, −1..=1.
    pub score: f32,
}

/// What served a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Path {
    /// The scan of all allowed vectors.
    Scan,
    /// The HNSW graph, and a scan of what is newer than it.
    Hnsw,
}

/// A question with everything that decides the answer.
struct Ask<'a> {
    scan: Scan<'a>,
    k: usize,
    /// How many candidates get an exact score.
    candidates: usize,
    options: Options,
}

/// Asking.
impl Index {
    /// The `k` allowed documents nearest to the question, best first, equal ones by id. Always as many as there are,
    /// up to `k`, whatever is allowed.
    pub fn search(&self, query: &UnitVector, allowed: &DocSet, k: usize) -> Result<Vec<Hit>> {
        self.search_explained(query, allowed, k).map(|(hits, _)| hits)
    }

    /// [`Self::search`], and which path served.
    pub fn search_explained(&self, query: &UnitVector, allowed: &DocSet, k: usize) -> Result<(Vec<Hit>, Path)> {
        self.check(query)?;
        let query = Query::new(query, self.options.kernel);
        let scan = Scan { query: &query, kernel: self.options.kernel, allowed };
        let state = self.read();
        let eligible = allowed.len().min(state.rows.len());
        if k == 0 || eligible == 0 {
            return Ok((Vec::new(), Path::Scan));
        }
        let candidates = self.options.rescore.max(k.saturating_mul(2)).min(eligible);
        let ask = Ask { scan, k: k.min(eligible), candidates, options: self.options };
        let found = state.by_graph(&ask);
        let graph_panicked = found.is_err();
        let (selection, path) = match found {
            Ok(Some(selection)) => (selection, Path::Hnsw),
            Ok(None) | Err(Panicked) => (state.by_scan(&ask), Path::Scan),
        };
        let hits = state.exact(selection, &ask);
        drop(state);
        if graph_panicked {
            self.give_up_graph();
        }
        Ok((hits, path))
    }

    /// The cosine of the question and one document's vector, if it has one.
    pub fn score(&self, query: &UnitVector, doc: DocId) -> Result<Option<f32>> {
        self.check(query)?;
        let state = self.read();
        let row = state.rows.row_of(doc);
        Ok(row.and_then(|row| state.rows.cosine(row, &Query::new(query, self.options.kernel), self.options.kernel)))
    }

    fn give_up_graph(&self) {
        let retired = self.write().degrade(Degraded::SearchPanicked);
        drop(retired);
    }
}

impl State {
    /// The scan. With few allowed it looks them up one by one.
    fn by_scan(&self, ask: &Ask<'_>) -> Selection {
        let mut selection = Selection::new(ask.candidates);
        if ask.scan.allowed.len().saturating_mul(SELECTIVE_PART) >= self.rows.len() {
            self.rows.scan(0, &ask.scan, &mut selection);
            return selection;
        }
        for row in ask.scan.allowed.iter().filter_map(|doc| self.rows.row_of(doc)) {
            self.rows.offer(row, ask.scan.query, ask.scan.kernel, &mut selection);
        }
        selection
    }

    /// The graph and the rows newer than it; `None` if there is no graph, the scan is cheaper, or the graph did not
    /// find enough.
    fn by_graph(&self, ask: &Ask<'_>) -> Result<Option<Selection>, Panicked> {
        let Some(served) = &self.served else { return Ok(None) };
        let Some(wanted) = self.worth_walking(ask) else { return Ok(None) };
        let int8 = &ask.scan.query.int8;
        let near = served.graph.near(&int8.numbers, int8.inverse_length, wanted, wanted * EF_PER_CANDIDATE)?;
        let mut selection = Selection::new(ask.candidates);
        let fresh = near.into_iter().filter(|row| !served.beside.contains(row));
        self.offer_allowed(fresh, ask, &mut selection);
        self.offer_newer(served, ask, &mut selection);
        Ok((selection.len() >= ask.k).then_some(selection))
    }

    /// How many neighbours to ask the graph for, so that about `candidates` of them are allowed; `None` if scanning
    /// is cheaper. A walk costs in proportion to the neighbours asked for, a scan to the rows allowed, and for
    /// `rescore` neighbours they cost the same at `hnsw_above` rows.
    fn worth_walking(&self, ask: &Ask<'_>) -> Option<usize> {
        let allowed = ask.scan.allowed.len().min(self.rows.len());
        let wanted = ask.candidates.saturating_mul(self.rows.len()).div_ceil(allowed);
        let walk = wanted as u128 * ask.options.hnsw_above as u128;
        let scan = ask.options.rescore.max(1) as u128 * allowed as u128;
        (walk < scan).then_some(wanted)
    }

    fn offer_newer(&self, served: &Served, ask: &Ask<'_>, selection: &mut Selection) {
        self.offer_allowed(served.beside.iter().copied(), ask, selection);
        self.rows.scan(served.graph.rows(), &ask.scan, selection);
    }

    fn offer_allowed(&self, rows: impl Iterator<Item = usize>, ask: &Ask<'_>, selection: &mut Selection) {
        for row in rows {
            if self.rows.doc(row).is_some_and(|doc| ask.scan.allowed.contains(doc)) {
                self.rows.offer(row, ask.scan.query, ask.scan.kernel, selection);
            }
        }
    }

    /// The best candidates by exact score.
    fn exact(&self, selection: Selection, ask: &Ask<'_>) -> Vec<Hit> {
        let mut best = selection.into_best();
        for candidate in &mut best {
            if let Some(score) = self.rows.cosine(candidate.row, ask.scan.query, ask.scan.kernel) {
                candidate.score = score;
            }
        }
        best.sort_unstable_by(Candidate::better_first);
        best.truncate(ask.k);
        best.into_iter().map(|Candidate { doc, score, .. }| Hit { doc, score }).collect()
    }
}
