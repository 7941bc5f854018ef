//! The rules, tried on real spaces in temporary folders.

mod batches;
mod beliefs;
mod cards;
mod corrections;
mod evidence;
mod keys;
mod log;
mod maintain;
mod page;
mod pages;
mod people;
mod promotion;
mod review;
mod schema;
mod shapes;
mod space;
mod summaries;
mod temperature;
mod temporal;
mod topics;
mod turn;
