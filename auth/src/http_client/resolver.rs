//! Resolves host names, and leaves out private addresses where they are not allowed.

use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::pin::Pin;
use std::task::{Context, Poll};

use hyper_util::client::legacy::connect::dns::Name;
use tower_service::Service;

/// The addresses that a client connects to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Addresses {
    /// Any address.
    #[default]
    Any,
    /// Public addresses only.
    Public,
}

/// A resolver that returns only allowed addresses.
#[derive(Clone, Copy)]
pub(super) struct Resolver(pub Addresses);

impl Service<Name> for Resolver {
    type Response = std::vec::IntoIter<SocketAddr>;
    type Error = io::Error;
    type Future = Pin<Box<dyn Future<Output = io::Result<Self::Response>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, name: Name) -> Self::Future {
        let allowed = self.0;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let is_allowed = |address: &SocketAddr| allowed == Addresses::Any || is_public(address.ip());
            let addresses: Vec<SocketAddr> = found.filter(is_allowed).collect();
            if addresses.is_empty() {
                return Err(io::Error::new(
                    io::ErrorKind::PermissionDenied,
                    "the host has no public address",
                ));
            }
            Ok(addresses.into_iter())
        })
    }
}

/// Whether an address belongs to the internet: not to this machine, a private network or a reserved range.
pub(super) fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => is_public_v6(address),
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, ..] = address.octets();
    let is_shared = first == 100 && (64..128).contains(&second);
    !(first == 0
        || first >= 240
        || is_shared
        || address.is_loopback()
        || address.is_private()
        || address.is_link_local()
        || address.is_multicast())
}

/// Only global unicast addresses, without those that embed an IPv4 address (6to4, Teredo and NAT64).
fn is_public_v6(address: Ipv6Addr) -> bool {
    if let Some(embedded) = address.to_ipv4_mapped() {
        return is_public_v4(embedded);
    }
    let [first, second, ..] = address.segments();
    first & 0xe000 == 0x2000 && first != 0x2002 && !(first == 0x2001 && second == 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_private_networks_are_not_public() {
        for private in [
            "127.0.0.1",
            "10.1.2.3",
            "172.16.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "0.0.0.0",
            "100.64.0.1",
            "224.0.0.1",
            "255.255.255.255",
            "::1",
            "::",
            "fe80::1",
            "fc00::1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "2002:a00:1::",
            "2001::1",
        ] {
            assert!(!is_public(private.parse().unwrap()), "{private}");
        }
        for public in ["192.0.32.7", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"] {
            assert!(is_public(public.parse().unwrap()), "{public}");
        }
    }
}
