//! What one turn sees, on spaces in temporary folders.

mod budget;
mod overlap;
mod parts;
mod random;
mod rendering;
mod story;
mod view;
