//! The client of a request, as sessions, the audit log and rate limits see it: its address and its user agent.

use std::net::IpAddr;

use actix_web::HttpRequest;
use actix_web::http::header::USER_AGENT;
use service_kit::rate_limit::client_address;

/// The most characters of a `User-Agent` that are stored.
const AGENT_LENGTH: usize = 300;

/// The client of a request.
pub(crate) struct ClientContext {
    /// The peer's address; on the unix socket, where the peer is the gateway, the forwarded address.
    pub address: Option<IpAddr>,
    /// The key of rate limits: the address, or the /64 network of an IPv6 address.
    pub rate_limit_key: IpAddr,
    pub user_agent: Option<String>,
}

impl ClientContext {
    pub fn of_request(request: &HttpRequest) -> ClientContext {
        let forwarded = request.headers().get("x-forwarded-for").and_then(|value| value.to_str().ok());
        let first =
            forwarded.and_then(|list| list.split(',').next()).and_then(|first| first.trim().parse().ok());
        let agent = request.headers().get(USER_AGENT).and_then(|value| value.to_str().ok());
        ClientContext {
            address: request.peer_addr().map(|peer| peer.ip()).or(first),
            rate_limit_key: client_address(request),
            user_agent: agent
                .filter(|agent| !agent.is_empty())
                .map(|agent| agent.chars().take(AGENT_LENGTH).collect()),
        }
    }

    /// The address as text; empty when it is unknown.
    pub fn address_text(&self) -> String {
        self.address.map(|address| address.to_string()).unwrap_or_default()
    }
}
