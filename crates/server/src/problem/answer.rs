//! A problem as each transport says it.

use super::{Problem, RefusedField};
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, StatusCode, header};
use serde_json::{Value, json};
use tonic::metadata::MetadataValue;

/// Trailer that holds the problem's own word, which says more than the gRPC status.
const CODE: &str = "hupo-code";
/// Trailer that says when to try again.
const RETRY_AFTER_MS: &str = "hupo-retry-after-ms";
/// Trailer that holds the refused fields, as the JSON of HTTP answers has them.
const REFUSALS: &str = "hupo-refusals-bin";
/// More refusals than this are not sent in a trailer, which has little room.
const REFUSALS_IN_TRAILER: usize = 8;

impl Problem {
    /// As gRPC says it.
    pub fn status(&self) -> tonic::Status {
        let mut status = tonic::Status::new(self.code.grpc(), self.message.as_str());
        let metadata = status.metadata_mut();
        metadata.insert(CODE, MetadataValue::from_static(self.code.name()));
        if let Some(wait) = self.retry_after {
            let ms = u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
            metadata.insert(RETRY_AFTER_MS, MetadataValue::from(ms));
        }
        if !self.refusals.is_empty() {
            let few: Vec<Value> = self.refusals.iter().take(REFUSALS_IN_TRAILER).map(RefusedField::to_json).collect();
            metadata.insert_bin(REFUSALS, MetadataValue::from_bytes(Value::from(few).to_string().as_bytes()));
        }
        status
    }

    /// The body of an answer over HTTP.
    pub fn to_json(&self) -> Value {
        let refusals: Vec<Value> = self.refusals.iter().map(RefusedField::to_json).collect();
        let retry_after_ms = self.retry_after.map(|wait| u64::try_from(wait.as_millis()).unwrap_or(u64::MAX));
        let error = json!({
            "code": self.code.name(),
            "message": self.message,
            "refusals": refusals,
            "retry_after_ms": retry_after_ms,
        });
        json!({ "error": error })
    }

    /// As HTTP says it.
    pub fn response(&self) -> Response {
        // Every code of ours is a status.
        let status = StatusCode::from_u16(self.code.http()).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let json = [(header::CONTENT_TYPE, HeaderValue::from_static("application/json"))];
        let mut response = (status, json, Body::from(self.to_json().to_string())).into_response();
        if let Some(wait) = self.retry_after {
            let seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        if status == StatusCode::UNAUTHORIZED {
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response
    }
}

impl RefusedField {
    fn to_json(&self) -> Value {
        json!({ "place": self.place, "field": self.field, "code": self.code, "reason": self.reason })
    }
}
