//! The names of a request in logs and traces: its id, and the trace that it belongs to (W3C Trace Context). Both are taken
//! from a trusted proxy, so that the logs of all systems agree.

use std::fmt;

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};
use uuid::Uuid;

pub(super) const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const TRACEPARENT: HeaderName = HeaderName::from_static("traceparent");
const TRACESTATE: HeaderName = HeaderName::from_static("tracestate");

/// Enough for the ids of all usual proxies.
const MAX_ID: usize = 128;
/// The length of `traceparent`: `00-<32 digits>-<16 digits>-<2 digits>`.
const TRACEPARENT_LENGTH: usize = 55;

/// The id of a request: short, and of characters that cannot end a line of a log.
#[derive(Clone, Debug)]
pub(super) struct RequestId(HeaderValue);

impl RequestId {
    /// The id that a trusted proxy has given to the request, else a new one.
    pub(super) fn of(headers: &HeaderMap, through_proxy: bool) -> RequestId {
        let given = headers.get(X_REQUEST_ID).filter(|id| through_proxy && is_id(id.as_bytes()));
        match given {
            Some(id) => RequestId(id.clone()),
            None => RequestId::random(),
        }
    }

    pub(super) fn header(&self) -> HeaderValue {
        self.0.clone()
    }

    fn random() -> RequestId {
        let mut buffer = Uuid::encode_buffer();
        let text = Uuid::new_v4().hyphenated().encode_lower(&mut buffer);
        // Digits, letters and hyphens are a valid value.
        RequestId(HeaderValue::from_str(text).unwrap_or(HeaderValue::from_static("")))
    }
}

impl fmt::Display for RequestId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.to_str().unwrap_or_default())
    }
}

fn is_id(id: &[u8]) -> bool {
    let is_allowed = |byte: &u8| byte.is_ascii_alphanumeric() || b"-_.:=+/".contains(byte);
    (1..=MAX_ID).contains(&id.len()) && id.iter().all(is_allowed)
}

/// Removes a malformed or repeated `traceparent`, with its `tracestate`, as the standard requires. Returns the id of the
/// trace if a trusted proxy has named it. What a client names is only passed on.
pub(super) fn check_trace(headers: &mut HeaderMap, through_proxy: bool) -> Option<String> {
    let mut values = headers.get_all(TRACEPARENT);
    // A second value would be passed on unchecked.
    let only = values.next().filter(|_| values.next().is_none());
    let trace = only.and_then(|value| value.to_str().ok()).and_then(trace_id);
    if trace.is_none() {
        headers.remove(TRACEPARENT);
        headers.remove(TRACESTATE);
    }
    trace.filter(|_| through_proxy)
}

/// The id of the trace in a valid `traceparent` of version 00.
fn trace_id(traceparent: &str) -> Option<String> {
    let parts: Vec<&str> = traceparent.split('-').collect();
    let [version, trace, parent, flags] = parts.as_slice() else { return None };
    let is_hex = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    let is_set = |part: &str| part.bytes().any(|byte| byte != b'0');
    let lengths = (trace.len(), parent.len(), flags.len());
    let is_valid = traceparent.len() == TRACEPARENT_LENGTH
        && *version == "00"
        && lengths == (32, 16, 2)
        && parts.iter().all(|part| is_hex(part))
        && is_set(trace)
        && is_set(parent);
    is_valid.then(|| (*trace).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_cannot_forge_a_line_of_the_log() {
        for id in ["edge-7", "Root=1-67891233-abcdef012345678912345678", "a/b+c:d.e_f"] {
            assert!(is_id(id.as_bytes()), "{id}");
        }
        for id in ["", "a b", "a\"b", "a\nb", &"x".repeat(129)] {
            assert!(!is_id(id.as_bytes()), "{id}");
        }
    }

    #[test]
    fn only_a_valid_traceparent_names_a_trace() {
        let trace = "0af7651916cd43dd8448eb211c80319c";
        assert_eq!(trace_id(&format!("00-{trace}-b7ad6b7169203331-01")).as_deref(), Some(trace));
        for malformed in [
            format!("01-{trace}-b7ad6b7169203331-01"),
            format!("00-{}-b7ad6b7169203331-01", trace.to_uppercase()),
            format!("00-{trace}-0000000000000000-01"),
            format!("00-{}-b7ad6b7169203331-01", "0".repeat(32)),
            format!("00-{trace}-b7ad6b7169203331-01-extra"),
            String::new(),
        ] {
            assert_eq!(trace_id(&malformed), None, "{malformed}");
        }
    }
}
