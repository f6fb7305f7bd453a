//! `X-Forwarded-*` and `X-Request-Id`. The values that the client sent are dropped; services see the client address,
//! scheme, host and request id that this process determined.

use std::net::IpAddr;

use actix_web::dev::RequestHead;
use actix_web::http::header::{HOST, HeaderMap, HeaderName, HeaderValue};
use uuid::Uuid;

use crate::trusted_proxies::TrustedProxies;
pub(super) const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
const X_FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");

/// Other headers in which a client could claim an origin, or a key that only the gateway may assert.
const SPOOFABLE: [HeaderName; 6] = [
    HeaderName::from_static("forwarded"),
    HeaderName::from_static("x-real-ip"),
    HeaderName::from_static("x-forwarded-port"),
    HeaderName::from_static("x-forwarded-prefix"),
    HeaderName::from_static("x-forwarded-server"),
    HeaderName::from_static("sb-api-key"),
];

/// Replaces the forwarding headers. Returns the client's address; a Unix socket has none.
pub(super) fn set_forwarded_headers(
    head: &mut RequestHead,
    trusted: &TrustedProxies,
    id: Uuid,
) -> Option<IpAddr> {
    let peer = head.peer_addr.map(|peer| peer.ip().to_canonical());
    let headers = &mut head.headers;
    let through_proxy = peer.is_some_and(|peer| trusted.trusts(peer));
    let client = peer.map(|peer| client(headers, trusted, peer));
    let scheme = from_proxy(headers, &X_FORWARDED_PROTO, through_proxy)
        .filter(|scheme| scheme == "https")
        .unwrap_or(HeaderValue::from_static("http"));
    let host = from_proxy(headers, &X_FORWARDED_HOST, through_proxy).or_else(|| headers.get(HOST).cloned());

    for name in SPOOFABLE.iter().chain([&X_FORWARDED_FOR, &X_FORWARDED_HOST]) {
        headers.remove(name);
    }
    if let Some(Ok(value)) = client.map(|client| HeaderValue::try_from(client.to_string())) {
        headers.insert(X_FORWARDED_FOR, value);
    }
    if let Some(host) = host {
        headers.insert(X_FORWARDED_HOST, host);
    }
    headers.insert(X_FORWARDED_PROTO, scheme);
    if let Ok(id) = HeaderValue::try_from(id.to_string()) {
        headers.insert(X_REQUEST_ID, id);
    }
    client
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
