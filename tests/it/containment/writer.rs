//! A panic on the writer's thread: a typed error, nothing acknowledged lost, and only this space has to be opened again.

use super::{alone, asked, other_answers, space, world};
use crate::world::NOW;
use hupo::kill_point::KillPoint;
use hupo::{Error, NewMessage};
use std::sync::atomic::{AtomicUsize, Ordering};

static ARMED: AtomicUsize = AtomicUsize::new(0);

#[test]
fn a_panic_of_the_writer_is_an_error_and_the_space_is_opened_again() {
    alone("containment::writer::a_panic_of_the_writer_is_an_error_and_the_space_is_opened_again", || {
        KillPoint::listen(|point| {
            let disarmed = |left: usize| left.checked_sub(1);
            let is_armed = ARMED.fetch_update(Ordering::SeqCst, Ordering::SeqCst, disarmed);
            assert!(point != KillPoint::RowsMade || is_armed.is_err(), "armed by a test");
            if point != KillPoint::RowsMade && is_armed.is_ok() {
                ARMED.fetch_add(1, Ordering::SeqCst);
            }
        });
        let world = world();
        let space = space(&world);
        let line = |name: &str| vec![NewMessage::user(format!("林晓 and {name} 的话")).external_id(name)];
        space.append(line("before"), NOW).unwrap();
        ARMED.store(1, Ordering::SeqCst);
        let refused = space.append(line("during"), NOW);
        assert!(matches!(refused, Err(Error::Store(_))), "{refused:?}");
        let after = space.append(line("after"), NOW);
        assert!(matches!(after, Err(Error::Store(_))), "the handle writes no more: {after:?}");
        assert!(!asked(&space).hits.is_empty(), "and goes on reading");
        other_answers(&world);
        space.close().unwrap();
        let space = world.hupo.space("talk").unwrap();
        assert_eq!(space.find("before").unwrap().len(), 1, "what was acknowledged is there");
        assert!(space.find("during").unwrap().is_empty() && space.find("after").unwrap().is_empty());
        space.append(line("after"), NOW).unwrap();
        assert!(space.verify(&mut |_, _, _| {}).unwrap().sound);
    });
}
