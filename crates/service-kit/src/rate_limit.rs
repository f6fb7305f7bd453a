//! Rate limits per address or per account, in bounded memory.
//!
//! The generic cell rate algorithm: each key may use a burst of `requests`, which refills evenly over `interval`. It
//! keeps one instant per key. Rejects the rest with 429 and `Retry-After`.

use crate::environment::{Environment, EnvironmentError};
use crate::error::{Error, RequestError};
use actix_web::HttpRequest;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The most keys in memory. Beyond it, keys whose burst has refilled are evicted first.
const MAX_KEYS: usize = 20_000;

/// A rate limit that all workers share. It may be unlimited.
#[derive(Clone)]
pub struct Limiter(Option<Arc<Cells>>);

struct Cells {
    /// The time in which one request refills.
    cost: Duration,
    /// The time in which a whole burst refills.
    interval: Duration,
    hasher: RandomState,
    /// When each key's burst has refilled.
    full_at: Mutex<HashMap<u64, Instant>>,
}

/// A number of requests of one address per a number of seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// The number of requests; 0 is unlimited.
    pub requests: u32,
    /// The interval in seconds.
    pub seconds: u32,
}

impl Limiter {
    /// A limiter of `requests` per key and `interval`; 0 requests is unlimited.
    pub fn new(requests: u32, interval: Duration) -> Limiter {
        let cells = interval.checked_div(requests).map(|cost| Cells {
            cost,
            interval,
            hasher: RandomState::new(),
            full_at: Mutex::new(HashMap::new()),
        });
        Limiter(cells.map(Arc::new))
    }

    /// A limiter of `RATE_LIMIT_REQUESTS` per `RATE_LIMIT_INTERVAL` (seconds, 60 when only the requests are set),
    /// else of the default, else unlimited.
    ///
    /// # Errors
    /// When one of the variables is not a number.
    pub fn from_environment(
        environment: &Environment,
        default: Option<RateLimit>,
    ) -> Result<Limiter, EnvironmentError> {
        let requests = environment.parsed::<u32>("RATE_LIMIT_REQUESTS", "a number of requests")?;
        let interval = environment.parsed::<u32>("RATE_LIMIT_INTERVAL", "a number of seconds")?;
        let limit = match requests {
            Some(requests) => Some(RateLimit { requests, seconds: interval.unwrap_or(60) }),
            None => default,
        };
        let RateLimit { requests, seconds } = limit.unwrap_or(RateLimit { requests: 0, seconds: 0 });
        Ok(Limiter::new(requests, Duration::from_secs(seconds.into())))
    }

    /// Counts one request of `key`.
    ///
    /// # Errors
    /// [`RequestError::TooManyRequests`] when the key's burst is used up; the request is not counted then.
    pub fn check(&self, key: impl Hash) -> Result<(), Error> {
        self.check_at(key, Instant::now())
    }

    fn check_at(&self, key: impl Hash, now: Instant) -> Result<(), Error> {
        let Some(cells) = &self.0 else { return Ok(()) };
        let key = cells.hasher.hash_one(key);
        let mut full_at = cells.full_at.lock().unwrap_or_else(PoisonError::into_inner);
        let used_until = full_at.get(&key).copied().unwrap_or(now).max(now) + cells.cost;
        // The rounding of the division must not reject the last request of a burst.
        let allowed_until = now + cells.interval + Duration::from_micros(1);
        if used_until > allowed_until {
            let wait = (used_until - allowed_until).as_secs_f64().ceil() as u64;
            return Err(RequestError::TooManyRequests { retry_after: wait.max(1) }.into());
        }
        if full_at.len() >= MAX_KEYS && !full_at.contains_key(&key) {
            evict(&mut full_at, now);
        }
        full_at.insert(key, used_until);
        Ok(())
    }
}

