//! Topics that are due: which month a memory belongs to, who is a member, and why a summary is due.

use super::maintain::after;
use super::space::{DAY_MS, NOW, Space, automatic, correcting, fact, json, keyed, memory, quote, required, zone};
use crate::{DueWhy, Month, TopicDue, expand, topics_due};
use hupo_store::Write;
use hupo_types::{
    CareCommand, Command, Interval, Kind, MemoryId, NewDecision, NewMemory, NewMessage, Proposal, State, Timestamp,
    VerdictCode,
};

fn may() -> Month {
    Month::new(2024, 5).unwrap()
}

fn on(topic: &str, new: NewMemory) -> Proposal {
    memory(NewMemory { topics: vec![topic.to_owned()], ..new })
}

/// Two worries of May, in two languages.
fn worries(space: Space) -> Space {
    space.topic("工作");
    space.user("a", "今天又加班，压力好大");
    space.user("b", "I dread the next release");
    for (attribute, text, id, words) in [
        ("overtime", "用户加班压力大", "a", "压力好大"),
        ("dread", "The user dreads releases", "b", "dread the next release"),
    ] {
        space.propose(on("工作", keyed(attribute, text, vec![quote(id, words)])));
    }
    space
}

impl Space {
    /// A line that is said and recorded at a moment.
    fn says_at(&self, message: NewMessage, at: Timestamp) {
        let command = Command::Append { message: message.at(at), vector: None };
        self.store.commit(Write::new(vec![command], at)).unwrap();
    }

    fn due(&self, month: Month) -> Vec<TopicDue> {
        topics_due(&self.snapshot(), month, &zone()).unwrap()
    }

    /// The only group that is due.
    fn one_due(&self, month: Month) -> TopicDue {
        let mut due = self.due(month);
        assert_eq!(due.len(), 1, "{due:?}");
        due.remove(0)
    }

    /// A summary of what is due, kept.
    fn summarise(&self, text: &str) -> VerdictCode {
        self.propose(Proposal::TopicSummary(self.one_due(may()).draft(text))).code
    }
}

fn members(due: &TopicDue) -> Vec<u64> {
    due.members.iter().map(|member| member.memory.get()).collect()
}

#[test]
fn a_new_group_hands_out_its_members_with_the_words_they_rest_on() {
    let space = worries(automatic());
    let due = space.one_due(may());
    assert_eq!((due.why, due.replaces, due.waiting, due.n_left_out), (DueWhy::New, None, None, 0));
    let words: Vec<&str> = due.members.iter().map(|member| member.evidence[0].quote.as_str()).collect();
    assert_eq!(words, ["压力好大", "dread the next release"]);
    assert!(due.members.iter().all(|member| member.is_new && member.state == State::Active));
    let draft = due.draft("五月 work stress 压力大");
    assert_eq!((draft.topic.as_str(), draft.period, draft.members.len()), ("工作", due.period, 2));
    assert_eq!(space.propose(Proposal::TopicSummary(draft)).code, VerdictCode::Accepted);
    assert!(space.due(may()).is_empty(), "it is summarised");
}

#[test]
fn one_memory_is_no_group_and_other_months_are_not_this_one() {
    let space = worries(automatic());
    assert!(space.due(Month::new(2024, 4).unwrap()).is_empty());
    assert!(space.due(Month::new(2024, 6).unwrap()).is_empty());
    space.topic("爱好");
    space.user("c", "我喜欢爬山 hiking");
    space.propose(on("爱好", fact("用户喜欢爬山", vec![quote("c", "喜欢爬山")])));
    assert_eq!(space.one_due(may()).name, "工作");
}

#[test]
fn a_memory_belongs_to_the_month_in_which_it_began_or_was_said_in_the_zone_of_the_space() {
    let space = automatic();
    space.topic("工作");
    // 1 May in Shanghai, and still 30 April in London.
    let dawn = Timestamp::from_ms(1_714_500_000_000);
    space.says(NewMessage::user("凌晨还在加班 overtime").external_id("a").at(dawn));
    space.says(NewMessage::user("年初升职了 promoted").external_id("b").at(NOW));
    space.says(NewMessage::user("四月换了组 new team").external_id("c").at(dawn.plus_ms(-40 * DAY_MS)));
    let began = Interval { from: Some(dawn), to: None };
    space.propose(on("工作", fact("用户凌晨加班", vec![quote("a", "凌晨还在加班")])));
    space.propose(on("工作", NewMemory { valid: began, ..fact("Promoted", vec![quote("b", "promoted")]) }));
    space.propose(on("工作", fact("用户换了组", vec![quote("c", "换了组")])));
    assert_eq!(members(&space.one_due(may())), [1, 2], "recorded in May, and said in March");
}

