//! An endpoint that answers well, and every way it answers badly: real HTTP, no waiting.

use super::*;
use crate::chat::ChatTurn;
use crate::fake::{Act, CANARY, Fake, KEY};
use hupo::{Duty, Timestamp};
use serde_json::json;
use std::sync::{Arc, Mutex};

/// An endpoint on the fake, and the waits it made.
struct Tried {
    endpoint: Endpoint,
    waits: Arc<Mutex<Vec<u128>>>,
}

fn tried(fake: &Fake, change: impl FnOnce(&mut EndpointOptions)) -> Tried {
    let mut options = EndpointOptions::new(fake.base_url(), "m");
    options.key = Some(ApiKey::new(KEY).unwrap());
    options.answer = Duration::from_secs(5);
    change(&mut options);
    let waits = Arc::new(Mutex::new(Vec::new()));
    let waited = Arc::clone(&waits);
    let pace = Pace {
        now: Arc::new(|| Timestamp::from_ms(784_111_777_000)),
        chance: Arc::new(|| 1.0),
        sleep: Arc::new(move |wait| {
            waited.lock().unwrap().push(wait.as_millis());
            true
        }),
    };
    Tried { endpoint: Endpoint::new(options, pace).unwrap(), waits }
}

impl Tried {
    fn ask(&self) -> Result<Answer, Failure> {
        let turns = vec![ChatTurn { role: "user", content: CANARY.into() }];
        let schema = json!({ "type": "object" });
        self.endpoint.ask(&Asking { duty: Duty::Day, said: CANARY.into(), round: 1, turns, schema })
    }

    fn fails(&self) -> Failure {
        let failure = self.ask().err().expect("it fails");
        let shown = format!("{failure} {failure:?} {:?}", self.endpoint);
        assert!(!shown.contains(KEY) && !shown.contains(CANARY), "{shown}");
        failure
    }

    fn waits(&self) -> Vec<u128> {
        self.waits.lock().unwrap().clone()
    }
}

#[test]
fn the_words_the_schema_and_the_key_arrive() {
    let fake = Fake::playing(vec![Act::completion("好 {}")]);
    let answer = tried(&fake, |_| {}).ask().unwrap();
    assert_eq!(answer.text, "好 {}");
    let asked = &fake.asked()[0];
    assert!(asked.head.starts_with("POST /v1/chat/completions HTTP/1.1"), "{}", asked.head);
    assert!(asked.head.contains(&format!("Bearer {KEY}")));
    assert_eq!(asked.json()["messages"][0]["content"], CANARY);
    assert_eq!(asked.json()["response_format"]["type"], "json_schema");
}

#[test]
fn without_a_key_no_header_is_sent() {
    let fake = Fake::playing(vec![Act::completion("{}")]);
    tried(&fake, |options| options.key = None).ask().unwrap();
    assert!(!fake.asked()[0].head.to_lowercase().contains("authorization"));
}

