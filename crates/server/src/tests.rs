//! The server from outside, in one process: requests to the routes of a desk over a folder of its own.

mod agree;
mod bad;
mod found;
mod late;
mod moved;
mod promoted;
mod random;
mod served;
mod told;
