//! The client of a request, as sessions, the audit log and rate limits see it: its address and its user agent.
//!
//! A server that signs people in, such as a function, sends its own client's address as `Sb-Forwarded-For`. The header
//! counts only beside the service key, so that other callers cannot choose the address that rate limits count.

use std::net::IpAddr;

use actix_web::HttpRequest;
use actix_web::http::header::USER_AGENT;
use actix_web::web::Data;
use service_kit::rate_limit::{client_address, network_of};

use crate::app_state::AppState;
use crate::authentication::has_service_key;

/// The header with which a server names its client.
const SB_FORWARDED_FOR: &str = "sb-forwarded-for";

/// The most characters of a `User-Agent` that are stored.
const AGENT_LENGTH: usize = 300;

/// The client of a request.
pub(crate) struct ClientContext {
    /// The address that the header of `GOTRUE_RATE_LIMIT_HEADER` names, or the peer's; on the unix socket, where the peer
    /// is the gateway, the forwarded address.
    pub address: Option<IpAddr>,
    /// The key of rate limits: the address, or the /64 network of an IPv6 address.
    pub rate_limit_key: IpAddr,
    pub user_agent: Option<String>,
    /// Whether a server with the service key sends the request for this client.
    pub has_server: bool,
    /// Whether events of the client are stored in the audit log.
    pub is_audited: bool,
}

impl ClientContext {
    pub fn of_request(request: &HttpRequest) -> ClientContext {
        let state = request.app_data::<Data<AppState>>();
        let settings = state.map(|state| &state.settings);
        let server_names = named_by_server(request);
        let named = server_names.or_else(|| settings?.proxy.client_address(request.headers()));
        let peer = || request.peer_addr().map(|peer| peer.ip());
        let agent = request.headers().get(USER_AGENT).and_then(|value| value.to_str().ok());
        ClientContext {
            address: named.or_else(peer).or_else(|| first_address(request, "x-forwarded-for")),
            rate_limit_key: named.map_or_else(|| client_address(request), network_of),
            user_agent: agent
                .filter(|agent| !agent.is_empty())
                .map(|agent| agent.chars().take(AGENT_LENGTH).collect()),
            has_server: server_names.is_some(),
            is_audited: settings.is_none_or(|settings| settings.stores_audit_log),
        }
    }

    /// The address as text; empty when it is unknown.
    pub fn address_text(&self) -> String {
        self.address.map(|address| address.to_string()).unwrap_or_default()
    }
}

/// The client that a server with the service key names.
fn named_by_server(request: &HttpRequest) -> Option<IpAddr> {
    let address = first_address(request, SB_FORWARDED_FOR)?;
    let state = request.app_data::<Data<AppState>>()?;
    has_service_key(state, request).then_some(address)
}

/// The first address in a header's list.
fn first_address(request: &HttpRequest, header: &str) -> Option<IpAddr> {
    let list = request.headers().get(header)?.to_str().ok()?;
    list.split(',').next()?.trim().parse().ok()
}
