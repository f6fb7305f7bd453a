//! Limits how often something may happen, per address or per account, in bounded memory.
//!
//! Each key may act `requests` times at once and then evenly, `requests` per `interval` (the generic cell rate
//! algorithm, which keeps one instant a key). Rejects the rest with 429 and the seconds to wait.

use crate::environment::{Environment, EnvironmentError};
use crate::error::{Error, Refusal};
use actix_web::HttpRequest;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hash, RandomState};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The most keys that are remembered; beyond them, keys whose allowance is whole again are forgotten first.
const KEYS: usize = 20_000;

/// A limit shared by all workers; without one everything passes.
#[derive(Clone)]
pub struct Limiter(Option<Arc<Cells>>);

struct Cells {
    /// The time that one request uses up.
    cost: Duration,
    /// The allowance of a key that has been quiet.
    interval: Duration,
    hasher: RandomState,
    /// When each key's allowance is whole again.
    whole_at: Mutex<HashMap<u64, Instant>>,
}

/// So many requests of one address in so many seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RateLimit {
    /// How many requests.
    pub requests: u32,
    /// In how many seconds.
    pub seconds: u32,
}

impl Limiter {
    /// So many requests a key in each interval; zero requests mean no limit.
    pub fn new(requests: u32, interval: Duration) -> Limiter {
        let cells = interval.checked_div(requests).map(|cost| Cells {
            cost,
            interval,
            hasher: RandomState::new(),
            whole_at: Mutex::new(HashMap::new()),
        });
        Limiter(cells.map(Arc::new))
    }

    /// The limit of `RATE_LIMIT_REQUESTS` and `RATE_LIMIT_INTERVAL` (seconds, 60 when only the requests are given), or
    /// else the default; without either everything passes.
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

    /// Counts one request of `key`, or refuses it.
    pub fn check(&self, key: impl Hash) -> Result<(), Error> {
        self.check_at(key, Instant::now())
    }

    fn check_at(&self, key: impl Hash, now: Instant) -> Result<(), Error> {
        let Some(cells) = &self.0 else { return Ok(()) };
        let key = cells.hasher.hash_one(key);
        let mut whole_at = cells.whole_at.lock().unwrap_or_else(PoisonError::into_inner);
        let used_until = whole_at.get(&key).copied().unwrap_or(now).max(now) + cells.cost;
        // Rounding of the division must not cost the last request of a burst.
        let allowed_until = now + cells.interval + Duration::from_micros(1);
        if used_until > allowed_until {
            let wait = (used_until - allowed_until).as_secs_f64().ceil() as u64;
            return Err(Refusal::TooManyRequests { retry_after: wait.max(1) }.into());
        }
        if whole_at.len() >= KEYS && !whole_at.contains_key(&key) {
            forget(&mut whole_at, now);
        }
        whole_at.insert(key, used_until);
        Ok(())
    }
}

/// Makes room: keys whose allowance is whole carry no information; failing those, the one closest to it goes.
fn forget(whole_at: &mut HashMap<u64, Instant>, now: Instant) {
    whole_at.retain(|_, instant| *instant > now);
    if whole_at.len() >= KEYS
        && let Some(oldest) = whole_at.iter().min_by_key(|(_, instant)| **instant).map(|(key, _)| *key)
    {
        whole_at.remove(&oldest);
    }
}

/// Who is asking, as far as a limit is concerned: of IPv6 the first half, since one client has the whole other half to
/// choose its addresses from. On TCP that is the peer; on the unix socket the peer is the front door, which has resolved the
/// client's address into `X-Forwarded-For`.
pub fn client_address(request: &HttpRequest) -> IpAddr {
    let forwarded = || request.headers().get("x-forwarded-for")?.to_str().ok()?.trim().parse().ok();
    let address = match request.peer_addr() {
        Some(peer) => peer.ip(),
        None => forwarded().unwrap_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED)),
    };
    network_of(address)
}

fn network_of(address: IpAddr) -> IpAddr {
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
    fn a_burst_is_taken_then_one_is_refused_until_its_share_of_the_interval_has_passed() {
        let (limiter, start) = (Limiter::new(3, seconds(60)), Instant::now());
        for _ in 0..3 {
            limiter.check_at("a", start).unwrap();
        }
        let refused = limiter.check_at("a", start).unwrap_err();
        assert_eq!(refused.retry_after(), Some(20));
        limiter.check_at("a", start + seconds(19)).unwrap_err();
        limiter.check_at("a", start + seconds(20)).unwrap();
        limiter.check_at("b", start).unwrap();
    }

    #[test]
    fn memory_is_bounded_however_many_keys_come() {
        let (limiter, start) = (Limiter::new(1, seconds(60)), Instant::now());
        for key in 0..KEYS + 50 {
            limiter.check_at(key, start).unwrap();
        }
        let cells = limiter.0.as_ref().unwrap();
        assert_eq!(cells.whole_at.lock().unwrap().len(), KEYS);
        limiter.check_at("later", start + seconds(61)).unwrap();
        assert_eq!(cells.whole_at.lock().unwrap().len(), 1);
    }

    #[test]
    fn without_a_limit_everything_passes() {
        let nothing = Environment::from_pairs([("PORT", "0")]);
        let limiter = Limiter::from_environment(&nothing, None).unwrap();
        (0..10_000).for_each(|_| limiter.check("a").unwrap());
    }

    #[test]
    fn the_default_holds_until_the_environment_says_otherwise() {
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