#[test]
fn a_form_that_is_not_taken_is_given_up_for_good_once_a_plainer_one_is() {
    let fake = Fake::playing(vec![Act::status(400, ""), Act::status(422, ""), Act::completion("{}")]);
    let tried = tried(&fake, |_| {});
    tried.ask().unwrap();
    tried.ask().unwrap();
    let forms: Vec<String> = fake.asked().iter().map(|a| a.json()["response_format"]["type"].to_string()).collect();
    assert_eq!(forms, [r#""json_schema""#, r#""json_object""#, "null", "null"]);
}

#[test]
fn a_request_that_is_not_taken_in_any_form_forgets_nothing() {
    let refusing = vec![Act::status(400, ""), Act::status(400, ""), Act::status(400, ""), Act::completion("{}")];
    let fake = Fake::playing(refusing);
    let tried = tried(&fake, |_| {});
    assert!(matches!(tried.fails(), Failure::NotTaken { status: 400 }));
    tried.ask().unwrap();
    assert_eq!(fake.asked()[3].json()["response_format"]["type"], "json_schema", "the text was too long, not the form");
}

#[test]
fn a_busy_endpoint_is_asked_again_when_it_says_so() {
    let busy = vec![
        Act::status(429, "retry-after: 7\r\n"),
        Act::status(429, "Retry-After: Sun, 06 Nov 1994 08:49:40 GMT\r\n"),
        Act::status(503, ""),
        Act::completion("{}"),
    ];
    let fake = Fake::playing(busy);
    let tried = tried(&fake, |_| {});
    tried.ask().unwrap();
    assert_eq!(tried.waits(), [7_000, 3_000, 4_000], "seconds, a date, and our own doubled wait");
}

#[test]
fn an_endpoint_that_asks_for_hours_is_left_alone() {
    let fake = Fake::playing(vec![Act::status(429, "retry-after: 7200\r\n")]);
    let tried = tried(&fake, |_| {});
    let Failure::Busy { status: 429, tries: 1, wait: Some(wait) } = tried.fails() else { panic!("it is busy") };
    assert_eq!((wait.as_secs(), fake.asked().len(), tried.waits().len()), (7_200, 1, 0));
}

#[test]
fn errors_of_the_endpoint_end_after_so_many_tries() {
    for status in [500, 502, 503, 504, 529, 408] {
        let fake = Fake::playing(vec![Act::status(status, "")]);
        let tried = tried(&fake, |_| {});
        let failure = tried.fails();
        assert!(matches!(failure, Failure::Busy { tries: 4, .. }), "{status}: {failure:?}");
        assert_eq!((fake.asked().len(), tried.waits()), (4, vec![1_000, 2_000, 4_000]), "{status}");
    }
}

#[test]
fn a_refused_key_is_not_shown_again() {
    for status in [401, 403] {
        let fake = Fake::playing(vec![Act::status(status, "")]);
        assert!(matches!(tried(&fake, |_| {}).fails(), Failure::RefusedKey { .. }));
        assert_eq!(fake.asked().len(), 1, "{status}");
    }
}

#[test]
fn nobody_is_followed_elsewhere() {
    let other = Fake::playing(vec![Act::completion("{}")]);
    let location: &'static str = Box::leak(format!("location: {}\r\n", other.base_url()).into_boxed_str());
    for status in [301, 302, 307, 308] {
        let fake = Fake::playing(vec![Act::status(status, location)]);
        assert!(matches!(tried(&fake, |_| {}).fails(), Failure::NotTaken { .. }), "{status}");
    }
    assert!(other.asked().is_empty(), "the words and the key went elsewhere");
}

#[test]
fn an_answer_of_ten_megabytes_is_not_read_to_the_end() {
    let fake = Fake::playing(vec![Act::Flood(10 << 20)]);
    assert!(matches!(tried(&fake, |_| {}).fails(), Failure::TooLarge { limit: 4_194_304 }));
    assert_eq!(fake.asked().len(), 1, "the same request would bring the same answer");
}

#[test]
fn a_slow_drip_is_cut_by_the_clock() {
    let fake = Fake::playing(vec![Act::Drip]);
    let tried = tried(&fake, |options| {
        options.answer = Duration::from_millis(150);
        options.tries.most = 2;
    });
    let failure = tried.fails();
    assert!(matches!(failure, Failure::Unreachable { trouble: Trouble::TooSlow, tries: 2 }), "{failure:?}");
}

#[test]
fn a_connection_that_breaks_off_or_is_reset_is_tried_again() {
    let fake = Fake::playing(vec![Act::Break, Act::Reset, Act::completion("{}")]);
    let tried = tried(&fake, |_| {});
    tried.ask().unwrap();
    assert_eq!(tried.waits().len(), 2);
}

#[test]
fn an_address_where_nobody_listens_says_so() {
    let address = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let fake = Fake::playing(vec![Act::completion("{}")]);
    let tried = tried(&fake, |options| options.base_url = format!("http://{address}/v1"));
    let failure = tried.fails();
    assert!(matches!(failure, Failure::Unreachable { trouble: Trouble::NoConnection, tries: 4 }), "{failure:?}");
}

#[test]
fn what_is_no_http_is_not_tried_again() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let speaker = std::thread::spawn(move || {
        use std::io::{Read, Write};
        let mut stream = listener.accept().unwrap().0;
        let _ = stream.read(&mut [0; 4096]);
        let _ = stream.write_all(b"SSH-2.0-OpenSSH_9.6\r\n\r\n");
    });
    let fake = Fake::playing(vec![Act::completion("{}")]);
    let failure = tried(&fake, |options| options.base_url = format!("http://{address}")).fails();
    assert!(matches!(failure, Failure::Unreachable { trouble: Trouble::NoHttp, tries: 1 }), "{failure:?}");
    speaker.join().unwrap();
}

#[test]
fn settings_that_cannot_be_used_are_refused_before_anything_is_sent() {
    let pace = || Pace::of(Arc::new(|| Timestamp::from_ms(0)), crate::Stop::default());
    for (url, model) in [("", "m"), ("http://x/v1", " "), ("https://me:pw@x/v1", "m")] {
        let refused = Endpoint::new(EndpointOptions::new(url, model), pace()).unwrap_err();
        assert_eq!(refused.word(), "settings", "{url} {model}");
    }
    Endpoint::new(EndpointOptions::new("https://models.example/v1", "m"), pace()).unwrap();
}
