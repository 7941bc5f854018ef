//! What an import says it did.

use super::{Exported, Imported, as_json, export_remarks};
use hupo_eval::dataset::LeftOut;
use hupo_exchange::{Format, Importer, OnBad, Reading, Tally};
use std::io::Cursor;
use std::ops::ControlFlow;

fn tally() -> Tally {
    let text = "{\"id\":\"1\",\"memory\":\"好\"}\n{\"id\":\"1\",\"memory\":\"好\"}\n{\"memory\":7}\n";
    let mut importer = Importer::new(Reading { on_bad: OnBad::Skip, ..Reading::default() });
    importer.read(Cursor::new(text), "m.jsonl", &mut |_| ControlFlow::Continue(())).unwrap();
    importer.finish()
}

#[test]
fn counts_are_told_and_the_first_faults_named() {
    let remarks = export_remarks(&tally());
    assert_eq!(
        remarks,
        [
            "1 lines stood in the export more than once",
            "1 places could not be used and were left out",
            "  m.jsonl, record 3 (line 3): memory: expected a text",
        ]
    );
}

#[test]
fn the_json_of_an_export_has_its_format_and_counts() {
    let exported = Exported { format: Format::Mem0, tally: tally() };
    let json = as_json(&[Imported::new("me")], &LeftOut::default(), Some(&exported));
    let at = |path: &str| json.pointer(path).cloned().unwrap_or_default();
    assert_eq!((at("/export/format"), at("/export/messages")), ("mem0".into(), 1.into()));
    assert_eq!((at("/export/bad"), at("/export/faults/0/place/record")), (1.into(), 3.into()));
    assert_eq!((at("/export/left_out/tool_lines"), at("/spaces/0/space")), (0.into(), "me".into()));
    assert!(as_json(&[], &LeftOut::default(), None).get("export").is_none());
}
