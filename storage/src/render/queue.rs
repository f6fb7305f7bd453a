//! The queue in front of the decoders.
//!
//! An image of many pixels keeps a decoder busy for seconds, a small one for a tenth of one. Large images have one decoder;
//! small ones have another of their own and take the first one too when it is free, so that large images never keep small
//! ones waiting. Rejects a client that has its share of the queue already, and everybody while the queue is full.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

use crate::error::{Error, Result};

/// Up to this many pixels an image is small. A published picture has 4 million at most.
const SMALL_PIXELS: u64 = 5_000_000;
/// How long a request waits for a decoder.
const WAIT: Duration = Duration::from_secs(30);

/// How much work the image of a request is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cost {
    Small,
    Large,
}

impl Cost {
    /// By the pixels of the original. An unknown number counts as large.
    pub fn of_pixels(pixels: Option<u64>) -> Self {
        if pixels.is_some_and(|pixels| pixels <= SMALL_PIXELS) { Self::Small } else { Self::Large }
    }
}

/// The decoders and those who wait for one. Cloning shares it.
#[derive(Clone)]
pub struct RenderQueue {
    small: Line,
    large: Line,
}

/// The decoder of one cost, and its queue.
#[derive(Clone)]
struct Line {
    decoder: Arc<Semaphore>,
    queue: Arc<Mutex<HashMap<IpAddr, usize>>>,
    /// Requests that wait or work at once.
    capacity: usize,
    /// Those of one client.
    share: usize,
}

impl RenderQueue {
    pub fn new() -> Self {
        Self { small: Line::new(128, 48), large: Line::new(32, 8) }
    }

    /// Waits for a decoder.
    pub async fn acquire(&self, client: IpAddr, cost: Cost) -> Result<Permit> {
        let line = match cost {
            Cost::Small => &self.small,
            Cost::Large => &self.large,
        };
        let place = line.enter(client)?;
        let idle = match cost {
            Cost::Small => self.large.decoder.clone().try_acquire_owned().ok(),
            Cost::Large => None,
        };
        let decoder = match idle {
            Some(decoder) => decoder,
            None => {
                let acquired = timeout(WAIT, line.decoder.clone().acquire_owned()).await;
                acquired.map_err(|_| Error::TooManyImages)?.map_err(Error::internal)?
            }
        };
        Ok(Permit { _decoder: decoder, _place: place })
    }
}

/// The use of a decoder, until dropped.
pub struct Permit {
    _decoder: OwnedSemaphorePermit,
    _place: Place,
}

impl Line {
    fn new(capacity: usize, share: usize) -> Self {
        Self { decoder: Arc::new(Semaphore::new(1)), queue: Arc::default(), capacity, share }
    }

    fn enter(&self, client: IpAddr) -> Result<Place> {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        let of_client = queue.get(&client).copied().unwrap_or_default();
        if of_client >= self.share || queue.values().sum::<usize>() >= self.capacity {
            return Err(Error::TooManyImages);
        }
        queue.insert(client, of_client + 1);
        Ok(Place { client, queue: self.queue.clone() })
    }
}

/// A request's place in the queue, until dropped.
struct Place {
    client: IpAddr,
    queue: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        match queue.get_mut(&self.client) {
            Some(places) if *places > 1 => *places -= 1,
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
    async fn small_images_pass_large_ones() {
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
    async fn a_place_is_free_again_when_its_request_is_gone() {
        let line = Line::new(2, 1);
        let place = line.enter(client(1)).unwrap();
        assert!(line.enter(client(1)).is_err(), "its share");
        let _other = line.enter(client(2)).unwrap();
        assert!(line.enter(client(3)).is_err(), "the queue is full");
        drop(place);
        line.enter(client(3)).unwrap();
    }

    #[test]
    fn an_image_of_unknown_size_counts_as_large() {
        assert_eq!(Cost::of_pixels(Some(4_000_000)), Cost::Small);
        assert_eq!(Cost::of_pixels(Some(12_000_000)), Cost::Large);
        assert_eq!(Cost::of_pixels(None), Cost::Large);
    }
}
