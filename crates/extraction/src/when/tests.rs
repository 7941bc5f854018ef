//! Which moment is meant, seen from a given one.
