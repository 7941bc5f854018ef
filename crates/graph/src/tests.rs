//! Tests of the leg through its face, on small graphs made by hand and large ones made at random.

mod apply;
mod exactness;
mod expand;
mod makers;
mod merge;
mod readers;
mod seeds;
mod walk;
