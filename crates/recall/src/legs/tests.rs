//! Work that is handed out.

use super::at_once;
use std::thread;

#[test]
fn the_first_piece_of_work_is_done_by_whoever_asks_and_all_three_answers_come_back() {
    for n_threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().unwrap();
        let (first, second, third) = at_once(&pool, || thread::current().id(), || thread::current().id(), || "third");
        assert_eq!(first, thread::current().id());
        assert_ne!(second, first, "the pool's thread does the second");
        assert_eq!(third, "third");
    }
}
