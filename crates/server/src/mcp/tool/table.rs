//! What a model is told of each tool, and what each takes.

use super::super::answers::KINDS;
use super::super::parameter::{Parameter, Shape};
use crate::verb::Verb;

/// What a model is told of a tool.
pub(super) struct Told {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) about: &'static str,
    pub(super) takes: &'static [Parameter],
    pub(super) verb: Verb,
}

const QUERY: Parameter =
    Parameter::required("query", Shape::Text, "what to look for, in the user's own words, in any language")
        .or(&["q", "text", "question", "search", "input"]);
const LIMIT: Parameter = Parameter::optional("limit", Shape::Number(1, 50), "how many answers at most; 5 if left out")
    .or(&["k", "top_k", "topK", "n", "max_results", "page_size"]);
const WORDS: Parameter =
    Parameter::required("words", Shape::Text, "what the user said, word for word, in the language it was said in")
        .or(&["quote", "user_words", "message", "content", "text"]);
const SPEAKER: Parameter = Parameter::optional("speaker", Shape::Text, "the user's name").or(&["user", "name"]);
const PEOPLE: Parameter = Parameter::optional("people", Shape::Texts, "names of people who are present or meant");
const ID: Parameter = Parameter::required("id", Shape::Text, "an id from an earlier answer, such as mem-3 or msg-7")
    .or(&["memory_id", "memory", "message_id", "doc_id"]);

const CONTEXT_TAKES: &[Parameter] = &[
    Parameter::optional("text", Shape::Text, "what the user says now; leave it out at the start of a conversation")
        .or(&["query", "q", "message", "input"]),
    SPEAKER,
    PEOPLE,
    Parameter::optional("session", Shape::Text, "the id under which this conversation is kept in the transcript"),
    Parameter::optional("max_tokens", Shape::Number(256, 32_768), "the most tokens of context; 8192 if left out")
        .or(&["budget", "limit"]),
];

const RECALL_TAKES: &[Parameter] = &[
    QUERY,
    LIMIT,
    Parameter::optional(
        "scope",
        Shape::OneOf(&["memories", "transcript", "both"]),
        "what is searched: memories, the transcript of what was said, or both; both if left out",
    ),
    PEOPLE,
    Parameter::optional("since", Shape::Text, "only what is dated at this time or later: 2026-09-26 or RFC 3339"),
    Parameter::optional("until", Shape::Text, "only what is dated before this time: 2026-09-26 or RFC 3339"),
    Parameter::optional("include_archived", Shape::Flag, "true to find also memories that went cold").or(&["archived"]),
];

const REMEMBER_TAKES: &[Parameter] = &[
    WORDS,
    Parameter::optional(
        "fact",
        Shape::Text,
        "what to keep of it, in one clear sentence that stands alone, such as: The user is allergic to peanuts; \
         the words themselves if left out",
    )
    .or(&["statement", "summary", "memory"]),
    Parameter::optional("kind", Shape::OneOf(KINDS), "what kind of thing it is; fact if left out"),
    Parameter::optional(
        "about",
        Shape::OneOf(&["user", "companion", "shared"]),
        "whom it is about: the user, you (companion), or both of you (shared); user if left out",
    )
    .or(&["scope"]),
    Parameter::optional("importance", Shape::Number(1, 10), "1 (a trifle) to 10 (who they are); 6 if left out"),
    Parameter::optional(
        "attribute",
        Shape::Text,
        "which fact it is, such as city, job, or likes/jasmine tea, so that a later contradiction is noticed",
    ),
    Parameter::optional("subject", Shape::Text, "whom the attribute is of, by name; the user if left out"),
    SPEAKER,
];

const CORRECT_TAKES: &[Parameter] = &[
    Parameter::required("id", Shape::Text, "the memory that no longer holds, such as mem-3").or(&[
        "memory_id",
        "memory",
        "corrects",
    ]),
    WORDS,
    Parameter::required("fact", Shape::Text, "what holds instead, in one clear sentence").or(&[
        "statement",
        "correction",
        "new_text",
    ]),
    SPEAKER,
];

const FORGET_TAKES: &[Parameter] =
    &[
        Parameter::required("id", Shape::Text, "what to erase: a memory mem-3, a message msg-7, or a name ent-2")
            .or(&["memory_id", "memory", "message_id", "doc_id"]),
        Parameter::optional("confirm", Shape::Flag, "true, once the user has said that this very thing is to go"),
    ];

const SHOW_SOURCES_TAKES: &[Parameter] = &[
    ID,
    Parameter::optional("neighbours", Shape::Number(0, 10), "turns to show on either side; 1 if left out")
        .or(&["neighbors", "context"]),
];

const REVIEW_LIST_TAKES: &[Parameter] = &[LIMIT];

