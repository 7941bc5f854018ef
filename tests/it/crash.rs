//! kill -9, at random moments and at named ones: what was acknowledged is there, what was erased is not, the ledger makes
//! the tables, the legs equal a rebuild, and every space opens.
//!
//! A child, forked from a nursery that is this very test binary, does what it is told and says what is acknowledged; a
//! book keeps what the spaces must hold; after each kill the spaces are opened here and held against it.

mod book;
mod deed;
mod draw;
mod full;
mod full_disks;
mod inspect;
mod kills;
mod laboratory;
mod life;
mod nursery;
mod points;
