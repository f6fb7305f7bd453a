//! The render queue: bounds how many images are decoded concurrently, and how many requests wait.
//!
//! A large image occupies a decoder for seconds, a small one for a tenth of one. There are two lanes with one decoder
//! each. Small images also use the decoder of the large ones while it is idle, but not the reverse, so that large
//! images never delay small ones. Rejects a client that has reached its limit, and all clients while a lane's queue is
//! full.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::error::{Error, Result};

/// The most pixels of a small image. The images that this product publishes have at most 4 million.
const SMALL_PIXELS: u64 = 5_000_000;
/// The timeout of a request that waits for a decoder.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(30);

/// The decoding cost of an image.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    Small,
    Large,
}

impl Cost {
    /// The cost by the pixels of the original. An unknown number counts as large.
    pub fn of_pixels(pixels: Option<u64>) -> Self {
        if pixels.is_some_and(|pixels| pixels <= SMALL_PIXELS) { Self::Small } else { Self::Large }
    }
}

/// Both lanes. A clone shares them.
#[derive(Clone)]
pub struct RenderQueue {
    small: Lane,
    large: Lane,
}

/// The decoder for images of one cost, and its queue.
#[derive(Clone)]
struct Lane {
    decoder: Arc<Semaphore>,
    /// Requests in the lane per client, waiting or decoding.
    queue: Arc<Mutex<HashMap<IpAddr, usize>>>,
    /// The most requests in the lane.
    capacity: usize,
    /// The most requests of one client in the lane.
    client_limit: usize,
}

impl RenderQueue {
    pub fn new() -> Self {
        Self { small: Lane::new(128, 48), large: Lane::new(32, 8) }
    }

    /// Waits for a decoder.
    ///
    /// # Errors
    /// [`Error::TooManyImages`] when the lane is full, the client has reached its limit, or the wait times out.
    pub async fn acquire(&self, client: IpAddr, cost: Cost) -> Result<Permit> {
        let lane = match cost {
            Cost::Small => &self.small,
            Cost::Large => &self.large,
        };
        let slot = lane.enqueue(client)?;
        let idle = match cost {
            Cost::Small => self.large.decoder.clone().try_acquire_owned().ok(),
            Cost::Large => None,
        };
        let decoder = match idle {
            Some(decoder) => decoder,
            None => {
                let acquired = timeout(QUEUE_TIMEOUT, lane.decoder.clone().acquire_owned()).await;
                acquired.map_err(|_| Error::TooManyImages)?.map_err(Error::internal)?
            }
        };
        Ok(Permit { _decoder: decoder, _slot: slot })
    }
}

/// Exclusive use of a decoder until dropped.
pub struct Permit {
    _decoder: OwnedSemaphorePermit,
    _slot: QueueSlot,
}

impl Lane {
    fn new(capacity: usize, client_limit: usize) -> Self {
        Self { decoder: Arc::new(Semaphore::new(1)), queue: Arc::default(), capacity, client_limit }
    }

    fn enqueue(&self, client: IpAddr) -> Result<QueueSlot> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let of_client = queue.get(&client).copied().unwrap_or_default();
        if of_client >= self.client_limit || queue.values().sum::<usize>() >= self.capacity {
            return Err(Error::TooManyImages);
        }
        queue.insert(client, of_client + 1);
        Ok(QueueSlot { client, queue: self.queue.clone() })
    }
}

/// A request's slot in a lane until dropped.
struct QueueSlot {
    client: IpAddr,
    queue: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        match queue.get_mut(&self.client) {
            Some(slots) if *slots > 1 => *slots -= 1,
            _ => drop(queue.remove(&self.client)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u8) -> IpAddr {
        IpAddr::from([192, 0, 2, number])
    }

    #[tokio::test(start_paused = true)]
    async fn small_images_do_not_wait_for_large_ones() {
        let queue = RenderQueue::new();
        let _large = queue.acquire(client(1), Cost::Large).await.unwrap();
        let waiting = queue.acquire(client(2), Cost::Large);
        tokio::pin!(waiting);
        assert!(timeout(Duration::from_secs(1), &mut waiting).await.is_err());
        for _ in 0..100 {
            queue.acquire(client(3), Cost::Small).await.unwrap();
        }
        assert!(matches!(waiting.await, Err(Error::TooManyImages)), "the large decoder stays busy");
    }

    #[tokio::test]
    async fn a_dropped_request_frees_its_slot() {
        let lane = Lane::new(2, 1);
        let slot = lane.enqueue(client(1)).unwrap();
        assert!(lane.enqueue(client(1)).is_err(), "the client's limit");
        let _other = lane.enqueue(client(2)).unwrap();
        assert!(lane.enqueue(client(3)).is_err(), "the queue is full");
        drop(slot);
        lane.enqueue(client(3)).unwrap();
    }

    #[test]
    fn an_image_of_unknown_size_counts_as_large() {
        assert_eq!(Cost::of_pixels(Some(4_000_000)), Cost::Small);
        assert_eq!(Cost::of_pixels(Some(12_000_000)), Cost::Large);
        assert_eq!(Cost::of_pixels(None), Cost::Large);
    }
}
