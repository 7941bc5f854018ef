//! How much of anything is accepted. Past a limit there is a refusal that names the field and the limit.

/// Bytes of one message's text: 1 MiB.
pub const MESSAGE_BYTES: usize = 1 << 20;
/// Bytes of one quote: 64 KiB.
pub const QUOTE_BYTES: usize = 64 << 10;
/// Bytes of a memory's text or summary: 64 KiB.
pub const MEMORY_BYTES: usize = 64 << 10;
/// Bytes of what a log entry, a profile fact, a belief or a temporal item says: 4 KiB.
pub const VALUE_BYTES: usize = 4 << 10;
/// Bytes of a page: 8 KiB.
pub const PAGE_BYTES: usize = 8 << 10;
/// Characters of a carried note.
pub const CARRIED_NOTE_CHARS: usize = 400;
/// Observations one belief cites.
pub const CITES: usize = 256;
/// Beliefs in a set, and slots in a space's rules.
pub const SLOTS: usize = 256;
/// Bytes of a name, alias, speaker, session, predicate, external id or any other short field.
pub const NAME_BYTES: usize = 1 << 10;
/// Bytes of a question asked of recall: 64 KiB (a piece of dialogue may be the question).
pub const QUERY_BYTES: usize = 64 << 10;
/// Pieces of evidence of one memory or relation.
pub const EVIDENCE: usize = 64;
/// Names in one list: aliases of an entity, people of a turn, entities or topics of a memory.
pub const NAMES: usize = 256;
/// Commands in one write.
pub const COMMANDS: usize = 100_000;
/// How far a message's time may lie ahead of the writer's clock: one day, for clocks that are off.
pub const CLOCK_SKEW_MS: i64 = 24 * 60 * 60 * 1000;
