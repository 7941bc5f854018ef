//! What people and programs read: cards, tables and JSON.

mod answer;
mod answer_json;
mod asked;
mod card;
mod care;
mod erasure;
mod explain;
mod footer;
mod imported;
mod log;
mod memory;
mod opening;
mod paint;
mod person;
mod promotion;
mod receipt;
mod records;
mod repair;
mod review;
mod stats;
mod story;
mod table;
mod temperature;
mod time;
mod topic;
mod verdict;
mod wrap;

pub(crate) use answer::{Remarks, answer};
pub(crate) use answer_json::answer_json;
pub(crate) use asked::{Asked, WhyNot};
pub(crate) use care::{detected_json, detected_lines, maintenance_json, maintenance_lines, signs, use_json};
pub(crate) use erasure::erasure;
pub(crate) use imported::{Exported, Imported, imported};
pub(crate) use log::{belief_card, entity_row, observation_card, page_card, plan_card, profile_card};
pub(crate) use memory::{memory_card, memory_json};
pub(crate) use opening::{demo_heading, rule};
pub(crate) use paint::Paint;
pub(crate) use person::person_card;
pub(crate) use promotion::{DueRow, Promoted, RunRow, due_json, due_table, promotion_json, promotion_lines, run_line};
pub(crate) use receipt::{Written, receipt};
pub(crate) use records::{
    belief_json, beliefs_input_json, entity_json, erasure_json, observation_json, page_json, person_json, plan_json,
    profile_json,
};
pub(crate) use repair::{repair_lines, verification_lines};
pub(crate) use review::{decision_word, review_card, review_json, waiting_json, waiting_row};
pub(crate) use stats::stats;
pub(crate) use story::{Sheet, story_heading, tally, title, told, word};
pub(crate) use table::{facts, table};
pub(crate) use temperature::{temperature_chart, temperature_json, temperature_table};
pub(crate) use time::local;
pub(crate) use topic::{member_card, member_json, topic_due_card, topic_due_json, topic_json, topic_row};
pub(crate) use verdict::{code_of, settled, verdict_json, verdict_list, verdicts};
