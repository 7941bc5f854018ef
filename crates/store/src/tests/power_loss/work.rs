//! What a space is used for, drawn at random: lines, memories, corrections, uses, care, the log, erasures.

use hupo_types::{
    CareCommand, Command, EraseTarget, Kind, MemoryId, MemoryRef, MessageId, MessageRef, NewMemory, NewMessage,
    ObservationType, UseBasis,
};

use super::super::log;
use super::super::random::Random;
use super::super::space::{NOW, append, companion, entity, fact, remember, says};

/// A word that stands in a line and nowhere else, so that it can be looked for once it was erased.
pub(super) fn secret(message: u64) -> String {
    format!("canary-{message:05}-金丝雀")
}

fn line(number: u64) -> Command {
    let text = format!("第{number}句 line, {}", secret(number));
    let message = NewMessage::user(text).external_id(format!("m{number}")).session("s").speaker("Ann").at(NOW);
    if number % 3 == 2 { companion(&format!("m{number}"), &format!("好的 {number}, noted")) } else { append(message) }
}

/// The commands of a random write in a space with so many lines and memories; some are refused.
pub(super) fn draw(random: &mut Random, lines: u64, memories: u64) -> Vec<Command> {
    let some = |random: &mut Random, n: u64| random.below(n.max(1)) + 1;
    let (said, one, other) = (some(random, lines), some(random, memories), some(random, memories));
    let ids = |numbers: &[u64]| numbers.iter().map(|&number| MemoryId::new(number)).collect::<Vec<_>>();
    let quote = || vec![says(&format!("m{said}"), &format!("第{said}句 line"))];
    let text = format!("memory 记忆 {}", random.below(1_000));
    let care = |command| vec![Command::Care(command)];
    // What needs lines or memories comes when there are some.
    let kinds = [5, 9, 16][usize::from(lines > 0) + usize::from(memories > 1)];
    match random.below(kinds) {
        0..=4 => (1..=some(random, 3)).map(|next| line(lines + next)).collect(),
        5..=7 => vec![remember(fact(&text, quote()))],
        15 => {
            let old = Some(MemoryRef::Id(MemoryId::new(one)));
            vec![remember(NewMemory { supersedes: old, ..fact(&text, quote()) })]
        }
        8 => {
            let covers = [one, other].map(|number| MemoryRef::Id(MemoryId::new(number))).to_vec();
            vec![remember(NewMemory { kind: Kind::TopicSummary, covers, ..fact(&text, quote()) })]
        }
        9 => {
            let turn = MessageRef::External(format!("m{said}"));
            care(CareCommand::Use { turn, memories: ids(&[one, other]), basis: UseBasis::Told })
        }
        10 => care(CareCommand::Archive { memories: ids(&[one]) }),
        11 => care(CareCommand::Restore { memories: ids(&[one, other]) }),
        12 => care(CareCommand::Fold { summary: MemoryId::new(one), members: ids(&[other]) }),
        13 => vec![
            log::observe(log::noticed(ObservationType::StatedFact, &text, quote())),
            entity(&format!("人 {said}"), &["阿 alias"]),
        ],
        14 if random.below(2) == 0 => vec![Command::Erase(EraseTarget::Message(MessageId::new(said)))],
        _ => vec![Command::Erase(EraseTarget::Memory(MemoryId::new(one)))],
    }
}
