//! A semaphore for requests that gives each client address a share of the permits, so that no address can hold all of
//! them. A request that gets no permit in time fails with 503.

use actix_web::HttpRequest;
use service_kit::Error;
use service_kit::rate_limit::client_address;
use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// Beyond this number of addresses, those without a permit or a waiting request are removed.
const MAX_IDLE_ADDRESSES: usize = 256;

/// Permits for all addresses together, and for each address.
pub(crate) struct AddressShares {
    permits: Arc<Semaphore>,
    share: usize,
    permit_timeout: Duration,
    by_address: Mutex<HashMap<IpAddr, Arc<Semaphore>>>,
}

/// The permit of one request, released when it is dropped.
pub(crate) struct AddressPermit {
    _share: OwnedSemaphorePermit,
    _permit: OwnedSemaphorePermit,
}

impl AddressShares {
    /// `permits` in all, of which one address holds at most `share`. A request waits at most `permit_timeout`.
    pub(crate) fn new(permits: usize, share: usize, permit_timeout: Duration) -> AddressShares {
        let permits = Arc::new(Semaphore::new(permits));
        AddressShares { permits, share, permit_timeout, by_address: Mutex::default() }
    }

    /// A permit for this request. While it waits for its address's share, it holds no permit that other addresses need.
    ///
    /// # Errors
    /// [`Error::Overloaded`] when there is none in time.
    pub(crate) async fn acquire(&self, request: &HttpRequest) -> Result<AddressPermit, Error> {
        let share = self.share_of(client_address(request));
        let acquiring = async {
            let share = share.acquire_owned().await.map_err(Error::internal)?;
            let permit = Arc::clone(&self.permits).acquire_owned().await.map_err(Error::internal)?;
            Ok(AddressPermit { _share: share, _permit: permit })
        };
        timeout(self.permit_timeout, acquiring).await.map_err(|_| Error::Overloaded)?
    }

    fn share_of(&self, address: IpAddr) -> Arc<Semaphore> {
        let mut by_address = self.by_address.lock().unwrap_or_else(PoisonError::into_inner);
        if by_address.len() > MAX_IDLE_ADDRESSES {
            // Permits and waiting requests hold a reference to their semaphore.
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
    async fn idle_addresses_are_removed() {
        let shares = AddressShares::new(4, 2, Duration::from_secs(20));
        let held = shares.acquire(&from([192, 0, 2, 1])).await.unwrap();
        for number in 0..2000_u16 {
            let [high, low] = number.to_be_bytes();
            drop(shares.acquire(&from([10, 0, high, low])).await.unwrap());
        }
        assert!(shares.by_address.lock().unwrap().len() <= MAX_IDLE_ADDRESSES + 1);
        assert!(shares.by_address.lock().unwrap().contains_key(&IpAddr::from([192, 0, 2, 1])));
        drop(held);
    }
}
