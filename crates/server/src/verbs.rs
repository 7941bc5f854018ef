//! The verbs: each a thin function from a request to an answer over one space, the same for every transport.
//!
//! [`for_each_verb`] is the one table of them; the gRPC service, the JSON routes and the calls of the desk are made from it.

mod belief;
mod care;
mod context;
mod erasure;
mod evidence;
mod get;
mod memory;
mod message;
mod observation;
mod page;
mod people;
mod plan;
mod profile;
mod promotion;
mod proposal;
mod recall;
mod review;
mod root;
mod rules;
mod slice;
mod space;
pub(crate) mod streams;
mod topic;

use crate::desk::{Call, Desk};
use crate::problem::Problem;
use crate::verb::Verb;
use crate::wire::v1;
use std::future::Future;

/// What a request says beside what it asks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) space: String,
    pub(crate) deadline_ms: u32,
    pub(crate) once: String,
    pub(crate) at_least: u64,
}

/// A request with one answer.
pub(crate) trait Ask: prost::Message + Default + 'static {
    /// What is asked for.
    const VERB: Verb;

    /// What it is answered with.
    type Answer: prost::Message + Default + 'static;

    /// Takes out what it says beside what it asks; what is left is what the same request must repeat.
    fn take_head(&mut self) -> Head;

    /// Has it answered.
    fn carry_out(self, desk: &Desk, call: Call) -> impl Future<Output = Result<Self::Answer, Problem>> + Send;
}

/// Calls `$then!` with a row a verb: how it uses the space, its name as a function, as a word, its messages, its work.
macro_rules! for_each_verb {
    ($then:ident) => {
        $then! {
            write append Append(AppendRequest) -> AppendResponse = message::append;
            write propose Propose(ProposeRequest) -> ProposeResponse = proposal::propose;
            write add_topics AddTopics(AddTopicsRequest) -> AddTopicsResponse = topic::add_topics;
            write observe Observe(ObserveRequest) -> ObserveResponse = observation::observe;
            write put_beliefs PutBeliefs(PutBeliefsRequest) -> PutBeliefsResponse = belief::put_beliefs;
            read review_list ReviewList(ReviewListRequest) -> ReviewListResponse = review::list;
            read review_card ReviewCard(ReviewCardRequest) -> ReviewCardResponse = review::card;
            write review_decide ReviewDecide(ReviewDecideRequest) -> ReviewDecideResponse = review::decide;
            read rules Rules(RulesRequest) -> RulesResponse = rules::rules;
            write set_rules SetRules(SetRulesRequest) -> SetRulesResponse = rules::set_rules;
            read recall Recall(RecallRequest) -> RecallResponse = recall::recall;
            read why_not WhyNot(WhyNotRequest) -> WhyNotResponse = recall::why_not;
            read context Context(ContextRequest) -> ContextResponse = context::context;
            read get Get(GetRequest) -> GetResponse = get::get;
            read sources Sources(SourcesRequest) -> SourcesResponse = evidence::sources;
            read citing Citing(CitingRequest) -> CitingResponse = evidence::citing;
            read history History(HistoryRequest) -> HistoryResponse = memory::history;
            read observations Observations(ObservationsRequest) -> ObservationsResponse = observation::observations;
            read profile Profile(ProfileRequest) -> ProfileResponse = profile::profile;
            read beliefs Beliefs(BeliefsRequest) -> BeliefsResponse = belief::beliefs;
            read beliefs_input BeliefsInput(BeliefsInputRequest) -> BeliefsInputResponse = belief::beliefs_input;
            read plans Plans(PlansRequest) -> PlansResponse = plan::plans;
            read pages Pages(PagesRequest) -> PagesResponse = page::pages;
            read people People(PeopleRequest) -> PeopleResponse = people::people;
            read person Person(PersonRequest) -> PersonResponse = people::person;
            write merge_people MergePeople(MergePeopleRequest) -> MergePeopleResponse = people::merge;
            write split_people SplitPeople(SplitPeopleRequest) -> SplitPeopleResponse = people::split;
            write used Used(UsedRequest) -> UsedResponse = care::used;
            read uses Uses(UsesRequest) -> UsesResponse = care::uses;
            read detect_used DetectUsed(DetectUsedRequest) -> DetectUsedResponse = care::detect_used;
            write look Look(LookRequest) -> LookResponse = care::look;
            write restore Restore(RestoreRequest) -> RestoreResponse = care::restore;
            write maintain Maintain(MaintainRequest) -> MaintainResponse = care::maintain;
            read temperatures Temperatures(TemperaturesRequest) -> TemperaturesResponse = care::temperatures;
            read topics Topics(TopicsRequest) -> TopicsResponse = topic::topics;
            read topics_due TopicsDue(TopicsDueRequest) -> TopicsDueResponse = topic::topics_due;
            read expand Expand(ExpandRequest) -> ExpandResponse = topic::expand;
            read promotion_due PromotionDue(PromotionDueRequest) -> PromotionDueResponse = promotion::due;
            read promotion_task PromotionTask(PromotionTaskRequest) -> PromotionTaskResponse = promotion::task;
            write close_run CloseRun(CloseRunRequest) -> CloseRunResponse = promotion::close;
            again promote Promote(PromoteRequest) -> PromoteResponse = promotion::promote;
            read runs Runs(RunsRequest) -> RunsResponse = promotion::runs;
            write erase Erase(EraseRequest) -> EraseResponse = erasure::erase;
            read erasures Erasures(ErasuresRequest) -> ErasuresResponse = erasure::erasures;
            root spaces Spaces(SpacesRequest) -> SpacesResponse = root::spaces;
            root create_space CreateSpace(CreateSpaceRequest) -> CreateSpaceResponse = root::create_space;
            root erase_space EraseSpace(EraseSpaceRequest) -> EraseSpaceResponse = root::erase_space;
            read stats Stats(StatsRequest) -> StatsResponse = space::stats;
            read verify Verify(VerifyRequest) -> VerifyResponse = space::verify;
            read rebuild Rebuild(RebuildRequest) -> RebuildResponse = space::rebuild;
        }
    };
}
pub(crate) use for_each_verb;

