//! Labels of marks that lie close.

use super::{GAP, HEIGHT, LETTER, Labels, overlap};

#[test]
fn a_label_stands_beside_its_mark() {
    assert_eq!(Labels::new(400).place((100, 50), "关键词 keyword"), (100 + GAP, 50 - HEIGHT / 2));
}

#[test]
fn labels_of_close_marks_never_lie_on_one_another() {
    let mut labels = Labels::new(400);
    for at in [(10, 10), (12, 12), (10, 20), (40, 15), (10, 11), (300, 11)] {
        labels.place(at, "vector");
    }
    for (at, one) in labels.taken.iter().enumerate() {
        assert!(labels.taken.iter().skip(at + 1).all(|other| !overlap(*one, *other)), "{:?}", labels.taken);
    }
    assert_eq!(labels.taken.last().map(|label| label.1), Some(11 - HEIGHT / 2), "far aside it need not move");
}

#[test]
fn a_label_that_would_leave_the_panel_stands_on_the_other_side() {
    let (left, _) = Labels::new(400).place((390, 50), "全部 full");
    assert!(left + LETTER * 7 <= 390, "{left}");
}
