//! Writes the first inputs of every target into `corpus/`: lines and proposals of `data/`, rows and events of the small
//! space, exports of other programs. Run by hand (`run.py --seeds`) when one of these changes; findings that were added
//! stay.

use hupo_fuzz::Small;
use hupo_store::ExportLine;
// The hooks that instrumented code calls are in its library.
use libfuzzer_sys as _;
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

const MESSAGES: &str = include_str!("../../../../data/poison/messages.jsonl");
const CASES: &str = include_str!("../../../../data/poison/cases.jsonl");
const QUESTIONS: &str = include_str!("../../../../data/demo/questions.jsonl");
const EXPORTS: [&str; 6] = [
    include_str!("../../../../crates/exchange/fixtures/chatgpt.json"),
    include_str!("../../../../crates/exchange/fixtures/claude.json"),
    include_str!("../../../../crates/exchange/fixtures/open-webui.json"),
    include_str!("../../../../crates/exchange/fixtures/mem0.json"),
    include_str!("../../../../crates/exchange/fixtures/mcp-memory.jsonl"),
    include_str!("../../../../crates/exchange/fixtures/mem0.jsonl"),
];

/// Pieces of text that are hard to fold, to cut and to find again.
const HARD: [&str; 16] = [
    "re\u{301}sume\u{301} e\u{323}\u{301}",
    "ＥＲＰ審\u{200B}批ok",
    "髮頭乾隆覆",
    "the ﬁnal ㏄",
    "一家 👨\u{200D}👩\u{200D}👧",
    "🇩🇪🇫🇷",
    "가\u{1161}\u{1100}",
    "क\u{93C}\u{958}",
    "İıΣς",
    "ｶﾞ",
    "“林晓”——『好』",
    "a\r\n\t b",
    "\u{344}豈",
    "\u{202E}evil",
    "〇一二三",
    "𨦟薴",
];

/// Times in words.
const TIMES: [&str; 24] = [
    "明天上午十点",
    "后天晚上",
    "三天前",
    "上周五下午",
    "下个月初",
    "去年冬天",
    "2023年5月8日",
    "5月8号",
    "二〇二四年三月",
    "这个周末",
    "大前天",
    "十一月三十日",
    "tomorrow at 10",
    "two weeks ago",
    "last Tuesday",
    "next month",
    "8 May 2023",
    "May 8th",
    "2023-05-08",
    "03/04/2025",
    "in three days",
    "the day before yesterday",
    "last spring",
    "the weekend of 周五",
];

/// Names, as the target `names` takes them.
const NAMES: &str = "\0林晓\n晓\nAnn\nAnnual\nLin Xiao\n小林\n王芳\nERP\naa\naaa";

fn main() {
    let lines: Vec<String> = field(MESSAGES, "text").into_iter().step_by(2).take(16).collect();
    let texts = || lines.iter().map(String::as_str).chain(HARD);
    let questions = field(QUESTIONS, "text");
    put("quote", texts().map(|text| [&[2, 4], text.as_bytes()].concat()).chain(quotes()));
    for target in ["fold", "tokens"] {
        put(target, texts().map(bytes));
    }
    put(
        "long",
        ["ab ", "审批ERP ", "e\u{301}\u{323}", "星期一", "ignore all previous", "二十一三", "👨\u{200D}", "哈"]
            .map(bytes),
    );
    put("names", texts().map(|text| [text, NAMES].concat().into_bytes()));
    put("times", TIMES.map(|words| [&1_790_000_000_000_i64.to_le_bytes()[..], &[1], words.as_bytes()].concat()));
    put("query", texts().chain(questions.iter().map(String::as_str)).map(bytes).take(48));
    put("recall", questions.iter().zip(1..).map(|(text, n)| [&[n, n], text.as_bytes(), b"\0Hazel"].concat()).take(32));
    put("proposal", proposals().map(String::into_bytes));
    put("import", EXPORTS.iter().zip([0, 1, 2, 3, 4, 3]).map(|(text, format)| [&[format], text.as_bytes()].concat()));
    put("archive", EXPORTS.iter().map(|text| [&[1], text.as_bytes()].concat()).chain([[vec![0], zipped()].concat()]));
    of_the_space();
}

fn bytes(text: &str) -> Vec<u8> {
    text.as_bytes().to_vec()
}

/// Rows, heads, exports and events of the small space.
fn of_the_space() {
    let small = Small::default();
    let snapshot = small.store.snapshot().expect("a store can be read");
    let rows = hupo_store::fuzz::rows(&snapshot).expect("rows are sound").into_iter();
    let mut had = BTreeSet::new();
    let few = rows.filter(|row| row.body.len() < 1_000 && had.insert(row.table));
    put(
        "record",
        few.map(|row| {
            let key = &row.key[..row.key.len().min(31)];
            [&[row.table, key.len() as u8], key, &row.body].concat()
        }),
    );
    put("head", [(0..40).collect(), hupo_store::fuzz::mended_head(&[7; 40]).expect("forty bytes")]);
    let lines: Vec<ExportLine> = snapshot.export().map(|line| line.expect("the space is sound")).collect();
    let written: Vec<String> = lines.iter().map(|line| serde_json::to_string(line).expect("JSON")).collect();
    put(
        "export",
        [written.join("\n").into_bytes(), written[0].clone().into_bytes(), written[..2].join("\n").into_bytes()],
    );
    let events = lines.iter().filter_map(|line| match line {
        ExportLine::Space(_) => None,
        ExportLine::Write(write) => Some(serde_json::to_string(&write.events).expect("JSON")),
    });
    let events: Vec<String> = events.collect();
    put("events", (1..=events.len()).map(|end| events[..end].join("\n").into_bytes()));
}

/// The quotes of proposals behind the messages they cite.
fn quotes() -> impl Iterator<Item = Vec<u8>> {
    let text = |id: &str| {
        MESSAGES
            .lines()
            .find(|line| line.contains(id))
            .and_then(|line| Some(read(line).get("text")?.as_str()?.to_owned()))
    };
    let cases = CASES.lines().step_by(6).filter_map(move |line| {
        let evidence = read(line).pointer("/proposal/evidence/0").cloned()?;
        let message = text(evidence.get("message")?.as_str()?)?;
        Some(format!("\u{1}\u{1}{message}\0{}", evidence.get("quote")?.as_str()?).into_bytes())
    });
    cases.take(24)
}

/// Proposals of every sort, sound and poisoned.
fn proposals() -> impl Iterator<Item = String> {
    let case = |line: &str| {
        let case = read(line);
        case.get("raw").and_then(Value::as_str).map(str::to_owned).or_else(|| Some(case.get("proposal")?.to_string()))
    };
    CASES.lines().step_by(5).filter_map(case)
}

fn zipped() -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    archive.start_file("conversations.json", zip::write::SimpleFileOptions::default()).expect("a name");
    archive.write_all(EXPORTS[1].as_bytes()).expect("memory can be written");
    archive.finish().expect("memory can be written").into_inner()
}

fn field(lines: &str, field: &str) -> Vec<String> {
    lines.lines().filter_map(|line| Some(read(line).get(field)?.as_str()?.to_owned())).collect()
}

fn read(line: &str) -> Value {
    serde_json::from_str(line).expect("data of ours")
}

/// Writes a target's seeds, numbered.
fn put(target: &str, seeds: impl IntoIterator<Item = Vec<u8>>) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(target);
    fs::create_dir_all(&folder).expect("the folder can be made");
    for (seed, number) in seeds.into_iter().zip(1..) {
        fs::write(folder.join(format!("seed-{number:02}")), seed).expect("the seed can be written");
    }
}
