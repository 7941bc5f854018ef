//! The rules: what a clause says of the user. Each reads one clause and answers with proposals, mostly with none.

mod allergy;
mod birth;
mod boundary;
mod family;
mod home;
mod name;
mod place;
mod plan;
mod promise;
mod request;
mod taste;
mod value;
mod work;

use crate::draft::Said;
use hupo_types::Proposal;

type Rule = fn(Said<'_>) -> Vec<Proposal>;

/// In order; a clause says what the first rule that understands it says.
const RULES: [Rule; 10] = [
    boundary::of_clause,
    promise::of_clause,
    name::of_clause,
    birth::of_clause,
    allergy::of_clause,
    family::of_clause,
    home::of_clause,
    work::of_clause,
    taste::of_clause,
    plan::of_clause,
];

/// What a clause says; a request to remember is that, and what it asks to be remembered.
pub(crate) fn of_clause(said: Said<'_>) -> Vec<Proposal> {
    request::of_clause(said).unwrap_or_else(|| facts(said))
}

fn facts(said: Said<'_>) -> Vec<Proposal> {
    RULES.iter().map(|rule| rule(said)).find(|found| !found.is_empty()).unwrap_or_default()
}
