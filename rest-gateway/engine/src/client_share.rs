//! Limits how much of a shared resource one client holds. Each client has its own semaphore while it holds a permit or
//! waits for one.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::client::ClientKey;

type Semaphores = Mutex<HashMap<ClientKey, Arc<Semaphore>>>;

#[derive(Debug)]
pub(crate) struct ClientShares {
    /// Permits of one client.
    share: usize,
    clients: Arc<Semaphores>,
}

/// Permits of one client's share, until they are dropped.
#[derive(Debug)]
pub(crate) struct SharePermit {
    permit: Option<OwnedSemaphorePermit>,
    client: ClientKey,
    clients: Arc<Semaphores>,
}

/// Keeps the client's semaphore in the map while the client waits, also when the wait is cancelled.
struct Waiting<'a> {
    semaphore: Option<Arc<Semaphore>>,
    client: ClientKey,
    clients: &'a Semaphores,
}

impl ClientShares {
    pub fn new(share: usize) -> ClientShares {
        ClientShares { share: share.min(Semaphore::MAX_PERMITS), clients: Arc::default() }
    }

    /// Waits for this number of permits. `None` if it exceeds the client's share.
    pub async fn acquire(&self, client: ClientKey, permits: usize) -> Option<SharePermit> {
        let number = u32::try_from(permits).ok().filter(|_| permits <= self.share)?;
        let waiting = self.waiting(client);
        let semaphore = waiting.semaphore.clone()?;
        let permit = semaphore.acquire_many_owned(number).await.ok()?;
        Some(self.permit(client, permit))
    }

    /// `None` if the client has fewer permits left.
    pub fn try_acquire(&self, client: ClientKey, permits: usize) -> Option<SharePermit> {
        let number = u32::try_from(permits).ok()?;
        let waiting = self.waiting(client);
        let permit = waiting.semaphore.clone()?.try_acquire_many_owned(number).ok()?;
        Some(self.permit(client, permit))
    }

    fn permit(&self, client: ClientKey, permit: OwnedSemaphorePermit) -> SharePermit {
        SharePermit { permit: Some(permit), client, clients: self.clients.clone() }
    }

    fn waiting(&self, client: ClientKey) -> Waiting<'_> {
        let new = || Arc::new(Semaphore::new(self.share));
        let semaphore = lock(&self.clients).entry(client).or_insert_with(new).clone();
        Waiting { semaphore: Some(semaphore), client, clients: &self.clients }
    }
}

impl SharePermit {
    /// Adds another permit of the same client.
    pub fn merge(&mut self, mut other: SharePermit) {
        match (&mut self.permit, other.permit.take()) {
            (Some(permit), Some(more)) => permit.merge(more),
            (permit, more) => *permit = more,
        }
    }
}

impl Drop for SharePermit {
    fn drop(&mut self) {
        let mut clients = lock(&self.clients);
        drop(self.permit.take());
        forget_unused(&mut clients, self.client);
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        let mut clients = lock(self.clients);
        drop(self.semaphore.take());
        forget_unused(&mut clients, self.client);
    }
}

/// Removes the semaphore of a client that holds nothing, so that the map does not grow forever.
fn forget_unused(clients: &mut HashMap<ClientKey, Arc<Semaphore>>, client: ClientKey) {
    if clients.get(&client).is_some_and(|semaphore| Arc::strong_count(semaphore) == 1) {
        clients.remove(&client);
    }
}

fn lock(clients: &Semaphores) -> MutexGuard<'_, HashMap<ClientKey, Arc<Semaphore>>> {
    clients.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Waker};

    use super::*;

    fn client(number: u64) -> ClientKey {
        ClientKey::numbered(number)
    }

    #[tokio::test]
    async fn a_client_is_limited_to_its_share_and_others_keep_theirs() {
        let shares = ClientShares::new(3);
        let held = shares.acquire(client(1), 2).await.unwrap();
        assert!(shares.try_acquire(client(1), 2).is_none());
        assert!(shares.try_acquire(client(2), 3).is_some());
        assert!(shares.acquire(client(1), 4).await.is_none(), "it would wait for ever");
        drop(held);
        assert!(shares.try_acquire(client(1), 3).is_some());
    }

    #[tokio::test]
    async fn removes_clients_that_hold_nothing() {
        let shares = ClientShares::new(1);
        let held = shares.acquire(client(1), 1).await.unwrap();
        assert!(shares.try_acquire(client(1), 1).is_none());
        {
            let mut waiting = pin!(shares.acquire(client(1), 1));
            assert!(waiting.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_pending());
            drop(held);
            assert_eq!(lock(&shares.clients).len(), 1);
        }
        assert!(lock(&shares.clients).is_empty());
    }
}
