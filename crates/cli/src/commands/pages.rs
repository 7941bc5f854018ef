//! `hupo pages`: the short-term layers, the current page of each kind or all of one.

use crate::args::word;
use crate::render;
use crate::shell::{Shell, zone_of};
use anyhow::Result;
use clap::Args;
use hupo::{Page, PageKind};
use serde_json::json;

/// Every kind, in the order they are shown.
const KINDS: [PageKind; 6] = [
    PageKind::Continuity,
    PageKind::StatusNote,
    PageKind::CarriedNote,
    PageKind::RollingSummary,
    PageKind::Diary,
    PageKind::Segment,
];

#[derive(Args)]
pub(crate) struct Pages {
    /// All pages of this kind: continuity, status_note, carried_note, rolling_summary, diary, segment
    #[arg(value_parser = word::<PageKind>)]
    kind: Option<PageKind>,
}

impl Pages {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let hupo = shell.open_plain()?;
        let space = shell.space(&hupo)?;
        let mut pages: Vec<Page> = Vec::new();
        match self.kind {
            Some(kind) => pages.extend(space.pages(kind)?),
            None => {
                for kind in KINDS {
                    pages.extend(space.pages(kind)?.pop());
                }
            }
        }
        if shell.globals.json {
            let pages: Vec<_> = pages.iter().map(render::page_json).collect();
            return Ok(shell.out.json(&json!({ "space": space.name(), "pages": pages }))?);
        }
        let zone = zone_of(&space);
        let cards = pages.iter().map(|page| render::page_card(page, &zone, &shell.out)).collect();
        Ok(shell.cards(cards, "nothing was written")?)
    }
}
