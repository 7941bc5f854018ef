//! Five minutes with the library: say something, remember it with the words it rests on, ask. Nothing to start.
//!
//!     cargo run -p hupo --example quickstart
#![expect(clippy::print_stdout, reason = "it shows what it found")]

use hupo::{
    Answer, Command, EntityKind, Error, Hupo, Kind, MessageRef, NewEntity, NewEvidence, NewMemory, NewMessage,
    Question, Role, Scope, SpaceConfig, Timestamp,
};
use std::path::Path;

fn main() -> Result<(), Error> {
    // Time is an argument: the library has no clock. A program takes its own.
    let now = Timestamp::from_ms(1_790_000_000_000);
    let folder = std::env::temp_dir().join(format!("hupo-quickstart-{}", std::process::id()));
    for hit in ask(&folder, now)?.hits {
        println!("{}. {}", hit.rank, hit.text);
        for cited in hit.evidence {
            println!("   {} said: {}", cited.speaker.unwrap_or_default(), cited.quote);
        }
    }
    Ok(())
}

fn ask(folder: &Path, now: Timestamp) -> Result<Answer, Error> {
    let hupo = Hupo::open(folder)?; // no model, no service, no files but its own
    let space = hupo.space_or_create(SpaceConfig { name: "Mei and Hu".into(), zone: "Asia/Shanghai".into() }, now)?;
    let sister = NewEntity { name: "沈琳".into(), kind: EntityKind::Person, aliases: vec!["Lin".into()] };
    space.write(vec![Command::AddEntity(sister)], now)?;
    let said = "我妹妹沈琳三月要搬去里斯本，我有点舍不得。";
    space.append(vec![NewMessage::user(said).speaker("Mei").external_id("m1")], now)?;
    let receipt = NewEvidence::statement(MessageRef::External("m1".into()), Role::User, "沈琳三月要搬去里斯本");
    space.remember(NewMemory::new(Kind::Event, Scope::User, "沈琳三月搬去里斯本。", vec![receipt]), now)?;
    space.recall(&Question::new("Where is Lin moving?", now))
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_strangers_first_question_is_answered_with_the_words_it_rests_on() {
        let folder = tempfile::tempdir().unwrap();
        let answer = super::ask(folder.path(), hupo::Timestamp::from_ms(1_790_000_000_000)).unwrap();
        assert_eq!(answer.hits[0].text, "沈琳三月搬去里斯本。");
        assert_eq!(answer.hits[0].evidence[0].quote, "沈琳三月要搬去里斯本");
    }
}
