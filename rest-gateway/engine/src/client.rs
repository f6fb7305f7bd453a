//! Identifies the client of a request, so that one client cannot use up shared resources: pool connections, and memory
//! for request and response bodies.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;

use actix_web::{HttpMessage, HttpRequest};

use crate::auth::Identity;

/// The client's address. A server in front of the engine inserts it into the request's extensions when the socket's
/// peer is a proxy. Without it, the engine uses the peer's address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl ClientAddress {
    /// The unit that counts as one client: an IPv4 address, or an IPv6 /64 network, because one customer has all
    /// addresses of such a network.
    #[must_use]
    pub fn network(self) -> u64 {
        match self.0 {
            IpAddr::V4(address) => u64::from(address.to_bits()),
            IpAddr::V6(address) => (address.to_bits() >> 64) as u64,
        }
    }
}

/// A hash of a client's network and token. Requests with the same key share the limits of one client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct ClientKey {
    hash: u64,
    /// A hash of the role's name.
    pub role: u64,
    /// The request runs as the anonymous role.
    pub anonymous: bool,
}

impl ClientKey {
    /// `anonymous`: whether the identity's role is the configured anonymous role.
    pub fn new(http: &HttpRequest, identity: &Identity, anonymous: bool) -> ClientKey {
        ClientKey::of(address(http), identity, anonymous)
    }

    #[cfg(test)]
    pub fn numbered(hash: u64) -> ClientKey {
        ClientKey { hash, role: 0, anonymous: true }
    }

    fn of(address: Option<IpAddr>, identity: &Identity, anonymous: bool) -> ClientKey {
        let mut hasher = DefaultHasher::new();
        address.map(|address| ClientAddress(address).network()).hash(&mut hasher);
        identity.claims.hash(&mut hasher);
        let mut role = DefaultHasher::new();
        identity.role.hash(&mut role);
        ClientKey { hash: hasher.finish(), role: role.finish(), anonymous }
    }
}

fn address(http: &HttpRequest) -> Option<IpAddr> {
    let given = http.extensions().get::<ClientAddress>().map(|address| address.0);
    given.or_else(|| http.peer_addr().map(|peer| peer.ip().to_canonical()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn key(address: &str, claims: &str) -> ClientKey {
        let identity = Identity { role: "anon".to_owned(), claims: claims.to_owned() };
        ClientKey::of(Some(address.parse().unwrap()), &identity, true)
    }

    #[test]
    fn address_and_token_tell_clients_apart() {
        assert_eq!(key("192.0.2.1", "{}"), key("192.0.2.1", "{}"));
        assert_ne!(key("192.0.2.1", "{}"), key("192.0.2.2", "{}"));
        assert_ne!(key("192.0.2.1", "{}"), key("192.0.2.1", r#"{"sub":"a"}"#));
    }

    #[test]
    fn addresses_of_one_ipv6_network_count_as_one_client() {
        assert_eq!(key("2001:db8::1", "{}"), key("2001:db8::ffff:1", "{}"));
        assert_ne!(key("2001:db8::1", "{}"), key("2001:db8:0:1::1", "{}"));
    }
}
