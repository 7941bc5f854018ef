//! Why a run comes to nothing. What was due stays due. No message here holds a word of the conversation, or the key.

use crate::BadAnswer;
use std::time::Duration;

/// Why a run comes to nothing.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The caller's: the settings cannot be used.
    #[error("the promoter's settings cannot be used: {what}")]
    Settings {
        /// What is wrong with them.
        what: &'static str,
    },
    /// Nobody answered, or not to the end, in any of the tries.
    #[error("the endpoint did not answer in {tries} tries, at last because {trouble}; is it running?")]
    Unreachable {
        /// What became of the last try.
        trouble: Trouble,
        /// How often it was tried.
        tries: u32,
    },
    /// The caller's: the endpoint does not take the key. Not tried again.
    #[error("the endpoint refuses the key (status {status}); give the right one and start again")]
    RefusedKey {
        /// 401 or 403.
        status: u16,
    },
    /// The endpoint has too much to do.
    #[error("the endpoint is busy (status {status} after {tries} tries); it is asked again later")]
    Busy {
        /// 429 or a 5xx.
        status: u16,
        /// How often it was tried.
        tries: u32,
        /// How long it asks to be left alone, if it said so.
        wait: Option<Duration>,
    },
    /// The endpoint does not take the request: the address, the model's name, or a text that is too long for it.
    #[error(
        "the endpoint does not take the request (status {status}); check its address, the model's name and how much text the model takes"
    )]
    NotTaken {
        /// A 3xx or 4xx.
        status: u16,
    },
    /// The answer was longer than any answer may be; the rest was not read.
    #[error("the answer is longer than {limit} bytes; it was not read to the end")]
    TooLarge {
        /// The most that is read.
        limit: u64,
    },
    /// The model's answer cannot be used, nor can its second.
    #[error("the model's answer cannot be used: {what}")]
    BadAnswer {
        /// Why.
        what: BadAnswer,
    },
    /// Asking would cost more than may be spent.
    #[error("asking would cost about {wanted} tokens, and {left} of the {per} are left")]
    Budget {
        /// What it would cost.
        wanted: u64,
        /// What is left.
        left: u64,
        /// Of which budget.
        per: Per,
    },
    /// The promoter was told to stop.
    #[error("stopped before it was done")]
    Stopped,
    /// A recorded answer was wanted, and there is none.
    #[error("there is no recorded answer for this {duty}")]
    NotRecorded {
        /// The duty.
        duty: hupo::Duty,
    },
    /// The model's words could not be kept where they were to be.
    #[error("the model's words could not be kept: {source}")]
    Keeping {
        /// The machine's answer.
        source: std::io::Error,
    },
    /// Whoever has the spaces does not give this one: in one word, why.
    #[error("the space cannot be had now ({why})")]
    NoSpace {
        /// A word of the one who has it.
        why: &'static str,
    },
    /// The space could not be read or written.
    #[error(transparent)]
    Space(#[from] hupo::Error),
}

/// What went wrong on the way to an endpoint and back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum Trouble {
    /// The name leads nowhere, or nobody listens there.
    #[error("nobody listens there")]
    NoConnection,
    /// It took longer than it may.
    #[error("it took too long")]
    TooSlow,
    /// The connection broke off.
    #[error("the connection broke off")]
    BrokeOff,
    /// It is not whom its certificate says, or speaks no TLS.
    #[error("its certificate cannot be trusted")]
    Untrusted,
    /// It speaks, but no HTTP.
    #[error("what it says is no HTTP")]
    NoHttp,
}

/// What a budget is counted for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Per {
    /// One run.
    Run,
    /// A space's day.
    Day,
}

impl std::fmt::Display for Per {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::Run => "run's",
            Self::Day => "day's",
        })
    }
}

impl Failure {
    /// One word for it, for metrics and logs.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Settings { .. } => "settings",
            Self::Unreachable { .. } => "unreachable",
            Self::RefusedKey { .. } => "refused_key",
            Self::Busy { .. } => "busy",
            Self::NotTaken { .. } => "not_taken",
            Self::TooLarge { .. } => "too_large",
            Self::BadAnswer { .. } => "bad_answer",
            Self::Budget { .. } => "budget",
            Self::Stopped => "stopped",
            Self::NotRecorded { .. } => "not_recorded",
            Self::Keeping { .. } => "keeping",
            Self::NoSpace { .. } => "no_space",
            Self::Space(_) => "space",
        }
    }

    /// Whether every run would fail like this one, so that there is no use in going on until somebody mends it.
    pub const fn is_for_all(&self) -> bool {
        match self {
            Self::Settings { .. } | Self::RefusedKey { .. } | Self::Unreachable { .. } | Self::Busy { .. } => true,
            Self::Stopped | Self::Keeping { .. } => true,
            Self::NotTaken { .. }
            | Self::TooLarge { .. }
            | Self::BadAnswer { .. }
            | Self::Budget { .. }
            | Self::NotRecorded { .. }
            | Self::NoSpace { .. }
            | Self::Space(_) => false,
        }
    }
}
