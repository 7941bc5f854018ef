//! What a check found, what a repair saved, and what is lost: for a person.

use super::records::ids;
use super::wrap::wrap;
use hupo::{DamagedWrite, Extent, Lost, Mend, Repair, Verification};

const INDENT: &str = "    ";

/// One line where nothing is wrong; else one for each thing that is, with what mends it.
pub(crate) fn verification_lines(space: &str, found: &Verification) -> Vec<String> {
    let (records, sequence) = (found.records, found.sequence);
    let sound = if found.sound { "sound" } else { "not sound" };
    let mut lines = vec![format!("{space}: {sound}; {records} records read, up to write {sequence}")];
    lines.extend(found.findings.iter().map(|fault| format!("{INDENT}{fault}")));
    lines.extend(found.legs.iter().map(|leg| format!("{INDENT}{leg}; {}", Mend::Rebuild)));
    lines
}

/// A heading, then a row for each kind of loss; nothing but the heading where nothing is lost.
pub(crate) fn repair_lines(from: &str, into: &str, repair: &Repair, width: usize) -> Vec<String> {
    let whole = repair.writes.saturating_sub(repair.damaged.len() as u64);
    let (writes, sequence) = (repair.writes, repair.sequence);
    let mut lines = vec![format!("{from} → {into}: {whole} of {writes} writes whole; up to write {sequence}")];
    let parts = [
        ("not whole", repair.damaged.iter().map(damaged).collect()),
        ("lost", listed(&repair.lost)),
        ("left behind, as what they rested on is lost", listed(&repair.without_ground)),
        ("memories that lost a quote and stay", ids(&repair.lost_evidence)),
        ("cannot stand", repair.unfit.iter().map(|one| format!("write {}: {}", one.sequence, one.what)).collect()),
        ("saved by their own rows", listed(&repair.restored)),
        ("superseded, as their rows say", ids(&repair.kept_superseded)),
        ("erased before, and stay so", listed(&repair.erased)),
        ("under way when the program ended", ids(&repair.unfinished)),
        ("wrong with the new space", repair.findings.iter().map(ToString::to_string).collect()),
    ];
    for (what, rows) in parts.into_iter().filter(|(_, rows)| !rows.is_empty()) {
        lines.push(format!("{what}:"));
        let rows = wrap(&rows.join(", "), width.saturating_sub(INDENT.len()));
        lines.extend(rows.into_iter().map(|row| format!("{INDENT}{row}")));
    }
    if repair.is_complete() {
        lines.push("nothing that was acknowledged is lost".to_owned());
    }
    lines
}

fn damaged(write: &DamagedWrite) -> String {
    let (sequence, kept) = (write.sequence, write.kept);
    match (write.lost, write.of) {
        (Extent::Time, _) => format!("write {sequence} (only its time)"),
        (Extent::Part, Some(of)) => format!("write {sequence} ({kept} of {of} events left)"),
        (Extent::Part, None) => format!("write {sequence} ({kept} events left)"),
        (Extent::All, _) => format!("write {sequence}"),
    }
}

fn listed(lost: &Lost) -> Vec<String> {
    let all = [
        ids(&lost.messages),
        ids(&lost.memories),
        ids(&lost.entities),
        ids(&lost.relations),
        ids(&lost.topics),
        ids(&lost.observations),
        ids(&lost.profile_facts),
        ids(&lost.temporal_items),
        ids(&lost.pages),
        ids(&lost.proposals),
    ];
    all.into_iter().flatten().chain(lost.beliefs.then(|| "the beliefs".to_owned())).collect()
}
