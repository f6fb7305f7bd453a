//! Copies headers between client and service, without the hop-by-hop headers (RFC 9110, 7.6.1).

use actix_web::HttpResponseBuilder;
use actix_web::http::header::{
    CONNECTION, CONTENT_LENGTH, EXPECT, HeaderMap, HeaderName, HeaderValue, PROXY_AUTHENTICATE,
    PROXY_AUTHORIZATION, TE, TRAILER, TRANSFER_ENCODING, UPGRADE,
};
use hyper::header::{HeaderMap as ServiceHeaders, HeaderName as ServiceName, HeaderValue as ServiceValue};
use telemetry::{Span, TRACEPARENT, TRACESTATE};

const KEEP_ALIVE: HeaderName = HeaderName::from_static("keep-alive");

/// Set by this front door. A client must not be able to remove them by naming them in `Connection`.
const SET_BY_GATEWAY: [&str; 6] = [
    "x-request-id",
    "x-forwarded-for",
    "x-forwarded-proto",
    "x-forwarded-host",
    "x-forwarded-port",
    "x-forwarded-prefix",
];

fn is_hop_by_hop(name: &str) -> bool {
    [CONNECTION, KEEP_ALIVE, PROXY_AUTHENTICATE, PROXY_AUTHORIZATION, TE, TRAILER, TRANSFER_ENCODING, UPGRADE]
        .iter()
        .any(|header| header == name)
}

/// Copies request headers. The HTTP client sets `Content-Length` itself, and this server has already answered `Expect`.
pub(super) fn to_service(from: &HeaderMap, to: &mut ServiceHeaders) {
    let mut named = named_in_connection(from.get_all(CONNECTION).map(HeaderValue::as_bytes));
    named.retain(|name| !SET_BY_GATEWAY.contains(&name.as_str()));
    for (name, value) in from {
        let text = name.as_str();
        if is_hop_by_hop(text) || named.iter().any(|named| named == text) {
            continue;
        }
        if name == CONTENT_LENGTH || name == EXPECT {
            continue;
        }
        if let (Ok(name), Ok(value)) =
            (ServiceName::from_bytes(text.as_bytes()), ServiceValue::from_bytes(value.as_bytes()))
        {
            to.append(name, value);
        }
    }
}

/// Makes the service continue the trace of `span`, if there is one, instead of the one that the caller has named.
pub(super) fn continue_trace(span: &Span, to: &mut ServiceHeaders) {
    for (name, value) in span.headers() {
        if name == TRACEPARENT {
            to.remove(TRACESTATE);
        }
        if let Ok(value) = ServiceValue::try_from(value) {
            to.insert(ServiceName::from_static(name), value);
        }
    }
}

/// Copies response headers. This server sets `Content-Length` and `Date` itself.
pub(super) fn to_client(from: &ServiceHeaders, to: &mut HttpResponseBuilder) {
    let named =
        named_in_connection(from.get_all(hyper::header::CONNECTION).iter().map(ServiceValue::as_bytes));
    for (name, value) in from {
        let text = name.as_str();
        if is_hop_by_hop(text) || named.iter().any(|named| named == text) {
            continue;
        }
        if name == hyper::header::CONTENT_LENGTH || name == hyper::header::DATE {
            continue;
        }
        if let (Ok(name), Ok(value)) =
            (HeaderName::from_bytes(text.as_bytes()), HeaderValue::from_bytes(value.as_bytes()))
        {
            to.append_header((name, value));
        }
    }
}

/// The header names listed in the values of `Connection`, in lower case.
fn named_in_connection<'a>(values: impl Iterator<Item = &'a [u8]>) -> Vec<String> {
    values
        .flat_map(|value| value.split(|byte| *byte == b','))
        .map(|name| String::from_utf8_lossy(name).trim().to_ascii_lowercase())
        .filter(|name| !name.is_empty())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn removes_hop_by_hop_headers_and_keeps_the_others() {
        let mut from = HeaderMap::new();
        for (name, value) in [
            ("connection", "keep-alive, X-Private"),
            ("x-private", "1"),
            ("te", "trailers"),
            ("transfer-encoding", "chunked"),
            ("authorization", "Bearer token"),
            ("x-client-info", "supabase-js"),
        ] {
            from.append(HeaderName::from_static(name), HeaderValue::from_static(value));
        }
        let mut to = ServiceHeaders::new();
        to_service(&from, &mut to);
        let mut names: Vec<&str> = to.keys().map(ServiceName::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["authorization", "x-client-info"]);
    }

    #[test]
    fn a_client_cannot_remove_the_gateways_own_headers() {
        let mut from = HeaderMap::new();
        from.append(CONNECTION, HeaderValue::from_static("close, X-Forwarded-For, x-request-id, x-private"));
        for name in ["x-forwarded-for", "x-request-id", "x-private"] {
            from.append(HeaderName::from_static(name), HeaderValue::from_static("1"));
        }
        let mut to = ServiceHeaders::new();
        to_service(&from, &mut to);
        let mut names: Vec<&str> = to.keys().map(ServiceName::as_str).collect();
        names.sort_unstable();
        assert_eq!(names, ["x-forwarded-for", "x-request-id"]);
    }

    #[test]
    fn keeps_repeated_headers() {
        let mut from = ServiceHeaders::new();
        from.append("set-cookie", ServiceValue::from_static("a=1"));
        from.append("set-cookie", ServiceValue::from_static("b=2"));
        let mut response = actix_web::HttpResponse::Ok();
        to_client(&from, &mut response);
        let response = response.finish();
        assert_eq!(response.headers().get_all("set-cookie").count(), 2);
    }
}
