//! Scratch: what one walk writes, kept for the next one.
//!
//! A sparse set (Briggs and Torczon 1993, "An efficient representation for sparse sets"): `place` says where a node's
//! cell may be, and the cell says whose it is. So nothing is cleared between walks, an idle scratch costs four bytes a
//! node, and the cells a walk touches lie side by side.
#![expect(
    clippy::indexing_slicing,
    reason = "cells are named by indexes this file gave out, nodes by numbers below len"
)]

use crate::edge::Half;
use crate::hit::Step;
use crate::view::View;
use std::sync::{Mutex, PoisonError};

/// No parent: a seed.
const NONE: u32 = u32::MAX;
/// Scratches kept for later walks; more are made when more run at once, and dropped after.
const KEPT: usize = 32;

/// What a walk knows of one node.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Cell {
    pub(crate) node: u32,
    /// Mass that is settled here.
    pub(crate) mass: f32,
    /// Mass that waits to be passed on.
    pub(crate) residual: f32,
    /// Whether the cell is among those waiting.
    pub(crate) waiting: bool,
    /// Steps from a seed when it was first reached.
    depth: u32,
    /// The cell that passed it most at once, among those nearer to a seed; so parents never form a circle.
    parent: u32,
    gain: f32,
    /// The edge from there.
    half: Half,
}

impl Cell {
    /// Whether an edge led here; a seed is there from the start.
    pub(crate) const fn is_reached(&self) -> bool {
        self.parent != NONE
    }
}

/// The cells of one walk.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    pub(crate) cells: Vec<Cell>,
    /// Cells whose residual grew since they were last looked at.
    pub(crate) waiting: Vec<u32>,
    /// Cells that pass their mass on in this round.
    pub(crate) passing: Vec<(u32, f32)>,
    /// Weights of the edges of the node in hand.
    pub(crate) weights: Vec<f32>,
    place: Vec<u32>,
}

impl Scratch {
    fn begin(&mut self, nodes: usize) {
        self.cells.clear();
        self.waiting.clear();
        self.passing.clear();
        if self.place.len() < nodes {
            self.place.resize(nodes, 0);
        }
    }

    /// The cell of a node, if the walk came by.
    #[inline]
    pub(crate) fn cell(&self, node: u32) -> Option<u32> {
        let at = self.place[node as usize];
        self.cells.get(at as usize).is_some_and(|cell| cell.node == node).then_some(at)
    }

    /// The cell of a node the walk starts from.
    pub(crate) fn seed(&mut self, node: u32) -> u32 {
        let none = Half::new(node, crate::edge::Link::Next, false);
        self.cell(node).unwrap_or_else(|| self.add(node, 0, NONE, none))
    }

    /// The cell of a node that gets `gain` over an edge from cell `from`; remembers the best way to it.
    #[inline]
    pub(crate) fn reach(&mut self, view: &View, from: u32, half: Half, gain: f32) -> u32 {
        let depth = self.cells[from as usize].depth;
        let Some(at) = self.cell(half.to) else {
            let at = self.add(half.to, depth + 1, from, half);
            self.cells[at as usize].gain = gain;
            return at;
        };
        let cell = self.cells[at as usize];
        if cell.depth > depth && (gain > cell.gain || gain == cell.gain && self.comes_first(view, from, cell.parent)) {
            let cell = &mut self.cells[at as usize];
            (cell.parent, cell.gain, cell.half) = (from, gain, half);
        }
        at
    }

    /// Ties go to the smaller id, so that the order in which nodes were learnt does not show.
    #[cold]
    fn comes_first(&self, view: &View, one: u32, other: u32) -> bool {
        let node = |cell: u32| view.node(self.cells[cell as usize].node);
        node(one) < node(other)
    }

    fn add(&mut self, node: u32, depth: u32, parent: u32, half: Half) -> u32 {
        let at = self.cells.len() as u32;
        let (mass, residual, waiting, gain) = (0.0, 0.0, false, 0.0);
        self.cells.push(Cell { node, mass, residual, waiting, depth, parent, gain, half });
        self.place[node as usize] = at;
        at
    }

    /// The best way from a seed to the node of a cell.
    pub(crate) fn path(&self, view: &View, mut at: u32) -> Vec<Step> {
        let mut steps = Vec::new();
        while self.cells[at as usize].parent != NONE {
            let cell = &self.cells[at as usize];
            steps.push(view.step(self.cells[cell.parent as usize].node, cell.half));
            at = cell.parent;
        }
        steps.reverse();
        steps
    }
}

/// Scratches that wait for a walk.
#[derive(Debug, Default)]
pub(crate) struct Pool(Mutex<Vec<Scratch>>);

impl Pool {
    /// Lends a scratch for a graph of so many nodes.
    pub(crate) fn lend<T>(&self, nodes: usize, walk: impl FnOnce(&mut Scratch) -> T) -> T {
        // A scratch is whole whatever happened to the last borrower: `begin` resets it.
        let lock = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut scratch = lock().pop().unwrap_or_default();
        scratch.begin(nodes);
        let answer = walk(&mut scratch);
        let mut kept = lock();
        if kept.len() < KEPT {
            kept.push(scratch);
        }
        answer
    }
}
