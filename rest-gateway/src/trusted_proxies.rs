//! Client addresses behind trusted proxies. The client is the socket's peer, unless the peer is a trusted proxy: then
//! it is the rightmost address in `X-Forwarded-For` that is not itself a trusted proxy.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

/// One address, or a network in CIDR notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Network {
    first: u128,
    prefix: u32,
}

/// A text that is neither an IP address nor a network in CIDR notation.
#[derive(Debug, thiserror::Error)]
#[error("`{0}` is neither an IP address nor a network such as 10.0.0.0/8")]
pub struct NetworkError(String);

/// The proxies whose forwarding headers are believed; by default none.
#[derive(Clone, Debug, Default)]
pub struct TrustedProxies {
    networks: Vec<Network>,
}

impl TrustedProxies {
    /// Parses addresses and CIDR networks.
    ///
    /// # Errors
    /// Names the first text that is neither.
    pub fn parse<Text: AsRef<str>>(
        networks: impl IntoIterator<Item = Text>,
    ) -> Result<TrustedProxies, NetworkError> {
        let networks = networks.into_iter().map(|text| text.as_ref().parse()).collect::<Result<_, _>>()?;
        Ok(TrustedProxies { networks })
    }

    pub(crate) fn trusts(&self, address: IpAddr) -> bool {
        self.networks.iter().any(|network| network.contains(address))
    }

    /// The client's address. `forwarded` holds the values of `X-Forwarded-For` in the order in which they came.
    pub(crate) fn client<'a>(
        &self,
        peer: IpAddr,
        forwarded: impl DoubleEndedIterator<Item = &'a str>,
    ) -> IpAddr {
        let mut client = peer.to_canonical();
        for text in forwarded.rev().flat_map(|value| value.rsplit(',')) {
            if !self.trusts(client) {
                break;
            }
            match parse_hop(text.trim()) {
                Some(hop) => client = hop,
                // Everything further left passed through a hop that cannot be identified.
                None => break,
            }
        }
        client
    }
}

impl FromStr for Network {
    type Err = NetworkError;

    fn from_str(text: &str) -> Result<Network, NetworkError> {
        let bad = || NetworkError(text.to_owned());
        let (address, prefix) = match text.split_once('/') {
            Some((address, prefix)) => (address, Some(prefix.parse::<u32>().map_err(|_| bad())?)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| bad())?;
        let width = if address.is_ipv4() { 32 } else { 128 };
        let prefix = prefix.unwrap_or(width);
        if prefix > width {
            return Err(bad());
        }
        let prefix = prefix + 128 - width;
        Ok(Network { first: bits(address) & mask(prefix), prefix })
    }
}

impl Network {
    fn contains(self, address: IpAddr) -> bool {
        bits(address) & mask(self.prefix) == self.first
    }
}

fn bits(address: IpAddr) -> u128 {
    let address: Ipv6Addr = match address {
        IpAddr::V4(address) => address.to_ipv6_mapped(),
        IpAddr::V6(address) => address,
    };
    address.to_bits()
}

fn mask(prefix: u32) -> u128 {
    u128::MAX.checked_shl(128 - prefix).unwrap_or(0)
}

/// An address, with or without a port: some proxies append it.
fn parse_hop(text: &str) -> Option<IpAddr> {
    let address = text.parse::<IpAddr>().or_else(|_| text.parse::<SocketAddr>().map(|socket| socket.ip()));
    address.ok().map(|address| address.to_canonical())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(trusted: &[&str], peer: &str, forwarded: &[&str]) -> String {
        let trusted = TrustedProxies::parse(trusted).unwrap();
        trusted.client(peer.parse().unwrap(), forwarded.iter().copied()).to_string()
    }

    #[test]
    fn without_trusted_proxies_the_header_is_ignored() {
        assert_eq!(client(&[], "203.0.113.9", &["1.2.3.4"]), "203.0.113.9");
    }

    #[test]
    fn a_trusted_proxy_names_the_client() {
        assert_eq!(client(&["127.0.0.1"], "127.0.0.1", &["1.2.3.4"]), "1.2.3.4");
        assert_eq!(client(&["127.0.0.1"], "::ffff:127.0.0.1", &["1.2.3.4:5678"]), "1.2.3.4");
    }

    #[test]
    fn addresses_that_the_client_prepended_are_ignored() {
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", &["9.9.9.9, 1.2.3.4, 10.2.0.1"]), "1.2.3.4");
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", &["9.9.9.9", "1.2.3.4"]), "1.2.3.4");
    }

    #[test]
    fn an_unreadable_hop_ends_the_search_at_the_last_known_one() {
        assert_eq!(client(&["10.0.0.0/8"], "10.0.0.1", &["1.2.3.4, unknown"]), "10.0.0.1");
    }

    #[test]
    fn networks_match_exactly_their_addresses() {
        let trusted = TrustedProxies::parse(["192.168.4.0/22", "fd00::/8"]).unwrap();
        for inside in ["192.168.7.255", "fd12::1", "::ffff:192.168.4.1"] {
            assert!(trusted.trusts(inside.parse().unwrap()), "{inside}");
        }
        for outside in ["192.168.8.0", "fe00::1", "::1"] {
            assert!(!trusted.trusts(outside.parse().unwrap()), "{outside}");
        }
        for everyone in ["0.0.0.0/0", "::/0"] {
            assert!(TrustedProxies::parse([everyone]).unwrap().trusts("8.8.8.8".parse().unwrap()));
        }
    }

    #[test]
    fn an_invalid_network_is_rejected() {
        for bad in ["localhost", "10.0.0.0/33", "10.0.0.0/x", ""] {
            assert!(TrustedProxies::parse([bad]).is_err(), "{bad}");
        }
    }
}
