//! The rate limit of broadcasts over HTTP, and the headers that report it.

use actix_web::HttpResponse;
use actix_web::http::header::{HeaderName, HeaderValue};
use serde_json::json;

use crate::rate_counter::RateCounter;

const ROLLING: HeaderName = HeaderName::from_static("x-rate-rolling");
const LIMIT: HeaderName = HeaderName::from_static("x-rate-limit");
const REMAINING: HeaderName = HeaderName::from_static("x-rate-limit-remaining");

/// The error of a request over the limit.
#[derive(Debug, Clone, Copy, thiserror::Error)]
pub(super) enum RateError {
    #[error("Too many requests")]
    Exceeded,
    #[error("Too many messages to broadcast, please reduce the batch size")]
    BatchTooLarge,
}

impl RateError {
    pub(super) fn response(self) -> HttpResponse {
        HttpResponse::TooManyRequests().json(json!({ "message": self.to_string() }))
    }
}

/// Checks the rate for this many further messages.
pub(super) fn check(rate: &RateCounter, messages: usize) -> Result<(), RateError> {
    let (average, limit) = (rate.average(), rate.limit() as f64);
    if average >= limit {
        Err(RateError::Exceeded)
    } else if average + messages as f64 > limit {
        Err(RateError::BatchTooLarge)
    } else {
        Ok(())
    }
}

/// Adds the headers.
pub(super) fn with_headers(mut response: HttpResponse, rate: &RateCounter) -> HttpResponse {
    let average = rate.average() as u64;
    let headers = response.headers_mut();
    headers.insert(ROLLING, HeaderValue::from(average));
    headers.insert(LIMIT, HeaderValue::from(rate.limit()));
    headers.insert(REMAINING, HeaderValue::from(rate.limit().saturating_sub(average)));
    response
}
