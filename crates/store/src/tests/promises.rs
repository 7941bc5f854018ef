//! The promises the store itself keeps.

use hupo_types::{
    DocId, Event, Kind, MemoryId, MemoryRef, MessageId, MessageRef, NewEvidence, NewMemory, Purpose, Refusal, Role,
    Scope, State, Stored,
};

use super::space::{Space, companion, companion_says, fact, key, remember, says, system, user};

#[test]
fn no_memory_without_a_receipt() {
    let space = Space::new();
    space.write(vec![user("m1", "hello 你好")]);
    assert_eq!(space.refusal(remember(fact("says hello", vec![]))), Refusal::NoEvidence);
}

#[test]
fn a_quote_is_kept_as_the_slice_of_the_message_with_its_place() {
    let space = Space::new();
    space.write(vec![user("m1", "嗯……I said “I’m  moving to 上海” yesterday")]);
    space.write(vec![remember(fact("moving", vec![says("m1", "\"I'm moving to 上海\"")]))]);
    let evidence = &space.memory(1).evidence[0];
    assert_eq!(evidence.quote, "“I’m  moving to 上海”");
    assert_eq!((evidence.start, evidence.end), (10, 29));
    assert_eq!(
        (evidence.message, evidence.role, evidence.purpose),
        (MessageId::new(1), Role::User, Purpose::Statement)
    );
    space.is_sound();
}

#[test]
fn of_several_places_the_hinted_one_is_taken_and_doubt_is_noted() {
    let space = Space::new();
    space.write(vec![user("m1", "喝茶，喝茶，喝茶")]);
    let hinted = NewEvidence { hint: Some(6), purpose: Purpose::Confirmation, ..says("m1", "喝茶") };
    space.write(vec![remember(fact("likes tea", vec![says("m1", "喝茶"), hinted]))]);
    let evidence = space.memory(1).evidence;
    let places: Vec<_> = evidence.iter().map(|one| (one.start, one.ambiguous)).collect();
    assert_eq!(places, [(0, true), (6, false)]);
}

#[test]
fn companion_words_alone_make_no_user_fact() {
    let space = Space::new();
    space.write(vec![companion("m1", "你喜欢茉莉花茶 You like jasmine tea"), system("m2", "the user likes tea")]);
    for scope in [Scope::User, Scope::Shared] {
        let memory = NewMemory { scope, ..fact("likes tea", vec![companion_says("m1", "茉莉花茶")]) };
        assert_eq!(space.refusal(remember(memory)), Refusal::NoUserSource);
        let by_program = NewEvidence { role: Role::System, ..says("m2", "the user likes tea") };
        let memory = NewMemory { scope, ..fact("likes tea", vec![by_program]) };
        assert_eq!(space.refusal(remember(memory)), Refusal::NoUserSource);
    }
    let own = NewMemory { scope: Scope::Companion, ..fact("knows tea", vec![companion_says("m1", "茉莉花茶")]) };
    space.write(vec![remember(own)]);
}

#[test]
fn one_quote_of_the_users_is_enough_beside_the_companions() {
    let space = Space::new();
    space.write(vec![companion("m1", "你喜欢茶吗？"), user("m2", "喜欢的，yes I do")]);
    let evidence = vec![companion_says("m1", "喜欢茶"), says("m2", "喜欢的")];
    space.write(vec![remember(NewMemory { scope: Scope::Shared, ..fact("likes tea", evidence) })]);
    assert!(space.memory(1).has_its_receipt());
}

#[test]
fn a_correction_hides_the_old_memory_and_both_keep_their_words() {
    let space = Space::new();
    space.write(vec![user("m1", "我住在上海"), user("m2", "不对，我搬到北京了")]);
    space.write(vec![remember(NewMemory {
        key: key("city"), ..fact("住在上海", vec![says("m1", "我住在上海")])
    })]);
    let correction = NewMemory {
        key: key("City"),
        supersedes: Some(MemoryRef::Id(MemoryId::new(1))),
        ..fact("住在北京", vec![says("m2", "我搬到北京了")])
    };
    let receipt = space.write(vec![remember(correction)]);
    let (old, new) = (space.memory(1), space.memory(2));
    assert_eq!((old.state, old.superseded_by, old.text.as_str()), (State::Superseded, Some(new.id), "住在上海"));
    assert_eq!((new.state, new.supersedes), (State::Active, Some(old.id)));
    assert_eq!((old.evidence.len(), new.evidence.len()), (1, 1));
    assert!(receipt.change.events.iter().any(|event| matches!(event, Event::MemorySuperseded { .. })));
    let sent: Vec<DocId> = receipt.change.documents.iter().map(|document| document.id).collect();
    assert_eq!(sent, [DocId::Memory(new.id)]);
}

