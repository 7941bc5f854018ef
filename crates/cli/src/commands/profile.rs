//! `hupo profile`: what was stated of the user and the companion.

use crate::render;
use crate::shell::Shell;
use anyhow::Result;
use clap::Args;
use serde_json::json;

#[derive(Args)]
pub(crate) struct Profile {
    /// Private facts too: a date of birth otherwise only says whether they are of age
    #[arg(long)]
    private: bool,
}

impl Profile {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let hupo = shell.open_plain()?;
        let space = shell.space(&hupo)?;
        let facts = space.profile(self.private, shell.now)?;
        let is_adult = space.is_adult(shell.now)?;
        if shell.globals.json {
            let facts: Vec<_> = facts.iter().map(render::profile_json).collect();
            let value = json!({ "space": space.name(), "profile": facts, "is_adult": is_adult });
            return Ok(shell.out.json(&value)?);
        }
        let cards = facts.iter().map(|fact| render::profile_card(fact, &shell.out)).collect();
        Ok(shell.cards(cards, "nothing was stated")?)
    }
}
