//! An OpenAI-compatible chat endpoint: asked once or a few times, within bounds, and never followed elsewhere.

mod line;
mod retry_after;

use crate::chat::{Answer, Asking, Chat, Form};
use crate::{ApiKey, Failure, Pace, Tries, Trouble};
use line::{Heard, Line};
use retry_after::RetryAfter;
use std::sync::atomic::{AtomicU8, Ordering};
use std::time::Duration;

/// Where a model is reached, and what is borne with.
#[derive(Debug, Clone)]
pub struct EndpointOptions {
    /// The base URL, such as `http://127.0.0.1:8080/v1`; `/chat/completions` is added.
    pub base_url: String,
    /// The model's name, as the endpoint knows it.
    pub model: String,
    /// The key, where the endpoint asks for one.
    pub key: Option<ApiKey>,
    /// How long connecting may take.
    pub connect: Duration,
    /// How long the whole answer may take, from asking to its last byte.
    pub answer: Duration,
    /// How many bytes of an answer are read.
    pub answer_bytes: u64,
    /// How many tokens the model may write.
    pub answer_tokens: u64,
    /// How often it is tried.
    pub tries: Tries,
}

impl EndpointOptions {
    /// The endpoint at this base URL, with this model.
    pub fn new(base_url: impl Into<String>, model: impl Into<String>) -> Self {
        Self {
            base_url: base_url.into(),
            model: model.into(),
            key: None,
            connect: Duration::from_secs(10),
            answer: Duration::from_secs(180),
            answer_bytes: 4 << 20,
            answer_tokens: 4_096,
            tries: Tries::default(),
        }
    }
}

/// An endpoint that is ready to be asked.
#[derive(Debug)]
pub struct Endpoint {
    options: EndpointOptions,
    line: Line,
    pace: Pace,
    /// The plainest form of request it was found to need, as a number of [`Form::ALL`].
    form: AtomicU8,
}

impl Endpoint {
    /// Makes ready; nothing is sent yet.
    ///
    /// # Errors
    /// [`Failure::Settings`] if the address or the model's name cannot be used.
    pub fn new(options: EndpointOptions, pace: Pace) -> Result<Self, Failure> {
        if options.model.trim().is_empty() {
            return Err(Failure::Settings { what: "the model has no name" });
        }
        let line = Line::new(&options)?;
        Ok(Self { options, line, pace, form: AtomicU8::new(0) })
    }

    /// Asks in one form, as often as it may be tried.
    fn ask_as(&self, asking: &Asking, form: Form) -> Result<Heard, Failure> {
        let body = asking.body(&self.options.model, form, self.options.answer_tokens);
        let most = self.options.tries.most.max(1);
        let mut n = 1;
        loop {
            let heard = self.line.post(&body);
            let wait = match self.after(heard, n, most) {
                After::Done(done) => return done,
                After::Again(wait) => wait,
            };
            self.pace.wait(wait)?;
            n += 1;
        }
    }

    /// What to do after the `n`th try.
    fn after(&self, heard: Result<Heard, line::Cut>, n: u32, most: u32) -> After {
        let (failure, asked_for) = match heard {
            Ok(heard) if heard.is_success() => return After::Done(Ok(heard)),
            Ok(heard) => (refusal(&heard, n, self.wait_wanted(&heard)), self.wait_wanted(&heard)),
            Err(line::Cut::TooLarge) => (Failure::TooLarge { limit: self.options.answer_bytes }, None),
            Err(line::Cut::Trouble(trouble)) => (Failure::Unreachable { trouble, tries: n }, None),
        };
        let word = failure.word();
        let patient = asked_for.is_none_or(|wait| wait <= self.options.tries.longest_wait);
        if n >= most || !is_worth_another(&failure) || !patient {
            return After::Done(Err(failure));
        }
        let wait = asked_for.unwrap_or_else(|| self.options.tries.wait_after(n, (self.pace.chance)()));
        tracing::info!(tried = n, why = word, wait_ms = wait.as_millis() as u64, "the endpoint is asked again");
        After::Again(wait)
    }

    /// How long the endpoint asks to be left alone.
    fn wait_wanted(&self, heard: &Heard) -> Option<Duration> {
        heard.retry_after.as_deref().and_then(RetryAfter::read).map(|after| after.wait_at((self.pace.now)()))
    }
}

enum After {
    Done(Result<Heard, Failure>),
    Again(Duration),
}

impl Chat for Endpoint {
    fn model(&self) -> &str {
        &self.options.model
    }

    fn answer_tokens(&self) -> u64 {
        self.options.answer_tokens
    }

    /// Asks; where the endpoint does not take the request, once more in each plainer form, and remembers which it took.
    fn ask(&self, asking: &Asking) -> Result<Answer, Failure> {
        let first = usize::from(self.form.load(Ordering::Relaxed));
        let mut refused = None;
        for (place, form) in Form::ALL.iter().enumerate().skip(first) {
            match self.ask_as(asking, *form) {
                Ok(heard) => {
                    self.form.store(u8::try_from(place).unwrap_or(0), Ordering::Relaxed);
                    return Answer::read(&heard.body);
                }
                Err(Failure::NotTaken { status }) if matches!(status, 400 | 415 | 422) => {
                    tracing::info!(status, form = form.name(), "the endpoint does not take this form of request");
                    refused = Some(status);
                }
                Err(other) => return Err(other),
            }
        }
        Err(Failure::NotTaken { status: refused.unwrap_or(400) })
    }
}

/// What a status that is no success comes to.
fn refusal(heard: &Heard, tries: u32, wait: Option<Duration>) -> Failure {
    match heard.status {
        status @ (401 | 403) => Failure::RefusedKey { status },
        status @ (408 | 425 | 429 | 500 | 502..=599) => Failure::Busy { status, tries, wait },
        status => Failure::NotTaken { status },
    }
}

/// Whether the same request may do better a little later.
const fn is_worth_another(failure: &Failure) -> bool {
    match failure {
        Failure::Busy { .. } => true,
        Failure::Unreachable { trouble, .. } => match trouble {
            Trouble::NoConnection | Trouble::TooSlow | Trouble::BrokeOff => true,
            Trouble::Untrusted | Trouble::NoHttp => false,
        },
        Failure::Settings { .. }
        | Failure::RefusedKey { .. }
        | Failure::NotTaken { .. }
        | Failure::TooLarge { .. }
        | Failure::BadAnswer { .. }
        | Failure::Budget { .. }
        | Failure::Stopped
        | Failure::NotRecorded { .. }
        | Failure::Keeping { .. }
        | Failure::NoSpace { .. }
        | Failure::Space(_) => false,
    }
}

#[cfg(test)]
mod tests;