#[test]
fn the_same_key_and_text_is_the_same_fact_and_gains_evidence() {
    let space = Space::new();
    space.write(vec![user("m1", "I like Jasmine Tea"), user("m2", "茉莉花茶 jasmine tea again")]);
    let memory = |text: &str, source: &str, quote: &str| {
        remember(NewMemory { key: key("likes"), kind: Kind::Preference, ..fact(text, vec![says(source, quote)]) })
    };
    space.write(vec![memory("Likes jasmine tea", "m1", "Jasmine Tea")]);
    let receipt = space.write(vec![memory("LIKES  JASMINE TEA", "m2", "jasmine tea")]);
    assert_eq!(receipt.stored, [Stored::Memory { id: MemoryId::new(1), existed: true }]);
    assert!(matches!(receipt.change.events[..], [Event::EvidenceAdded { .. }]));
    assert_eq!(receipt.change.documents[0].context.len(), 2);
    assert_eq!(space.memory(1).evidence.len(), 2);
    let again = space.write(vec![memory("likes jasmine tea", "m2", "jasmine tea")]);
    assert_eq!((again.sequence, again.change.events.len()), (receipt.sequence, 0));
    let other = space.write(vec![memory("Likes oolong", "m2", "jasmine tea")]);
    assert_eq!(other.stored, [Stored::Memory { id: MemoryId::new(2), existed: false }]);
    assert_eq!(space.store().snapshot().unwrap().evidence_citing(MessageId::new(2)).unwrap().len(), 2);
}

#[test]
fn what_was_superseded_is_not_revived_by_being_said_again() {
    let space = Space::new();
    space.write(vec![user("m1", "我住在上海"), user("m2", "我住在北京")]);
    let home = |text: &str, source: &str| NewMemory { key: key("city"), ..fact(text, vec![says(source, text)]) };
    space.write(vec![remember(home("我住在上海", "m1"))]);
    space.write(vec![remember(NewMemory {
        supersedes: Some(MemoryRef::Id(MemoryId::new(1))),
        ..home("我住在北京", "m2")
    })]);
    let back = space.one(remember(home("我住在上海", "m1")));
    assert_eq!(back, Stored::Memory { id: MemoryId::new(3), existed: false });
}

#[test]
fn a_memory_may_cite_a_message_of_the_same_write() {
    let space = Space::new();
    let receipt = space
        .write(vec![user("m1", "我叫小雨 call me Rain"), remember(fact("名叫小雨", vec![says("m1", "我叫小雨")]))]);
    assert_eq!(receipt.stored.len(), 2);
    let by_id = NewEvidence::statement(MessageRef::Id(MessageId::new(1)), Role::User, "call me Rain");
    space.write(vec![remember(fact("called Rain", vec![by_id]))]);
}

#[test]
fn lines_of_the_program_are_kept_and_quotable_but_no_documents() {
    let space = Space::new();
    space.write(vec![super::space::entity("Amber", &[])]);
    let receipt = space.write(vec![system("m1", "Amber was set up 已设置")]);
    assert!(receipt.change.documents.is_empty());
    assert_eq!(receipt.change.events.len(), 1, "no mention either");
    let snapshot = space.store().snapshot().unwrap();
    assert!(snapshot.message_by_external("m1").unwrap().is_some());
    assert!(snapshot.document(DocId::Message(MessageId::new(1))).unwrap().is_none());
    assert_eq!(snapshot.counts().documents(), 0);
    let cited = NewEvidence { role: Role::System, ..says("m1", "was set up") };
    space.write(vec![remember(NewMemory { scope: Scope::Companion, ..fact("was set up", vec![cited]) })]);
}
