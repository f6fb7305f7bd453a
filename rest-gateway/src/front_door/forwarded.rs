//! `X-Forwarded-*` and `X-Request-Id`. The values that the client sent are dropped; services see the client address,
//! scheme, host and request id that this process determined or a trusted proxy named, and the proxy's port and path prefix.

use std::net::IpAddr;

use actix_web::dev::RequestHead;
use actix_web::http::header::{HOST, HeaderMap, HeaderName, HeaderValue};

use super::request_id::{RequestId, X_REQUEST_ID, check_trace};
use crate::trusted_proxies::TrustedProxies;

const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
pub(super) const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
const X_FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");
const X_FORWARDED_PORT: HeaderName = HeaderName::from_static("x-forwarded-port");
const X_FORWARDED_PREFIX: HeaderName = HeaderName::from_static("x-forwarded-prefix");

/// Other headers in which a client could claim an origin, or a key that only the gateway may assert.
const SPOOFABLE: [HeaderName; 4] = [
    HeaderName::from_static("forwarded"),
    HeaderName::from_static("x-real-ip"),
    HeaderName::from_static("x-forwarded-server"),
    HeaderName::from_static("sb-api-key"),
];

/// Where a request comes from.
pub(super) struct Origin {
    /// The client's address; a Unix socket has none.
    pub(super) client: Option<IpAddr>,
    pub(super) id: RequestId,
    /// The trace that a trusted proxy has named.
    pub(super) trace_id: Option<String>,
}

/// Replaces the forwarding headers.
pub(super) fn set_forwarded_headers(
    head: &mut RequestHead,
    trusted: &TrustedProxies,
    is_encrypted: bool,
) -> Origin {
    let peer = head.peer_addr.map(|peer| peer.ip().to_canonical());
    let headers = &mut head.headers;
    let through_proxy = peer.is_some_and(|peer| trusted.trusts(peer));
    let client = peer.map(|peer| client(headers, trusted, peer));
    let id = RequestId::of(headers, through_proxy);
    let trace_id = check_trace(headers, through_proxy);
    let encrypted_before = from_proxy(headers, &X_FORWARDED_PROTO, through_proxy);
    // The client's own connection is the one to the proxy.
    let is_encrypted = encrypted_before.map_or(is_encrypted, |scheme| scheme == "https");
    let scheme = HeaderValue::from_static(if is_encrypted { "https" } else { "http" });
    let host = from_proxy(headers, &X_FORWARDED_HOST, through_proxy).or_else(|| headers.get(HOST).cloned());
    // A service builds URLs of them.
    let of_proxy = [X_FORWARDED_PORT, X_FORWARDED_PREFIX].map(|name| {
        let value = from_proxy(headers, &name, through_proxy);
        (name, value)
    });

    for name in SPOOFABLE.iter().chain([&X_FORWARDED_FOR, &X_FORWARDED_HOST]) {
        headers.remove(name);
    }
    if let Some(Ok(value)) = client.map(|client| HeaderValue::try_from(client.to_string())) {
        headers.insert(X_FORWARDED_FOR, value);
    }
    if let Some(host) = host {
        headers.insert(X_FORWARDED_HOST, host);
    }
    for (name, value) in of_proxy {
        headers.remove(&name);
        if let Some(value) = value {
            headers.insert(name, value);
        }
    }
    headers.insert(X_FORWARDED_PROTO, scheme);
    headers.insert(X_REQUEST_ID, id.header());
    Origin { client, id, trace_id }
}

fn client(headers: &HeaderMap, trusted: &TrustedProxies, peer: IpAddr) -> IpAddr {
    let values: Vec<&str> =
        headers.get_all(X_FORWARDED_FOR).map(|value| value.to_str().unwrap_or_default()).collect();
    trusted.client(peer, values.into_iter())
}

/// The header's value if a trusted proxy sent the request.
fn from_proxy(headers: &HeaderMap, name: &HeaderName, through_proxy: bool) -> Option<HeaderValue> {
    if through_proxy { headers.get(name).cloned() } else { None }
}
