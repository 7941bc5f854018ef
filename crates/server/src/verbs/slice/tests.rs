//! Parts of lists.

use super::{from, limit, part};
use hupo::PageId;

fn check(n: u64, after: &str, asked: u32, expected: (&[u64], &str)) {
    let pages: Vec<PageId> = (1..=n).map(PageId::new).collect();
    let (got, next) = part(pages, from((after, asked), PageId::parse).unwrap(), |id| *id);
    assert_eq!((got.iter().map(|id| id.get()).collect::<Vec<_>>(), next.as_str()), (expected.0.to_vec(), expected.1));
}

#[test]
fn a_part_says_where_to_go_on_until_there_is_no_more() {
    check(5, "", 2, (&[1, 2], "page-2"));
    check(5, "page-2", 2, (&[3, 4], "page-4"));
    check(5, "page-4", 2, (&[5], ""));
    check(5, "page-9", 2, (&[], ""));
    check(0, "", 0, (&[], ""));
    check(2, "", 2, (&[1, 2], ""));
}

#[test]
fn a_part_is_never_longer_than_a_thousand() {
    assert_eq!((limit(0), limit(7), limit(u32::MAX)), (1_000, 7, 1_000));
}

#[test]
fn what_is_no_id_of_the_list_is_no_place_to_go_on() {
    assert!(from(("mem-3", 0), PageId::parse).is_err());
    assert!(from(("第三页", 0), PageId::parse).is_err());
}
