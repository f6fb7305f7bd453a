//! What a session and the audit log store about the client: its address and its user agent.

use std::net::IpAddr;

use actix_web::HttpRequest;
use actix_web::http::header::USER_AGENT;
use service_kit::rate_limit::client_address;

/// Characters of a `User-Agent` that are stored.
const AGENT_LENGTH: usize = 300;

/// The client of a request.
pub(crate) struct ClientContext {
    /// The connection's address; behind the gateway, which connects by a unix socket, the one that it forwards.
    pub address: Option<IpAddr>,
    /// What a rate limit counts: the address, of IPv6 the /64 network.
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
