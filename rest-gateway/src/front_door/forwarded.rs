//! The headers that say where a request came from. What the client wrote there is dropped; what goes further in is what
//! this process knows: one address, a scheme, a host and a request id of its own.

use std::net::IpAddr;

use actix_web::dev::RequestHead;
use actix_web::http::header::{HOST, HeaderMap, HeaderName, HeaderValue};
use uuid::Uuid;

use super::TrustedProxies;

pub(super) const X_REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");
const X_FORWARDED_FOR: HeaderName = HeaderName::from_static("x-forwarded-for");
const X_FORWARDED_PROTO: HeaderName = HeaderName::from_static("x-forwarded-proto");
const X_FORWARDED_HOST: HeaderName = HeaderName::from_static("x-forwarded-host");

/// Others by which a client could claim an origin, or a key that only the gateway may vouch for.
const CLAIMS: [HeaderName; 6] = [
    HeaderName::from_static("forwarded"),
    HeaderName::from_static("x-real-ip"),
    HeaderName::from_static("x-forwarded-port"),
    HeaderName::from_static("x-forwarded-prefix"),
    HeaderName::from_static("x-forwarded-server"),
    HeaderName::from_static("sb-api-key"),
];

/// Returns the client's address; a Unix socket has none.
pub(super) fn settle(head: &mut RequestHead, trusted: &TrustedProxies, id: Uuid) -> Option<IpAddr> {
    let peer = head.peer_addr.map(|peer| peer.ip().to_canonical());
    let headers = &mut head.headers;
    let through_proxy = peer.is_some_and(|peer| trusted.trusts(peer));
    let client = peer.map(|peer| client(headers, trusted, peer));
    let scheme = told(headers, &X_FORWARDED_PROTO, through_proxy)
        .filter(|scheme| scheme == "https")
        .unwrap_or(HeaderValue::from_static("http"));
    let host = told(headers, &X_FORWARDED_HOST, through_proxy).or_else(|| headers.get(HOST).cloned());

    for claim in CLAIMS.iter().chain([&X_FORWARDED_FOR, &X_FORWARDED_HOST]) {
        headers.remove(claim);
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

fn told(headers: &HeaderMap, name: &HeaderName, by_proxy: bool) -> Option<HeaderValue> {
    if by_proxy { headers.get(name).cloned() } else { None }
}