const REVIEW_DECIDE_TAKES: &[Parameter] = &[
    Parameter::required("id", Shape::Text, "the proposal that waits, such as prop-3").or(&["proposal", "proposal_id"]),
    Parameter::required(
        "decision",
        Shape::OneOf(&["approve", "reject", "merge", "edit"]),
        "approve, reject (say why in reason), merge (into a memory that says the same), or edit (fact holds the new \
         sentence)",
    )
    .or(&["decide", "action"]),
    Parameter::optional("reason", Shape::Text, "why it is rejected"),
    Parameter::optional("into", Shape::Text, "the memory to merge into, such as mem-3"),
    Parameter::optional("fact", Shape::Text, "the sentence to keep instead, for edit").or(&["statement"]),
    Parameter::optional(
        "never_again",
        Shape::Flag,
        "true to refuse this fact whenever it is proposed again, for reject",
    ),
    Parameter::optional("by", Shape::Text, "the name of the person who decided"),
];

/// `context`.
pub(super) const CONTEXT: Told = Told {
    name: "context",
    title: "What to know before answering",
    about: "What is known that bears on this turn: who the user is, the local time, plans, people, how the \
            conversation has gone, preferences and boundaries, and a few memories, each with the id of what \
            it rests on. Call it at the start of every conversation, without arguments, and again with the \
            user's message when the subject changes.",
    takes: CONTEXT_TAKES,
    verb: Verb::Context,
};

/// `recall`.
pub(super) const RECALL: Told = Told {
    name: "recall",
    title: "Search the memory",
    about: "Searches what is remembered and what was said, in Chinese, English or both. Each answer has the \
            exact words it rests on, who said them and when. It may return fewer than asked for, or nothing: \
            then it is not known, and you should say so or ask, never guess.",
    takes: RECALL_TAKES,
    verb: Verb::Recall,
};

/// `remember`.
pub(super) const REMEMBER: Told = Told {
    name: "remember",
    title: "Propose a memory",
    about: "Keeps what the user just said, word for word, and proposes a memory that rests on it. Use it \
            when the user asks you to remember something, or states something lasting about themselves. Never \
            for what you inferred, or said yourself. The answer says whether it counts now, waits for a \
            person, is known already, or contradicts something; do not propose it again.",
    takes: REMEMBER_TAKES,
    verb: Verb::Propose,
};

/// `correct`.
pub(super) const CORRECT: Told = Told {
    name: "correct",
    title: "Correct a memory",
    about: "When the user says that something remembered is wrong or has changed: names the memory, the \
            user's own words that say so, and what holds instead. The old memory is kept with its words and \
            hidden once the correction counts. Find the id with recall first.",
    takes: CORRECT_TAKES,
    verb: Verb::Propose,
};

/// `forget`.
pub(super) const FORGET: Told = Told {
    name: "forget",
    title: "Erase for good",
    about: "Erases a memory, a message or a name for good, with what rests on it alone. It cannot be undone. \
            Only when the user asks for that very thing to be forgotten: show them what it is (show_sources), \
            then call it with confirm true. A memory's messages stay; erase those by their own ids.",
    takes: FORGET_TAKES,
    verb: Verb::Erase,
};

/// `show_sources`.
pub(super) const SHOW_SOURCES: Told = Told {
    name: "show_sources",
    title: "Show the exact words",
    about: "The exact words that a memory or message rests on: who said them, when, in which message, and the \
            turns around them. Use it when the user asks how you know, or before correcting or forgetting.",
    takes: SHOW_SOURCES_TAKES,
    verb: Verb::Sources,
};

/// `review_list`.
pub(super) const REVIEW_LIST: Told = Told {
    name: "review_list",
    title: "What waits for a person",
    about: "The proposals that wait for a person to decide: what each says, the words it rests on, and what \
            it contradicts. Show them to the user as they are.",
    takes: REVIEW_LIST_TAKES,
    verb: Verb::ReviewList,
};

/// `review_decide`.
pub(super) const REVIEW_DECIDE: Told = Told {
    name: "review_decide",
    title: "Carry out a person's decision",
    about: "Carries out what a person decided on a proposal that waits. Only with the person's explicit \
            decision on this very proposal; never decide yourself.",
    takes: REVIEW_DECIDE_TAKES,
    verb: Verb::ReviewDecide,
};

/// `search`.
pub(super) const SEARCH: Told = Told {
    name: "search",
    title: "Search (short list)",
    about: "The same search as recall, as a list of ids and titles; fetch shows each whole. For clients that \
            expect a search and fetch pair.",
    takes: &[QUERY, LIMIT],
    verb: Verb::Recall,
};

/// `fetch`.
pub(super) const FETCH: Told = Told {
    name: "fetch",
    title: "Fetch one whole",
    about: "One memory or message whole, by the id that search gave, with the words it rests on.",
    takes: &[ID],
    verb: Verb::Sources,
};
