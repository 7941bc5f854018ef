//! Prints how fast folding and locating are: `cargo run -p hupo-text --example throughput --release`.
#![expect(clippy::print_stdout, reason = "a measurement is for reading")]

use std::hint::black_box;
use std::time::Instant;

use hupo_text::{Matcher, estimate_tokens, fold, fold_str, quote, script};

const CHINESE: &str = "昨天下班以后我去了一趟超市，给糯米团子买了新的猫粮。它最近不太爱吃东西，我有点担心。";
const TRADITIONAL: &str = "昨天下班以後我去了一趟超市，給糯米團子買了新的貓糧。它最近不太愛吃東西，我有點擔心。";
const ENGLISH: &str =
    "After work yesterday I went to the store and bought new food for Momo; she hasn't been eating well. ";
const MIXED: &str = "今天的 ERP审批 终于 passed 了，Lin 说下周可以 release，I'm so happy！";
const TEXT_BYTES: usize = 1 << 20;
const ROUNDS: usize = 9;

fn main() {
    for (name, line) in [("chinese", CHINESE), ("traditional", TRADITIONAL), ("english", ENGLISH), ("mixed", MIXED)] {
        let text = line.repeat(TEXT_BYTES / line.len());
        let needle = format!("{line}糯米 and the end");
        let message = format!("{text}{needle}");
        report(name, "fold", &text, |text| drop(black_box(fold(text))));
        report(name, "fold_str", &text, |text| drop(black_box(fold_str(text))));
        report(name, "locate, at the end", &message, |message| drop(black_box(quote::locate(message, &needle, None))));
        report(name, "locate, nowhere", &message, |message| {
            drop(black_box(quote::locate(message, "这句话 does not stand here", None)));
        });
        report(name, "runs", &text, |text| _ = black_box(script::runs(text).count()));
        report(name, "estimate_tokens", &text, |text| _ = black_box(estimate_tokens(text)));
        let names = Matcher::new((0..1_000).map(|n| (n, format!("name{n}"))).chain([(1_000, "糯米团子".into())]));
        report(name, "find 1,001 names", &text, |text| drop(black_box(names.find(text))));
        let line_us = median(|| (0..1_000).for_each(|_| drop(black_box(quote::locate(line, line, None)))));
        println!("{name:12} locate in one line {:12.2} us", line_us * 1e3);
    }
    let huge = CHINESE.repeat(10 * TEXT_BYTES / CHINESE.len());
    println!("10 MB quote refused in {:.3} ms", 1e3 * median(|| drop(black_box(quote::locate("一", &huge, None)))));
}

fn report(name: &str, what: &str, text: &str, work: impl Fn(&str)) {
    let seconds = median(|| work(text));
    println!("{name:12} {what:20} {:8.1} MB/s", text.len() as f64 / seconds / 1e6);
}

/// Median seconds of a few rounds.
fn median(work: impl Fn()) -> f64 {
    let mut seconds: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let begin = Instant::now();
            work();
            begin.elapsed().as_secs_f64()
        })
        .collect();
    seconds.sort_by(f64::total_cmp);
    seconds.get(ROUNDS / 2).copied().unwrap_or_default()
}
