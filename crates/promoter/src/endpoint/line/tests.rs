//! Addresses, before anything is sent.

use super::*;

#[test]
fn an_address_says_how_it_is_reached() {
    let of = |url| Address::of(url).map(|a| (a.is_tls, a.is_loopback)).ok();
    assert_eq!(of("http://127.0.0.1:8080/v1"), Some((false, true)));
    assert_eq!(of("http://localhost:11434/v1/"), Some((false, true)));
    assert_eq!(of("http://[::1]:8000"), Some((false, true)));
    assert_eq!(of("https://models.example/v1"), Some((true, false)));
    assert_eq!(of("http://127.0.0.1.example/v1"), Some((false, false)), "a name that only looks like this machine");
    for bad in [
        "",
        "ftp://x",
        "127.0.0.1:8080",
        "http://",
        "http:///v1",
        "https://me:secret@x/v1",
        "http://x/v1?key=1",
        "http://x y",
    ] {
        assert_eq!(of(bad), None, "{bad}");
    }
}