#[test]
fn what_is_kept_word_for_word_is_no_member_and_disputes_wait() {
    let space = worries(automatic());
    space.user("c", "工作时间别打电话 never call me");
    for kind in [Kind::Identity, Kind::Rule, Kind::Boundary] {
        let new = NewMemory { kind, ..fact("No calls at work 别打", vec![quote("c", "别打电话")]) };
        assert_eq!(space.propose(on("工作", new)).code, VerdictCode::Accepted);
    }
    assert_eq!(members(&space.one_due(may())), [1, 2]);
    space.user("d", "其实没压力 no stress");
    space.propose(on("工作", keyed("overtime", "用户没压力", vec![quote("d", "没压力")])));
    assert!(space.due(may()).is_empty(), "one of two is disputed");
}

#[test]
fn a_group_grows_and_its_new_summary_is_made_from_all_the_members_again() {
    let space = worries(automatic());
    space.summarise("五月压力大");
    space.user("c", "周末也加班 on Sunday too");
    space.propose(on("工作", fact("用户周末加班", vec![quote("c", "周末也加班")])));
    let due = space.one_due(may());
    assert_eq!((due.why, due.replaces, members(&due)), (DueWhy::Grown, Some(MemoryId::new(3)), vec![1, 2, 4]));
    let new: Vec<bool> = due.members.iter().map(|member| member.is_new).collect();
    assert_eq!(new, [false, false, true]);
    assert_eq!(space.summarise("五月压力大"), VerdictCode::Supersedes, "the same words of more members are newer");
    assert!(space.due(may()).is_empty());
    assert!([1, 2, 4].iter().all(|number| space.memory(*number).care.folded_into == Some(MemoryId::new(5))));
}

#[test]
fn a_corrected_member_makes_the_group_due_again_with_what_took_its_place_whenever_that_was_said() {
    let space = worries(automatic());
    space.summarise("五月压力大");
    let later = after(60);
    space.says_at(NewMessage::user("不对，是运动压力 sport, not work").external_id("c"), later);
    let corrected = json(
        r#"{"propose":"correction","corrects":1,"text":"用户运动压力大","evidence":[
            {"message":"c","role":"user","quote":"是运动压力","purpose":"correction"}]}"#,
    );
    assert_eq!(space.propose(corrected).code, VerdictCode::Supersedes);
    assert_eq!((space.memory(3).state, space.memory(2).state), (State::Superseded, State::Active));
    let due = space.one_due(may());
    assert_eq!((due.why, due.replaces, members(&due)), (DueWhy::Changed, None, vec![2, 4]));
    assert_eq!(space.summarise("五月运动压力"), VerdictCode::Accepted);
    assert!(space.due(may()).is_empty());
    assert!(space.due(Month::of(later, &zone()).unwrap()).is_empty(), "it is no group of its own month");
}

#[test]
fn a_group_is_due_again_even_if_all_its_members_were_corrected_in_another_month() {
    let space = worries(automatic());
    space.summarise("五月压力大");
    space.says_at(NewMessage::user("其实都挺好 all fine now").external_id("c"), after(60));
    for (attribute, id, text) in [("overtime", 1, "用户不加班"), ("dread", 2, "No dread of releases")] {
        let new = keyed(attribute, text, vec![correcting("c", "都挺好")]);
        let supersedes = Some(hupo_types::MemoryRef::Id(MemoryId::new(id)));
        space.propose(on("工作", NewMemory { supersedes, ..new }));
    }
    let due = space.one_due(may());
    assert_eq!((due.why, members(&due)), (DueWhy::Changed, vec![4, 5]));
}

#[test]
fn a_member_that_was_brought_back_is_covered_still() {
    let space = worries(automatic());
    space.summarise("五月压力大");
    space.care(CareCommand::Restore { memories: vec![MemoryId::new(1)] }, after(10));
    assert_eq!((space.memory(1).state, space.memory(3).state), (State::Active, State::Active));
    assert!(space.due(may()).is_empty());
}

