//! Bounds how many requests are served at once, and gives each client address a share of that bound, so that no address
//! can hold every permit. Rejects with 503 a request that does not get its permit in time.

use crate::error::Error;
use crate::rate_limit::client_address;
use actix_web::HttpRequest;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Unused entries that may stay in the map before it is cleaned.
const IDLE_ADDRESSES: usize = 256;

/// Permits for all addresses together, and for each of them.
pub struct AddressShares {
    permits: Arc<Semaphore>,
    share: usize,
    within: Duration,
    by_address: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
}

/// The permit of one request; given back when it is dropped.
pub struct AddressPermit {
    _share: OwnedSemaphorePermit,
    _permit: OwnedSemaphorePermit,
}

impl AddressShares {
    /// `permits` in all, of which one address has at most `share`. A request waits for its permit for `within`.
    pub fn new(permits: usize, share: usize, within: Duration) -> AddressShares {
        let permits = Arc::new(Semaphore::new(permits));
        AddressShares { permits, share, within, by_address: Mutex::default() }
    }

    /// A permit for a request of this client. One that waits for its address's share holds no permit of the others.
    ///
    /// # Errors
    /// [`Error::Overloaded`] when there is none in time.
    pub async fn acquire(&self, request: &HttpRequest) -> Result<AddressPermit, Error> {
        let share = self.share_of(client_address(request));
        let acquiring = async {
            let share = share.acquire_owned().await.map_err(Error::internal)?;
            let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(Error::internal)?;
            Ok(AddressPermit { _share: share, _permit: permit })
        };
        timeout(self.within, acquiring).await.map_err(|_| Error::Overloaded)?
    }

    fn share_of(&self, address: IpAddr) -> Arc<Semaphore> {
        let mut by_address = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        if by_address.len() > IDLE_ADDRESSES {
            // A permit and a waiting request hold their semaphore too.
            by_address.retain(|_, share| Arc::strong_count(share) > 1);
        }
        Arc::clone(by_address.entry(address).or_insert_with(|| Arc::new(Semaphore::new(self.share))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use actix_web::test::TestRequest;
    use std::net::SocketAddr;

    fn from(address: [u8; 4]) -> HttpRequest {
        TestRequest::default().peer_addr(SocketAddr::from((address, 1))).to_http_request()
    }

    #[tokio::test(start_paused = true)]
    async fn an_address_never_holds_more_than_its_share() {
        let shares = AddressShares::new(4, 2, Duration::from_secs(20));
        let first = shares.acquire(&from([192, 0, 2, 1])).await.unwrap();
        let _second = shares.acquire(&from([192, 0, 2, 1])).await.unwrap();
        assert!(matches!(shares.acquire(&from([192, 0, 2, 1])).await, Err(Error::Overloaded)));
        let _third = shares.acquire(&from([192, 0, 2, 2])).await.unwrap();
        drop(first);
        shares.acquire(&from([192, 0, 2, 1])).await.unwrap();
    }

    #[tokio::test(start_paused = true)]
    async fn addresses_that_have_gone_are_forgotten() {
        let shares = AddressShares::new(4, 2, Duration::from_secs(20));
        let held = shares.acquire(&from([192, 0, 2, 1])).await.unwrap();
        for number in 0..2000_u16 {
            let [high, low] = number.to_be_bytes();
            drop(shares.acquire(&from([10, 0, high, low])).await.unwrap());
        }
        assert!(shares.by_address.lock().unwrap().len() <= IDLE_ADDRESSES + 1);
        assert!(shares.by_address.lock().unwrap().contains_key(&IpAddr::from([192, 0, 2, 1])));
        drop(held);
    }
}
