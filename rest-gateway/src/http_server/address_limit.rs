//! A limit of concurrent connections per client address, so that one client cannot use up the server's connections. The
//! requests of a connection of HTTP/2 count as well, because HTTP/1.1 has a connection for each.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rest_engine::ClientAddress;

type Exempt = dyn Fn(IpAddr) -> bool + Send + Sync;

#[derive(Clone)]
pub(crate) struct AddressLimit(Option<Arc<Shared>>);

struct Shared {
    most: usize,
    exempt: Box<Exempt>,
    counts: Mutex<HashMap<u64, usize>>,
}

/// A counted connection or request. Dropping it frees its slot.
pub(super) struct Slot {
    shared: Arc<Shared>,
    network: u64,
}

impl AddressLimit {
    /// `exempt` returns true for addresses that connect on behalf of many clients: proxies.
    pub fn new(most: usize, exempt: impl Fn(IpAddr) -> bool + Send + Sync + 'static) -> AddressLimit {
        AddressLimit(Some(Arc::new(Shared { most, exempt: Box::new(exempt), counts: Mutex::default() })))
    }

    /// No limit: for a server whose clients may all come through an unknown proxy.
    pub fn none() -> AddressLimit {
        AddressLimit(None)
    }

    /// Counts a connection. `Err` if its address is at the limit; `Ok(None)` if it is not counted.
    pub(super) fn count(&self, address: Option<IpAddr>) -> Result<Option<Slot>, ()> {
        let (Some(shared), Some(address)) = (&self.0, address.map(|address| address.to_canonical())) else {
            return Ok(None);
        };
        if (shared.exempt)(address) {
            return Ok(None);
        }
        Slot::take(shared, ClientAddress(address).network()).map(Some)
    }
}

impl Slot {
    /// Counts another one of the same address: a request of a connection that has many.
    pub(super) fn another(&self) -> Result<Slot, ()> {
        Slot::take(&self.shared, self.network)
    }

    fn take(shared: &Arc<Shared>, network: u64) -> Result<Slot, ()> {
        let mut counts = shared.counts();
        let count = counts.entry(network).or_default();
        if *count >= shared.most {
            return Err(());
        }
        *count += 1;
        Ok(Slot { shared: Arc::clone(shared), network })
    }
}

impl Shared {
    fn counts(&self) -> MutexGuard<'_, HashMap<u64, usize>> {
        self.counts.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut counts = self.shared.counts();
        if let Some(count) = counts.get_mut(&self.network) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.network);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> Option<IpAddr> {
        Some(text.parse().unwrap())
    }

    #[test]
    fn limits_each_address_separately() {
        let limit = AddressLimit::new(2, |address| address.is_loopback());
        let held: Vec<_> = (0..2).map(|_| limit.count(address("192.0.2.1")).unwrap().unwrap()).collect();
        assert!(limit.count(address("192.0.2.1")).is_err());
        assert!(limit.count(address("::ffff:192.0.2.1")).is_err());
        assert!(limit.count(address("192.0.2.2")).is_ok());
        drop(held);
        assert!(limit.count(address("192.0.2.1")).is_ok());
        let connection = limit.count(address("192.0.2.1")).unwrap().unwrap();
        let request = connection.another().unwrap();
        assert!(connection.another().is_err());
        drop((connection, request));
        assert!(limit.0.unwrap().counts().is_empty());
    }

    #[test]
    fn proxies_and_unix_sockets_are_not_counted() {
        let limit = AddressLimit::new(0, |address| address.is_loopback());
        assert!(limit.count(address("127.0.0.1")).is_ok_and(|slot| slot.is_none()));
        assert!(limit.count(None).is_ok_and(|slot| slot.is_none()));
        assert!(limit.count(address("2001:db8::1")).is_err());
    }
}
