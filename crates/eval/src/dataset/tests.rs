//! Small sets in the shape of the real ones, loaded from a folder.

use super::{BadLines, Dataset, Error, Gold, Group, Reading, load, load_with, read_conversation};
use hupo::{EntityKind, EntityRef, MessageRef, Role, SearchScope};
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// A folder named `name` with these files.
struct Set {
    _home: TempDir,
    folder: std::path::PathBuf,
}

impl Set {
    fn new(name: &str, files: &[(&str, &str)]) -> Self {
        let home = tempfile::tempdir().unwrap();
        let folder = home.path().join(name);
        for (file, text) in files {
            let path = folder.join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        Self { _home: home, folder }
    }

    fn load(&self) -> Dataset {
        load(&self.folder).unwrap()
    }

    fn complaint(&self) -> String {
        load(&self.folder).unwrap_err().to_string()
    }
}

fn only(set: &Dataset) -> &Group {
    let [group] = set.groups.as_slice() else { panic!("one group: {:?}", set.groups) };
    group
}

const TALK: &str = r#"{"_id":"c1/D1:1","title":"","text":"Hey Mel!","metadata":{"group":"c1","speaker":"Caroline","time":"2023-05-08T13:56:00","session":1,"persons":["Caroline","Melanie"]}}
{"_id":"c2/D1:1","title":"","text":"你好","metadata":{"group":"c2","speaker":"小雨","time":"2023-05-09T08:00:00","session":1}}
{"_id":"c1/D1:2","title":"","text":"Hi Caroline","metadata":{"group":"c1","speaker":"Melanie","session":1}}
"#;

#[test]
fn every_group_is_a_space_of_its_own() {
    let queries = r#"{"_id":"c1/q0","text":"Who greeted Mel?","metadata":{"group":"c1","category":"single","answer":"Caroline"}}
{"_id":"c2/q0","text":"谁说了你好？","metadata":{"group":"c2"}}
"#;
    let qrels = "query-id\tcorpus-id\tscore\nc1/q0\tc1/D1:1\t1\nc1/q0\tc1/D1:2\t0\nc2/q0\tc2/D1:1\t2\n";
    let files = [("corpus.jsonl", TALK), ("queries.jsonl", queries), ("qrels/test.tsv", qrels)];
    let set = Set::new("talk", &files).load();
    let [one, two] = set.groups.as_slice() else { panic!("two groups") };
    assert_eq!((set.space(one).name.as_str(), set.space(two).name.as_str()), ("talk/c1", "talk/c2"));
    assert_eq!((one.documents.len(), two.documents.len()), (2, 1));
    assert_eq!(one.questions.first().unwrap().gold, [Gold { external_id: "c1/D1:1".into(), grade: 1 }]);
    assert_eq!(two.questions.first().unwrap().gold.first().unwrap().grade, 2);
    assert_eq!(one.questions.first().unwrap().scope, SearchScope::Transcript);
}

#[test]
fn a_turn_keeps_speaker_session_time_and_people() {
    let set = Set::new("talk", &[("corpus.jsonl", TALK)]).load();
    let turn = set.groups.first().unwrap().documents.first().unwrap();
    assert_eq!(
        (turn.role, turn.speaker.as_deref(), turn.session.as_deref()),
        (Role::User, Some("Caroline"), Some("1"))
    );
    assert_eq!((turn.external_id.as_deref(), turn.title.as_deref()), (Some("c1/D1:1"), None));
    assert_eq!((turn.time.unwrap().ms(), turn.people.len()), (1_683_554_160_000, 2));
}

#[test]
fn a_set_without_groups_is_one_space_named_after_it() {
    let corpus = "{\"_id\":\"1\",\"title\":\"T\",\"text\":\"a b c\",\"metadata\":{}}\n{\"_id\":\"2\",\"text\":\"d\"}\n";
    let set = Set::new("scifact", &[("corpus.jsonl", corpus)]).load();
    assert_eq!(set.space(only(&set)).name, "scifact");
    let titles: Vec<_> = only(&set).documents.iter().map(|document| document.title.as_deref()).collect();
    assert_eq!(titles, [Some("T"), None]);
}

#[test]
fn records_of_a_phone_keep_their_contact_and_kind_and_have_no_session() {
    let corpus = r#"{"_id":"l/sms/1","title":"","text":"吃完饭了","metadata":{"group":"l","type":"sms","time":"2025-06-02T12:45:00","persons":["陈建国"],"direction":"接收","contact":"陈建国"}}"#;
    let set = Set::new("lifebench-en", &[("corpus.jsonl", corpus)]).load();
    let sms = only(&set).documents.first().unwrap();
    assert_eq!(
        (sms.contact.as_deref(), sms.channel.as_deref(), sms.session.as_deref()),
        (Some("陈建国"), Some("sms"), None)
    );
    assert_eq!((sms.time.unwrap().ms(), set.zone.as_str()), (1_748_839_500_000, "Asia/Shanghai"));
}

#[test]
fn exchanges_numbered_within_a_day_have_the_day_as_session() {
    let corpus = r#"{"_id":"a/04-27#0","text":"我叫张曼婷","metadata":{"group":"a","time":"2023-04-27","speaker":"张曼婷","seq":0}}"#;
    let set = Set::new("memorybank-zh", &[("corpus.jsonl", corpus)]).load();
    let turn = only(&set).documents.first().unwrap();
    assert_eq!((turn.session.as_deref(), turn.time.unwrap().ms()), (Some("2023-04-27"), 1_682_568_000_000));
}

#[test]
fn a_cast_without_a_source_is_written_down_and_cited() {
    let files = [
        ("corpus.jsonl", "{\"_id\":\"1\",\"text\":\"你好\",\"metadata\":{\"group\":\"l\"}}"),
        (
            "entities.jsonl",
            "{\"group\":\"l\",\"entity\":\"陆明强\",\"type\":\"self\",\"attributes\":{}}\n{\"group\":\"l\",\"entity\":\"陆建国\",\"type\":\"person\",\"aliases\":[\"老爸\"]}",
        ),
        ("relations.jsonl", "{\"group\":\"l\",\"subject\":\"陆明强\",\"relation\":\"父亲\",\"object\":\"陆建国\"}"),
    ];
    let set = Set::new("lifebench-zh", &files).load();
    let group = only(&set);
    let line = group.sources.first().unwrap();
    assert_eq!((line.role, line.text.as_str()), (Role::System, "陆明强 —父亲→ 陆建国"));
    assert_eq!(line.external_id.as_deref(), Some("relation/1"));
    let evidence = group.relations.first().unwrap().evidence.first().unwrap();
    assert_eq!((&evidence.message, evidence.role), (&MessageRef::External("relation/1".into()), Role::System));
    assert_eq!(evidence.quote, line.text);
    assert_eq!((group.entities.len(), group.entities.last().unwrap().kind), (2, EntityKind::Person));
    assert_eq!(group.documents.len(), 1, "system lines are no documents");
}

#[test]
fn triples_quote_their_documents_and_those_that_cannot_are_counted() {
    let corpus = "{\"_id\":\"m0\",\"text\":\"The Journal is published by the Institute.\"}";
    let relations = r#"{"subject":"journal","relation":"published by","object":"institute","docs":["m0"]}
{"subject":"Nobody","relation":"knows","object":"Anybody","docs":["m0"]}
{"subject":"Journal","relation":"is in","object":"Institute","docs":["m9"]}
{"subject":"Journal","relation":"observation","object":"The Journal is old.","docs":["m0"]}"#;
    let entities = "{\"entity\":\"journal\",\"docs\":[\"m0\"]}";
    let files = [("corpus.jsonl", corpus), ("relations.jsonl", relations), ("entities.jsonl", entities)];
    let set = Set::new("musique", &files).load();
    let [relation] = only(&set).relations.as_slice() else { panic!("one relation") };
    assert_eq!(relation.from, EntityRef::Name("journal".into()));
    assert_eq!(relation.evidence.first().unwrap().quote, "Journal is published by the Institute");
    assert_eq!((set.left_out.relations_without_words, set.left_out.model_made), (2, 1));
    let names: Vec<_> = only(&set).entities.iter().map(|entity| entity.name.as_str()).collect();
    assert_eq!(names, ["journal", "institute"]);
}

#[test]
fn answers_never_come_out_of_a_set() {
    let files = [
        ("corpus.jsonl", "{\"_id\":\"1\",\"text\":\"plain\"}"),
        (
            "queries.jsonl",
            "{\"_id\":\"q\",\"text\":\"what?\",\"metadata\":{\"answer\":\"SECRET\",\"options\":[\"SECRET\"],\"oracle_events\":[\"SECRET\"]}}",
        ),
        ("topics.jsonl", "{\"month\":\"2025-01\",\"summary\":\"SECRET\"}"),
        ("events.jsonl", "{\"event\":\"SECRET\"}"),
        ("oracle_events.jsonl", "{\"event\":\"SECRET\"}"),
    ];
    let set = Set::new("plain", &files).load();
    assert!(!format!("{set:?}").contains("SECRET"));
}

#[test]
fn a_bad_line_stops_the_load_and_is_named() {
    let bad = |corpus: &str| Set::new("bad", &[("corpus.jsonl", corpus)]).complaint();
    assert_eq!(
        bad("{\"_id\":\"1\",\"text\":\"a\"}\n{\"_id\":\"2\"}"),
        "corpus.jsonl, line 2: text: is missing; give a text"
    );
    assert!(bad("{\"_id\":\"1\",\"text\":\"a\",\"metadata\":{\"time\":\"soon\"}}").contains("line 1: metadata.time: "));
    assert!(bad("{\"text\":\"a\"}").contains("line 1: _id: is missing"));
    assert!(bad("{\"_id\":\"1\",\"text\":\"\\ud800\"}").contains("line 1: text: "));
}

#[test]
fn bad_judgments_are_named_too() {
    let bad = |line: &str| {
        let queries = "{\"_id\":\"q\",\"text\":\"what?\"}";
        let qrels = format!("query-id\tcorpus-id\tscore\n{line}\n");
        let corpus = "{\"_id\":\"1\",\"text\":\"a\"}";
        let files = [("corpus.jsonl", corpus), ("queries.jsonl", queries), ("qrels/test.tsv", qrels.as_str())];
        Set::new("bad", &files).complaint()
    };
    assert!(bad("q\t1").contains("qrels/test.tsv, line 2: (line): "));
    assert!(bad("p\t1\t1").contains("line 2: query-id: "));
    assert!(bad("q\t2\t1").contains("line 2: corpus-id: "));
    assert!(bad("q\t1\t-1").contains("line 2: score: "));
}

#[test]
fn bad_lines_are_left_out_and_listed_when_asked() {
    let corpus = "{\"_id\":\"1\",\"text\":\"a\"}\n{broken\n{\"_id\":\"3\",\"text\":\"c\"}";
    let set = Set::new("bad", &[("corpus.jsonl", corpus)]);
    let read = load_with(&set.folder, &Reading { zone: None, bad_lines: BadLines::Skip }).unwrap();
    assert_eq!(only(&read).documents.len(), 2);
    let [bad] = read.left_out.bad_lines.as_slice() else { panic!("one bad line") };
    assert_eq!(bad.place.line, 2);
}

#[test]
fn a_folder_without_a_set_is_refused() {
    let set = Set::new("empty", &[("readme.txt", "")]);
    assert!(matches!(load(&set.folder), Err(Error::UnknownLayout { .. })));
    assert!(load(Path::new("no/such/folder")).unwrap_err().to_string().contains("no/such/folder"));
}

#[test]
fn a_conversation_is_read_with_everything_beside_it() {
    let files = [
        (
            "transcript.jsonl",
            "{\"external_id\":\"d-1\",\"role\":\"user\",\"text\":\"叫我沈禾\",\"time\":\"2026-01-12T21:14:00\"}",
        ),
        ("entities.jsonl", "{\"name\":\"沈禾\",\"kind\":\"person\",\"aliases\":[\"Hazel\"]}"),
        ("topics.jsonl", "{\"name\":\"约定\"}"),
        (
            "relations.jsonl",
            "{\"from\":\"沈禾\",\"predicate\":\"is\",\"to\":\"沈禾\",\"evidence\":[{\"message\":\"d-1\",\"role\":\"user\",\"quote\":\"沈禾\"}]}",
        ),
        (
            "memories.jsonl",
            "{\"kind\":\"identity\",\"scope\":\"user\",\"text\":\"她叫沈禾\",\"evidence\":[{\"message\":\"d-1\",\"role\":\"user\",\"quote\":\"叫我沈禾\"}]}",
        ),
        (
            "questions.jsonl",
            "{\"id\":\"q\",\"text\":\"她叫什么\",\"language\":\"zh\",\"scope\":\"memories\",\"kind\":\"lookup\",\"gold\":[\"m\"],\"demo\":true,\"note\":\"SECRET\"}",
        ),
    ];
    let inside = read_conversation("demo", &files, "Asia/Shanghai").unwrap();
    let group = only(&inside);
    let counts =
        (group.documents.len(), group.entities.len(), group.topics.len(), group.relations.len(), group.memories.len());
    assert_eq!((counts, group.commands().len()), ((1, 1, 1, 1, 1), 5));
    let question = group.questions.first().unwrap();
    assert_eq!((question.scope, question.shown, question.gold.len()), (SearchScope::Memories, true, 1));
    assert!(!format!("{inside:?}").contains("SECRET"));
    let folder = Set::new("demo", &files);
    let read =
        load_with(&folder.folder, &Reading { zone: Some("Asia/Shanghai".into()), ..Reading::default() }).unwrap();
    assert_eq!(format!("{:?}", only(&read)), format!("{group:?}"), "from a folder and from inside it is the same");
}
