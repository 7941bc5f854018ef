//! Nothing but a place to hang the tests on: they are in `it/`, one binary for all of them.