/// Evicts the keys whose burst has refilled, because they carry no information; else the key that is closest to it.
fn evict(full_at: &mut HashMap<u64, Instant>, now: Instant) {
    full_at.retain(|_, instant| *instant > now);
    if full_at.len() >= MAX_KEYS
        && let Some(oldest) = full_at.iter().min_by_key(|(_, instant)| **instant).map(|(key, _)| *key)
    {
        full_at.remove(&oldest);
    }
}

/// The client's address for a rate limit; of IPv6 only the /64 network, because one client can use all addresses of its
/// network.
pub fn client_address(request: &HttpRequest) -> IpAddr {
    network_of(whole_client_address(request))
}

/// The client's address. On TCP it is the peer's. On the unix socket the peer is the front door, which sends the
/// client's address as `X-Forwarded-For`.
pub fn whole_client_address(request: &HttpRequest) -> IpAddr {
    let forwarded = || request.headers().get("x-forwarded-for")?.to_str().ok()?.trim().parse().ok();
    match request.peer_addr() {
        Some(peer) => peer.ip(),
        None => forwarded().unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)),
    }
}

/// The part of an address that a rate limit counts: of IPv6 the /64 network, of IPv4 the address.
pub fn network_of(address: IpAddr) -> IpAddr {
    const FIRST_HALF: u128 = u128::MAX << 64;
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6((address.to_bits() & FIRST_HALF).into()),
        address => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seconds(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn addresses_of_one_ipv6_network_count_as_one_client() {
        let network = |text: &str| network_of(text.parse().unwrap());
        assert_eq!(network("2001:db8:1:2::1"), network("2001:db8:1:2:ffff:ffff:ffff:ffff"));
        assert_ne!(network("2001:db8:1:2::1"), network("2001:db8:1:3::1"));
        assert_ne!(network("192.0.2.1"), network("192.0.2.2"));
        assert_eq!(network("::ffff:192.0.2.1"), network("192.0.2.1"));
    }

    #[test]
    fn allows_a_burst_then_rejects_until_one_request_has_refilled() {
        let (limiter, start) = (Limiter::new(3, seconds(60)), Instant::now());
        for _ in 0..3 {
            limiter.check_at("a", start).unwrap();
        }
        let rejected = limiter.check_at("a", start).unwrap_err();
        assert_eq!(rejected.retry_after(), Some(20));
        limiter.check_at("a", start + seconds(19)).unwrap_err();
        limiter.check_at("a", start + seconds(20)).unwrap();
        limiter.check_at("b", start).unwrap();
    }

    #[test]
    fn evicts_keys_beyond_the_limit() {
        let (limiter, start) = (Limiter::new(1, seconds(60)), Instant::now());
        for key in 0..MAX_KEYS + 50 {
            limiter.check_at(key, start).unwrap();
        }
        let cells = limiter.0.as_ref().unwrap();
        assert_eq!(cells.full_at.lock().unwrap().len(), MAX_KEYS);
        limiter.check_at("later", start + seconds(61)).unwrap();
        assert_eq!(cells.full_at.lock().unwrap().len(), 1);
    }

    #[test]
    fn without_a_limit_every_request_is_allowed() {
        let nothing = Environment::from_pairs([("PORT", "0")]);
        let limiter = Limiter::from_environment(&nothing, None).unwrap();
        (0..10_000).for_each(|_| limiter.check("a").unwrap());
    }

    #[test]
    fn the_environment_overrides_the_default() {
        let default = Some(RateLimit { requests: 2, seconds: 3600 });
        let passed = |variables: &[(&str, &str)]| {
            let environment = Environment::from_pairs(variables.iter().copied());
            let limiter = Limiter::from_environment(&environment, default).unwrap();
            (0..20).take_while(|_| limiter.check("a").is_ok()).count()
        };
        assert_eq!(passed(&[]), 2);
        assert_eq!(passed(&[("RATE_LIMIT_REQUESTS", "5"), ("RATE_LIMIT_INTERVAL", "3600")]), 5);
        assert_eq!(passed(&[("RATE_LIMIT_REQUESTS", "0")]), 20);
    }
}
