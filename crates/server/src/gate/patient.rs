//! A request's body that is not waited for without end, and not longer than it may be.

use axum::BoxError;
use axum::body::{Body, Bytes};
use http_body_util::Limited;
use hyper::body::{Body as HttpBody, Frame, SizeHint};
use std::future::Future;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;
use tokio::time::{Instant, Sleep, sleep};

/// The body, at most this long; it is given up when nothing of it comes for as long as `patience`.
pub(super) fn body(body: Body, n_bytes: usize, patience: Duration) -> Body {
    let patient = Patient { body, patience, stalled: Box::pin(sleep(patience)) };
    if n_bytes == usize::MAX { Body::new(patient) } else { Body::new(Limited::new(patient, n_bytes)) }
}

struct Patient {
    body: Body,
    patience: Duration,
    stalled: Pin<Box<Sleep>>,
}

impl HttpBody for Patient {
    type Data = Bytes;
    type Error = BoxError;

    fn poll_frame(self: Pin<&mut Self>, ctx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, BoxError>>> {
        let this = self.get_mut();
        if let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(ctx) {
            this.stalled.as_mut().reset(Instant::now() + this.patience);
            return Poll::Ready(frame.map(|frame| frame.map_err(BoxError::from)));
        }
        ready!(this.stalled.as_mut().poll(ctx));
        Poll::Ready(Some(Err("the body stood still for too long".into())))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
