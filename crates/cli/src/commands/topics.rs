//! `hupo topics`: the topics, the months of them that are worth a summary, and what a summary was made from.

use super::recall::memory;
use crate::failure::Usage;
use crate::render;
use crate::shell::{Shell, zone_of};
use anyhow::Result;
use clap::Args;
use hupo::{Month, Proposal, Space, TopicDue};
use serde_json::json;

#[derive(Args)]
pub(crate) struct Topics {
    /// The topics of which this month is worth a summary, with the memories it would be made from
    #[arg(long, value_name = "MONTH", value_parser = month)]
    due: Option<Month>,
    /// What this summary was made from, each with the words it rests on
    #[arg(long, value_name = "ID", conflicts_with = "due")]
    expand: Option<String>,
    /// Print a proposal for each month that is due, one a line; its text is to be written before `hupo propose`
    #[arg(long, requires = "due")]
    draft: bool,
}

fn month(text: &str) -> Result<Month, String> {
    text.parse().map_err(|error: hupo::NotAMonth| error.to_string())
}

impl Topics {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let hupo = shell.open_plain()?;
        let space = shell.space(&hupo)?;
        match (&self.expand, self.due) {
            (Some(id), _) => expand(shell, &space, id),
            (None, Some(month)) if self.draft => drafts(shell, &space.topics_due(month)?),
            (None, Some(month)) => due(shell, &space, &space.topics_due(month)?),
            (None, None) => all(shell, &space),
        }
    }
}

fn all(shell: &mut Shell, space: &Space) -> Result<()> {
    let topics = space.topics()?;
    if shell.globals.json {
        let topics: Vec<_> = topics.iter().map(render::topic_json).collect();
        return Ok(shell.out.json(&json!({ "space": space.name(), "topics": topics }))?);
    }
    let rows = topics.iter().map(render::topic_row);
    let table = render::table(&["id", "topic", "memories", "summaries"], rows, &shell.out);
    Ok(shell.out.line(table)?)
}

fn due(shell: &mut Shell, space: &Space, due: &[TopicDue]) -> Result<()> {
    if shell.globals.json {
        let due: Vec<_> = due.iter().map(render::topic_due_json).collect();
        return Ok(shell.out.json(&json!({ "space": space.name(), "due": due }))?);
    }
    let zone = zone_of(space);
    let cards = due.iter().map(|one| render::topic_due_card(one, &zone, &shell.out)).collect();
    Ok(shell.cards(cards, "no topic of that month is worth a summary")?)
}

/// One proposal a line, as `hupo propose` reads them.
fn drafts(shell: &mut Shell, due: &[TopicDue]) -> Result<()> {
    for one in due {
        let proposal = serde_json::to_string(&Proposal::TopicSummary(one.draft("")))?;
        shell.out.line(proposal)?;
    }
    Ok(())
}

fn expand(shell: &mut Shell, space: &Space, id: &str) -> Result<()> {
    let summary = memory(space, id)?;
    let members = space.expand(summary)?.ok_or_else(|| Usage(format!("{id} is no topic summary")))?;
    if shell.globals.json {
        let members: Vec<_> = members.iter().map(render::member_json).collect();
        let whole = json!({ "space": space.name(), "summary": summary.to_string(), "members": members });
        return Ok(shell.out.json(&whole)?);
    }
    let zone = zone_of(space);
    let cards = members.iter().map(|one| render::member_card(one, &zone, &shell.out)).collect();
    Ok(shell.cards(cards, "nothing of it is left")?)
}
