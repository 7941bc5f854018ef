//! Batches: a verdict each, in order, each seeing what the ones before it did; dry runs; nothing written by refusals.

use super::space::{NOW, automatic, json, keyed, memory, quote};
use hupo_store::Order;
use hupo_types::VerdictCode;

#[test]
fn each_proposal_of_a_batch_sees_the_ones_before_it() {
    let space = automatic();
    space.user("a", "我住在杭州, my sister is Mei");
    let home = || memory(keyed("city", "用户住在杭州", vec![quote("a", "住在杭州")]));
    let invented = memory(keyed("pet", "用户养了猫", vec![quote("a", "养了一只猫")]));
    let mei = json(
        r#"{"propose":"person","name":"Mei","evidence":[{"message":"a","role":"user","quote":"my sister is Mei"}]}"#,
    );
    let codes: Vec<VerdictCode> = space
        .propose_all(vec![home(), invented, home(), mei.clone(), mei])
        .into_iter()
        .map(|verdict| verdict.code)
        .collect();
    use VerdictCode::{Accepted, Duplicate, QuoteNotFound};
    assert_eq!(codes, [Accepted, QuoteNotFound, Duplicate, Accepted, Duplicate]);
}

#[test]
fn a_dry_run_says_what_would_be_and_writes_nothing() {
    let space = automatic();
    space.user("a", "我住在杭州 in Hangzhou");
    let before = space.snapshot().sequence();
    let home = || memory(keyed("city", "用户住在杭州", vec![quote("a", "住在杭州")]));
    let verdicts = space.run(Order { dry_run: true, ..Order::new(NOW) }, vec![home(), home()]);
    let codes: Vec<VerdictCode> = verdicts.into_iter().map(|verdict| verdict.code).collect();
    assert_eq!(codes, [VerdictCode::Accepted, VerdictCode::Duplicate]);
    assert_eq!((space.snapshot().sequence(), space.n_memories()), (before, 0));
}
