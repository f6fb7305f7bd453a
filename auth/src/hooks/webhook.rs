//! Runs hooks that are HTTP endpoints: a POST with a signature of the standard webhooks specification.

use std::time::Duration;

use actix_web::web::Bytes;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use chrono::Utc;
use http_body_util::Full;
use hyper::header::{ACCEPT_ENCODING, CONTENT_TYPE, HeaderMap, RETRY_AFTER};
use hyper::{Request, StatusCode};
use ring::hmac;
use serde_json::Value;
use tokio::time::{Instant, sleep};
use uuid::Uuid;

use super::failure::failure;
use super::output;
use crate::error::{Error, ErrorCode, Result};
use crate::http_client::{HttpClient, HttpError, HttpResponse};

/// The timeout of a hook, all attempts included.
const TIMEOUT: Duration = Duration::from_secs(5);
const ATTEMPTS: u32 = 3;
/// The pause before the next attempt when the endpoint cannot be reached.
const BACKOFF: Duration = Duration::from_secs(2);
/// The largest response, in bytes.
const MAX_RESPONSE: usize = 200 * 1024;

/// Sends the payload and returns the response's JSON; null for 204.
pub(super) async fn send(
    client: &HttpClient,
    uri: &str,
    keys: &[hmac::Key],
    payload: &Value,
) -> Result<Value> {
    let payload = payload.to_string();
    let deadline = Instant::now() + TIMEOUT;
    for attempt in 1..=ATTEMPTS {
        let remaining = deadline.saturating_duration_since(Instant::now());
        let request = signed_request(uri, keys, &payload)?;
        let response = match client.send(request, MAX_RESPONSE, remaining).await {
            Ok(response) => response,
            Err(HttpError::Timeout) => return Err(timed_out()),
            Err(HttpError::TooLarge(limit)) => {
                let message = format!("Payload size exceeded size limit of {limit} bytes");
                return Err(Error::unprocessable(ErrorCode::HookPayloadOverSizeLimit, message));
            }
            Err(error) => {
                tracing::warn!(attempt, %error, "a hook's endpoint did not answer");
                if attempt == ATTEMPTS {
                    break;
                }
                if Instant::now() + BACKOFF >= deadline {
                    return Err(timed_out());
                }
                sleep(BACKOFF).await;
                continue;
            }
        };
        if is_busy(response.status) && asks_for_retry(&response.headers) {
            if attempt == ATTEMPTS {
                return Err(busy());
            }
            continue;
        }
        return read(&response);
    }
    let message = "Failed to reach hook after maximum retries";
    Err(Error::unprocessable(ErrorCode::HookTimeoutAfterRetry, message))
}

fn signed_request(uri: &str, keys: &[hmac::Key], payload: &str) -> Result<Request<Full<Bytes>>> {
    let (id, timestamp) = (Uuid::new_v4(), Utc::now().timestamp());
    Request::post(uri)
        .header(CONTENT_TYPE, "application/json")
        .header(ACCEPT_ENCODING, "identity")
        .header("webhook-id", id.to_string())
        .header("webhook-timestamp", timestamp)
        .header("webhook-signature", signatures(keys, id, timestamp, payload))
        .body(Full::new(Bytes::from(payload.to_owned())))
        .map_err(|_| failure("Hook failed to make request object"))
}

/// One signature for each key, so that an endpoint can change its secret without an interruption.
fn signatures(keys: &[hmac::Key], id: Uuid, timestamp: i64, payload: &str) -> String {
    let message = format!("{id}.{timestamp}.{payload}");
    let sign = |key| format!("v1,{}", BASE64_STANDARD.encode(hmac::sign(key, message.as_bytes())));
    keys.iter().map(sign).collect::<Vec<_>>().join(", ")
}

fn read(response: &HttpResponse) -> Result<Value> {
    match response.status {
        StatusCode::NO_CONTENT => Ok(Value::Null),
        StatusCode::OK | StatusCode::ACCEPTED => {
            check_content_type(&response.headers)?;
            output::parse(&response.body)
        }
        status if is_busy(status) => Err(busy()),
        StatusCode::BAD_REQUEST => Err(failure("Invalid payload sent to hook")),
        StatusCode::UNAUTHORIZED => Err(failure("Hook requires authorization token")),
        other => Err(failure(format!("Unexpected status code returned from hook: {}", other.as_u16()))),
    }
}

fn check_content_type(headers: &HeaderMap) -> Result<()> {
    let invalid = |message| Err(Error::bad_request(ErrorCode::HookPayloadInvalidContentType, message));
    let Some(value) = headers.get(CONTENT_TYPE) else {
        return invalid("Invalid Content-Type: Missing Content-Type header".to_owned());
    };
    let value = String::from_utf8_lossy(value.as_bytes());
    let media_type = value.split(';').next().unwrap_or_default().trim();
    if media_type.eq_ignore_ascii_case("application/json") {
        return Ok(());
    }
    invalid(format!("Invalid JSON response. Received content-type: {value}"))
}

fn is_busy(status: StatusCode) -> bool {
    matches!(status, StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE)
}

fn asks_for_retry(headers: &HeaderMap) -> bool {
    headers.get(RETRY_AFTER).is_some_and(|value| !value.is_empty())
}

fn busy() -> Error {
    failure("Service currently unavailable due to hook")
}

fn timed_out() -> Error {
    let message = format!("Failed to reach hook within maximum time of {:.6} seconds", TIMEOUT.as_secs_f64());
    Error::unprocessable(ErrorCode::HookTimeout, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of the standard webhooks specification's libraries.
    #[test]
    fn a_signature_is_that_of_standard_webhooks() {
        let secret = BASE64_STANDARD.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").unwrap();
        let key = hmac::Key::new(hmac::HMAC_SHA256, &secret);
        let message = "msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{\"test\": 2432232314}";
        let signature = BASE64_STANDARD.encode(hmac::sign(&key, message.as_bytes()));
        assert_eq!(signature, "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
        let id = Uuid::nil();
        let two = signatures(&[key.clone(), key], id, 1, "{}");
        assert_eq!(two.split(", ").count(), 2);
        assert!(two.split(", ").all(|signature| signature.starts_with("v1,")));
    }
}