/// What a request says beside what it asks, by how its verb uses the space.
macro_rules! head {
    (read $request:ident) => {
        Head {
            space: std::mem::take(&mut $request.space),
            deadline_ms: std::mem::take(&mut $request.deadline_ms),
            once: String::new(),
            at_least: std::mem::take(&mut $request.at_least),
        }
    };
    (write $request:ident) => {
        Head {
            space: std::mem::take(&mut $request.space),
            deadline_ms: std::mem::take(&mut $request.deadline_ms),
            once: std::mem::take(&mut $request.idempotency_key),
            at_least: 0,
        }
    };
    // A write that may be asked for again by its nature, and takes no key.
    (again $request:ident) => {
        Head {
            space: std::mem::take(&mut $request.space),
            deadline_ms: std::mem::take(&mut $request.deadline_ms),
            ..Head::default()
        }
    };
}

macro_rules! asks {
    ($($mode:ident $name:ident $verb:ident($request:ident) -> $response:ident = $noun:ident::$work:ident;)+) => {
        $(asks! { @one $mode $verb $request $response $noun $work })+
    };
    (@one root $verb:ident $request:ident $response:ident $noun:ident $work:ident) => {};
    (@one $mode:ident $verb:ident $request:ident $response:ident $noun:ident $work:ident) => {
        impl Ask for v1::$request {
            const VERB: Verb = Verb::$verb;
            type Answer = v1::$response;

            fn take_head(&mut self) -> Head {
                head!($mode self)
            }

            async fn carry_out(self, desk: &Desk, call: Call) -> Result<Self::Answer, Problem> {
                desk.carry_out(call, move |space, scope| $noun::$work(space, scope, self)).await
            }
        }
    };
}

for_each_verb!(asks);
