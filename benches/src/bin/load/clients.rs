//! The clients: each asks by gRPC over a connection of its own.

use crate::options::LoadOptions;
use crate::report::Took;
use crate::spaces::name;
use hupo_benches::{Corpus, Random};
use hupo_server::v1;
use hupo_server::v1::hupo_client::HupoClient;
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tokio::task::JoinSet;
use tonic::transport::{Channel, Endpoint};
use tonic::{Code, Status};

/// How long a caller waits for an answer.
const PATIENCE: Duration = Duration::from_secs(30);
/// What is asked, in both languages.
const QUESTIONS: [&str; 8] = [
    "妹妹什么时候搬去里斯本？",
    "What did we say about the ERP approval?",
    "上周说的体检报告怎么样了",
    "Who is allergic to peanuts?",
    "老板对方案说了什么 about the deadline",
    "茉莉花茶",
    "Which trams does she love?",
    "周五下午有什么安排？",
];

/// One call, made up beforehand.
enum Asked {
    Recall(Box<v1::RecallRequest>),
    Append(v1::AppendRequest),
}

/// A load, to be put on in more than one way.
pub(crate) struct Load {
    channels: Vec<Channel>,
    mix: Arc<Mix>,
}

/// What is asked, and of which spaces.
struct Mix {
    corpus: Corpus,
    spaces: Range<usize>,
    appends: usize,
}

/// What the spaces that were open and those that were not were answered at the same time.
pub(crate) struct Beside {
    pub(crate) open: Took,
    pub(crate) opened: Took,
}

impl Load {
    pub(crate) async fn connect(address: &str, options: &LoadOptions) -> Self {
        let mut channels = Vec::new();
        for _ in 0..options.clients {
            let endpoint = Endpoint::from_shared(format!("http://{address}")).expect("the server said where it is");
            channels.push(endpoint.connect().await.expect("the server listens"));
        }
        let mix = Mix { corpus: Corpus::load(), spaces: 0..options.spaces, appends: options.appends };
        Self { channels, mix: Arc::new(mix) }
    }

    /// Each of these spaces is asked once, by so many clients at once; none was open before.
    pub(crate) async fn first_touch(&self, spaces: Range<usize>, clients: usize) -> Took {
        let (next, end) = (Arc::new(AtomicUsize::new(spaces.start)), spaces.end);
        let mut running = JoinSet::new();
        for (number, channel) in self.channels.iter().take(clients).enumerate() {
            let (next, mut client) = (next.clone(), HupoClient::new(channel.clone()));
            running.spawn(async move {
                let (mut random, mut took) = (Random::new(number as u64), Took::default());
                loop {
                    let space = next.fetch_add(1, Ordering::Relaxed);
                    if space >= end {
                        return took;
                    }
                    took.one(call(&mut client, recall(name(space), &mut random)).await);
                }
            });
        }
        all(running).await
    }

    /// One client asks spaces that are not open, one after the other, while the others go on asking those that are.
    pub(crate) async fn beside(&self, open: Range<usize>, cold: Range<usize>) -> Beside {
        let is_over = Arc::new(AtomicBool::new(false));
        let mix = Arc::new(Mix { corpus: Corpus::load(), spaces: open, appends: self.mix.appends });
        let mut running = JoinSet::new();
        for (number, channel) in self.channels.iter().enumerate().skip(1) {
            let is_over = is_over.clone();
            running.spawn(keep_asking(mix.clone(), number, channel.clone(), move || is_over.load(Ordering::Relaxed)));
        }
        let opened = self.first_touch(cold, 1).await;
        is_over.store(true, Ordering::Relaxed);
        Beside { open: all(running).await, opened }
    }

    /// Each client asks again as soon as it was answered.
    pub(crate) async fn steadily(&self, clients: usize, lasting: Duration) -> Took {
        let until = Instant::now() + lasting;
        let mut running = JoinSet::new();
        for (number, channel) in self.channels.iter().cycle().take(clients).enumerate() {
            running.spawn(keep_asking(self.mix.clone(), number, channel.clone(), move || Instant::now() >= until));
        }
        all(running).await
    }

    /// Calls come at this rate, whether or not those before were answered.
    pub(crate) async fn at_rate(&self, per_second: f64, lasting: Duration) -> Took {
        let (began, mut random, mut running) = (Instant::now(), Random::new(7), JoinSet::new());
        let mut took = Took::default();
        let mut n_sent = 0_u32;
        while began.elapsed() < lasting {
            let due = (began.elapsed().as_secs_f64() * per_second) as u32;
            for number in n_sent..due {
                let channel =
                    self.channels.get(number as usize % self.channels.len()).expect("it is below their number");
                let (asked, mut client) = (self.mix.draw(&mut random), HupoClient::new(channel.clone()));
                running.spawn(async move { Took::of(call(&mut client, asked).await) });
            }
            n_sent = due;
            while let Some(one) = running.try_join_next() {
                took.add(one.expect("a call does not panic"));
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        took.add(all(running).await);
        took
    }
}

impl Mix {
    fn draw(&self, random: &mut Random) -> Asked {
        let space = name(self.spaces.start + random.below(self.spaces.len()));
        match random.below(100) < self.appends {
            true => Asked::Append(self.append(space, random)),
            false => recall(space, random),
        }
    }

    /// A new line under a key of its own.
    fn append(&self, space: String, random: &mut Random) -> v1::AppendRequest {
        let line = self.corpus.message(random.below(900_000));
        let session = "load".to_owned();
        let message =
            v1::NewMessage { role: v1::Role::User.into(), text: line.text, session, ..v1::NewMessage::default() };
        let idempotency_key = format!("{}", random.below(usize::MAX));
        v1::AppendRequest { space, idempotency_key, messages: vec![message], ..v1::AppendRequest::default() }
    }
}

/// Asks again as soon as it was answered, until it is over.
async fn keep_asking(mix: Arc<Mix>, number: usize, channel: Channel, is_over: impl Fn() -> bool) -> Took {
    let (mut random, mut took) = (Random::new(number as u64), Took::default());
    let mut client = HupoClient::new(channel);
    while !is_over() {
        took.one(call(&mut client, mix.draw(&mut random)).await);
    }
    took
}

fn recall(space: String, random: &mut Random) -> Asked {
    let text = (*random.pick(&QUESTIONS)).to_owned();
    let scope = v1::SearchScope::Transcript.into();
    let question = Some(v1::Question { text, scope, ..v1::Question::default() });
    Asked::Recall(Box::new(v1::RecallRequest { space, question, ..v1::RecallRequest::default() }))
}

/// What a call was, how long it took, and how it ended.
pub(crate) type Ended = (&'static str, Duration, Result<(), Code>);

async fn call(client: &mut HupoClient<Channel>, asked: Asked) -> Ended {
    let began = Instant::now();
    let (verb, ended) = match asked {
        Asked::Recall(asked) => ("recall", client.recall(patiently(*asked)).await.map(drop)),
        Asked::Append(asked) => ("append", client.append(patiently(asked)).await.map(drop)),
    };
    (verb, began.elapsed(), ended.map_err(|status: Status| status.code()))
}

fn patiently<T>(asked: T) -> tonic::Request<T> {
    let mut request = tonic::Request::new(asked);
    request.set_timeout(PATIENCE);
    request
}

async fn all(mut running: JoinSet<Took>) -> Took {
    let mut took = Took::default();
    while let Some(one) = running.join_next().await {
        took.add(one.expect("a client does not panic"));
    }
    took
}
