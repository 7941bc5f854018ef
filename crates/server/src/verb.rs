//! What a caller may ask for, and which group of a key's rights it belongs to.

/// Rights that a key is given together.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Group {
    /// Asks; changes nothing.
    Read,
    /// Hands in what was said and what is to be remembered.
    Write,
    /// A person's decisions.
    Review,
    /// The keeper's: erasing, taking out and putting in whole spaces, rules, metrics.
    Admin,
}

impl Group {
    /// Every group.
    pub const ALL: [Self; 4] = [Self::Read, Self::Write, Self::Review, Self::Admin];

    /// Its word, as `hupo keys create --verbs` takes it.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Review => "review",
            Self::Admin => "admin",
        }
    }
}

/// How a call uses the machine, which decides which queue it waits in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Lane {
    /// Short, and any number at once.
    Read,
    /// Short; the space takes one after the other and commits those that wait together.
    Write,
    /// Goes over the whole space.
    Long,
}

macro_rules! verbs {
    ($($(#[$doc:meta])* $verb:ident = $name:literal, $group:ident, $lane:ident;)*) => {
        /// One thing that can be asked for, by any transport.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Verb { $($(#[$doc])* $verb,)* }

        impl Verb {
            /// Every verb.
            pub const ALL: &[Self] = &[$(Self::$verb,)*];

            /// Its word: in paths, keys, metrics and the audit log.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$verb => $name,)* }
            }

            /// The group of rights it belongs to.
            pub const fn group(self) -> Group {
                match self { $(Self::$verb => Group::$group,)* }
            }

            /// How it uses the machine.
            pub const fn lane(self) -> Lane {
                match self { $(Self::$verb => Lane::$lane,)* }
            }
        }
    };
}

verbs! {
    /// The best answers with the words they rest on.
    Recall = "recall", Read, Read;
    /// At which step a document was lost on the way to an answer.
    WhyNot = "why_not", Read, Read;
    /// What one turn sees.
    Context = "context", Read, Read;
    /// The words a document rests on.
    Sources = "sources", Read, Read;
    /// What rests on a message.
    Citing = "citing", Read, Read;
    /// One memory, message or entity, or the documents of an external id; changes no temperature.
    Get = "get", Read, Read;
    /// The chain of corrections of a memory.
    History = "history", Read, Read;
    /// What is believed, and what it rests on.
    Beliefs = "beliefs", Read, Read;
    /// What beliefs are made from.
    BeliefsInput = "beliefs_input", Read, Read;
    /// What was stated of the user and the companion.
    Profile = "profile", Read, Read;
    /// Plans and other matters with a time.
    Plans = "plans", Read, Read;
    /// The short-term layers.
    Pages = "pages", Read, Read;
    /// Who is known.
    People = "people", Read, Read;
    /// What is known of one of them.
    Person = "person", Read, Read;
    /// The observation log.
    Observations = "observations", Read, Read;
    /// Topics, their summaries and members.
    Topics = "topics", Read, Read;
    /// Months of a topic worth a summary.
    TopicsDue = "topics_due", Read, Read;
    /// What a topic summary was made from.
    Expand = "expand", Read, Read;
    /// How warm memories are.
    Temperatures = "temperatures", Read, Read;
    /// When a memory was used.
    Uses = "uses", Read, Read;
    /// What a reply used, as far as can be read off it.
    DetectUsed = "detect_used", Read, Read;
    /// What of the transcript is due to become more than words.
    PromotionDue = "promotion_due", Read, Read;
    /// Everything that is needed to do what is due.
    PromotionTask = "promotion_task", Read, Read;
    /// The runs of promotion that were closed.
    Runs = "runs", Read, Read;
    /// What the space demands of proposals.
    Rules = "rules", Read, Read;
    /// The space in numbers.
    Stats = "stats", Read, Read;
    /// The spaces the caller may name.
    Spaces = "spaces", Read, Read;
    /// Makes a space.
    CreateSpace = "create_space", Write, Write;
    /// Adds lines to the transcript.
    Append = "append", Write, Write;
    /// Hands in proposals and gets a verdict each.
    Propose = "propose", Write, Write;
    /// Makes topics known.
    AddTopics = "add_topics", Write, Write;
    /// Adds to the observation log.
    Observe = "observe", Write, Write;
    /// Puts the beliefs.
    PutBeliefs = "put_beliefs", Write, Write;
    /// Says what a reply used.
    Used = "used", Write, Write;
    /// Looks at a memory, which brings an archived one back.
    Look = "look", Write, Write;
    /// Brings an archived or folded memory back.
    Restore = "restore", Write, Write;
    /// Hands in what was made of what was due.
    CloseRun = "close_run", Write, Write;
    /// Does what is due and the built-in rules can do.
    Promote = "promote", Write, Long;
    /// Archives what has gone cold.
    Maintain = "maintain", Write, Write;
    /// What waits for a person.
    ReviewList = "review_list", Review, Read;
    /// Everything needed to decide on one of them.
    ReviewCard = "review_card", Review, Read;
    /// A person's decision on what waits.
    ReviewDecide = "review_decide", Review, Write;
    /// Joins two people who are the same.
    MergePeople = "merge_people", Review, Write;
    /// Parts two people who were joined.
    SplitPeople = "split_people", Review, Write;
    /// Sets what the space demands of proposals.
    SetRules = "set_rules", Admin, Write;
    /// Empties for good what was said, and what rests on it alone.
    Erase = "erase", Admin, Write;
    /// What was erased, and when.
    Erasures = "erasures", Admin, Read;
    /// Erases a whole space.
    EraseSpace = "erase_space", Admin, Long;
    /// A whole space as lines.
    Export = "export", Admin, Long;
    /// Makes a space from an export's lines.
    Import = "import", Admin, Long;
    /// A whole space as one checked file.
    Backup = "backup", Admin, Long;
    /// Makes a space from a backup.
    RestoreBackup = "restore_backup", Admin, Long;
    /// Checks every record, hash and index.
    Verify = "verify", Admin, Long;
    /// Makes the indexes anew.
    Rebuild = "rebuild", Admin, Long;
    /// The process in numbers.
    Metrics = "metrics", Admin, Read;
}

impl Verb {
    /// The verb of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|verb| verb.name() == name)
    }

    /// Whether it may write; such calls take a key for writing once.
    pub const fn is_write(self) -> bool {
        match self.lane() {
            Lane::Write => true,
            Lane::Read => false,
            Lane::Long => matches!(self, Self::EraseSpace | Self::Import | Self::RestoreBackup | Self::Promote),
        }
    }

    /// Whether it is asked of one space; the others are asked of the process.
    pub const fn is_of_a_space(self) -> bool {
        !matches!(self, Self::Spaces | Self::Metrics)
    }
}
