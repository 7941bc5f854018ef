//! `hupo rules`: what a space demands of proposals.

use crate::input;
use crate::render;
use crate::shell::Shell;
use crate::source::Refused;
use anyhow::Result;
use clap::Args;
use hupo::{Rules as Demands, Slot, SlotType};
use hupo_eval::dataset::{BadLine, Record};
use serde_json::Value;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct Rules {
    /// Replace them by those of this JSON file; what it leaves out is as by default
    #[arg(long, value_name = "FILE")]
    set: Option<PathBuf>,
}

impl Rules {
    pub(crate) fn run(self, shell: &mut Shell) -> Result<()> {
        let hupo = shell.open_plain()?;
        let space = shell.space(&hupo)?;
        if let Some(file) = &self.set {
            let rules = input::read_one(Some(file), "one object of rules", demands)?;
            space.set_rules(rules, shell.now).map_err(|error| Refused::of("rules", error))?;
        }
        let rules = space.rules()?;
        if shell.globals.json {
            return Ok(shell.out.json(&serde_json::to_value(rules)?)?);
        }
        let mut shown = serde_json::to_value(&rules)?;
        if let Value::Object(fields) = &mut shown {
            fields.insert("slots".to_owned(), rules.slots.iter().map(slot).collect());
        }
        let text = render::facts(&shown, &shell.out);
        Ok(shell.out.line(text)?)
    }
}

/// A slot in a line: its name, what it takes, and what may support it.
fn slot(slot: &Slot) -> String {
    let takes = match &slot.value_type {
        SlotType::Text => "a text".to_owned(),
        SlotType::Number => "a number".to_owned(),
        SlotType::OneOf(words) => format!("one of {}", words.join(", ")),
    };
    let supported_by: Vec<String> = slot.supported_by.iter().map(render::word).collect();
    let about = if slot.about.is_empty() { String::new() } else { format!(" ({})", slot.about) };
    format!("{}{about}: {takes}, from {}", slot.name, supported_by.join(", "))
}

fn demands(line: Record) -> Result<Demands, BadLine> {
    line.parsed("rules")
}
