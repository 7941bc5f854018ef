//! `hupo plans`: plans, events, deadlines, appointments and the rest, with where they are in their life.

use crate::render;
use crate::shell::{Shell, zone_of};
use anyhow::Result;
use clap::Args;
use serde_json::json;

#[derive(Args)]
pub(crate) struct Plans {
    /// Those that are resolved, changed or cancelled too
    #[arg(long)]
    all: bool,
}

impl Plans {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let hupo = shell.open_plain()?;
        let space = shell.space(&hupo)?;
        let plans = space.plans(self.all, shell.now)?;
        if shell.globals.json {
            let plans: Vec<_> = plans.iter().map(render::plan_json).collect();
            return Ok(shell.out.json(&json!({ "space": space.name(), "plans": plans }))?);
        }
        let zone = zone_of(&space);
        let cards = plans.iter().map(|plan| render::plan_card(plan, &zone, &shell.out)).collect();
        Ok(shell.cards(cards, "nothing is planned")?)
    }
}
