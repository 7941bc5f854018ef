//! The cache against what it must keep and forget.

use super::Cache;

#[test]
fn what_was_not_asked_for_longest_is_forgotten_first() {
    let cache = Cache::new(3);
    for key in ["上海", "river", "和 Lily"] {
        cache.put(key, key.len(), 1);
    }
    assert_eq!(cache.get(&"上海"), Some(6));
    cache.put("new", 3, 1);
    assert_eq!(cache.get(&"river"), None);
    assert_eq!((cache.get(&"上海"), cache.get(&"和 Lily"), cache.get(&"new")), (Some(6), Some(8), Some(3)));
}

#[test]
fn weight_is_bounded_and_not_only_the_number_of_entries() {
    let cache = Cache::new(10);
    cache.put(1, "four", 4);
    cache.put(2, "five", 5);
    cache.put(3, "six", 6);
    assert_eq!((cache.len(), cache.get(&1), cache.get(&2), cache.get(&3)), (1, None, None, Some("six")));
}

#[test]
fn what_is_heavier_than_the_cache_is_not_kept_and_pushes_nothing_out() {
    let cache = Cache::new(10);
    cache.put(1, "one", 10);
    cache.put(2, "two", 11);
    assert_eq!((cache.get(&1), cache.get(&2)), (Some("one"), None));
}

#[test]
fn putting_a_key_again_replaces_its_value_and_its_weight() {
    let cache = Cache::new(10);
    cache.put(1, "heavy", 9);
    cache.put(1, "light", 1);
    cache.put(2, "nine", 9);
    assert_eq!((cache.get(&1), cache.get(&2), cache.len()), (Some("light"), Some("nine"), 2));
}