#[test]
fn what_another_topic_s_summary_stands_for_is_offered_to_no_second_one() {
    let space = worries(automatic());
    space.topic("健康");
    space.user("c", "压力大到失眠 can't sleep");
    for (text, words) in [("用户失眠", "失眠"), ("Stress keeps the user awake", "can't sleep")] {
        let topics = vec!["工作".to_owned(), "健康".to_owned()];
        space.propose(memory(NewMemory { topics, ..fact(text, vec![quote("c", words)]) }));
    }
    let due = space.due(may());
    assert_eq!(due.iter().map(members).collect::<Vec<_>>(), [vec![1, 2, 3, 4], vec![3, 4]]);
    let draft = due[0].draft("五月 stress and no sleep");
    assert_eq!(space.propose(Proposal::TopicSummary(draft)).code, VerdictCode::Accepted);
    assert!(space.due(may()).is_empty());
    let refused = space.refuses(Proposal::TopicSummary(due[1].draft("失眠")), VerdictCode::UnknownTarget, "members[0]");
    assert!(refused.reason.contains("mem-5 stands for mem-3"), "{}", refused.reason);
}

#[test]
fn a_draft_that_waits_is_named() {
    let space = worries(required());
    for number in [1, 2] {
        space.decide(number, NewDecision::Approve);
    }
    assert_eq!(space.summarise("五月压力大"), VerdictCode::Pending);
    assert_eq!(space.one_due(may()).waiting.map(|id| id.get()), Some(3));
    assert_eq!(space.memory(1).state, State::Active, "nothing is folded before a person decides");
    space.decide(3, NewDecision::Approve);
    assert!(space.due(may()).is_empty());
    assert_eq!(space.memory(1).state, State::Folded);
}

#[test]
fn a_summary_is_expanded_into_what_it_was_made_from_whatever_became_of_it() {
    let space = worries(automatic());
    space.summarise("五月压力大");
    space.user("c", "不对，不是压力 not stress");
    let new = NewMemory {
        supersedes: Some(hupo_types::MemoryRef::Id(MemoryId::new(1))),
        ..keyed("overtime", "用户不觉得有压力", vec![correcting("c", "不是压力")])
    };
    space.propose(memory(new));
    let originals = expand(&space.snapshot(), MemoryId::new(3)).unwrap().unwrap();
    let states: Vec<(u64, State, &str)> =
        originals.iter().map(|one| (one.memory.get(), one.state, one.evidence[0].quote.as_str())).collect();
    assert_eq!(states, [(1, State::Superseded, "压力好大"), (2, State::Active, "dread the next release")]);
    assert_eq!(originals[0].superseded_by, Some(MemoryId::new(4)));
    assert_eq!(expand(&space.snapshot(), MemoryId::new(1)).unwrap(), None);
    assert_eq!(expand(&space.snapshot(), MemoryId::new(99)).unwrap(), None);
}

#[test]
fn a_month_with_more_than_a_summary_holds_gives_the_most_important_and_says_how_many_it_left() {
    let space = automatic();
    space.topic("工作");
    space.user("a", "每天都加班 overtime daily");
    let new = |number: usize| {
        let importance = if number < 10 { 5 } else { 6 };
        on("工作", NewMemory { importance, ..fact(&format!("用户第{number}次加班"), vec![quote("a", "都加班")]) })
    };
    space.propose_all((0..266).map(new).collect());
    let due = space.one_due(may());
    assert_eq!((due.members.len(), due.n_left_out), (256, 10));
    assert!(due.members.iter().all(|member| member.importance == 6));
    assert_eq!(space.propose(Proposal::TopicSummary(due.draft("天天加班 daily overtime"))).code, VerdictCode::Accepted);
}

#[test]
fn an_erased_member_takes_its_summary_along_and_the_rest_is_due_again() {
    let space = worries(automatic());
    space.user("c", "周末也加班 on Sunday too");
    space.propose(on("工作", fact("用户周末加班", vec![quote("c", "周末也加班")])));
    assert_eq!(space.summarise("五月压力大, weekends too"), VerdictCode::Accepted);
    space.write(vec![Command::Erase(hupo_types::EraseTarget::Memory(MemoryId::new(1)))]);
    let states = [1, 2, 3, 4].map(|number| space.memory(number).state);
    assert_eq!(states, [State::Erased, State::Active, State::Active, State::Erased]);
    let due = space.one_due(may());
    assert_eq!((due.why, members(&due)), (DueWhy::New, vec![2, 3]));
    assert_eq!(space.summarise("五月 weekends"), VerdictCode::Accepted, "the summary's own key is not barred");
}
