//! Reads request bodies into memory, within a budget for all requests.
//!
//! Rejects a body above the size limit (by its Content-Length before it is read), a body that is truncated or takes too
//! long, and a body for which the budget has no room in time.
//!
//! A body with a Content-Length reserves that length first, so that two half-read bodies cannot deadlock. Small bodies
//! have their own budget, so that they do not wait for large ones. One client may hold a quarter of the large budget.

use std::time::Duration;

use actix_web::HttpRequest;
use actix_web::http::header::CONTENT_LENGTH;
use actix_web::web::Payload;
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

use crate::client::ClientKey;
use crate::client_share::{ClientShares, SharePermit};
use crate::error::Error;

/// Maximum bytes of a small body.
const SMALL: usize = 64 * 1024;
/// Divisor: one eighth of the whole budget is for small bodies.
const SMALL_PART: usize = 8;
/// Divisor: one client may hold a quarter of the budget for large bodies.
const CLIENT_PART: usize = 4;
/// Timeout for a whole body. The server ends stalled bodies earlier.
const DEADLINE: Duration = Duration::from_secs(300);

pub(crate) struct BodyBudget {
    small: Semaphore,
    large: Semaphore,
    shares: ClientShares,
}

/// A body with its reservation, which ends when the body is dropped.
pub(crate) struct Body<'a> {
    pub bytes: Bytes,
    _reservation: Reservation<'a>,
}

#[derive(Default)]
struct Reservation<'a> {
    budget: Option<SemaphorePermit<'a>>,
    share: Option<SharePermit>,
}

impl<'a> Reservation<'a> {
    fn of(budget: SemaphorePermit<'a>, share: Option<SharePermit>) -> Reservation<'a> {
        Reservation { budget: Some(budget), share }
    }

    fn add(&mut self, budget: SemaphorePermit<'a>, share: SharePermit) {
        match &mut self.budget {
            Some(held) => held.merge(budget),
            None => self.budget = Some(budget),
        }
        match &mut self.share {
            Some(held) => held.merge(share),
            None => self.share = Some(share),
        }
    }
}

impl BodyBudget {
    /// `bytes`: of all bodies together. `largest`: of one body.
    pub fn new(bytes: usize, largest: usize) -> BodyBudget {
        let bytes = bytes.min(Semaphore::MAX_PERMITS);
        let small = bytes / SMALL_PART;
        let large = bytes - small;
        // One body of the largest size must fit into a client's share.
        let share = (large / CLIENT_PART).max(largest).min(large);
        BodyBudget {
            small: Semaphore::new(small),
            large: Semaphore::new(large),
            shares: ClientShares::new(share),
        }
    }

    /// `wait`: timeout for the reservation.
    pub async fn read(
        &self,
        http: &HttpRequest,
        payload: Payload,
        client: ClientKey,
        limit: usize,
        wait: Duration,
    ) -> Result<Body<'_>, Error> {
        let announced = announced_length(http);
        if announced.is_some_and(|length| length > limit as u64) {
            return Err(too_large());
        }
        let announced = announced.and_then(|length| usize::try_from(length).ok()).unwrap_or(0);
        let reservation =
            timeout(wait, self.reserve(client, announced)).await.map_err(|_| Error::Overloaded)??;
        let reading = self.fill(payload, client, limit, announced, reservation);
        timeout(DEADLINE, reading).await.unwrap_or_else(|_| Err(unreadable()))
    }

    pub fn none(&self) -> Body<'_> {
        Body { bytes: Bytes::new(), _reservation: Reservation::default() }
    }

    /// Reads the body. Bytes beyond the reserved length are reserved chunk by chunk, without waiting.
    async fn fill<'a>(
        &'a self,
        mut payload: Payload,
        client: ClientKey,
        limit: usize,
        mut reserved: usize,
        mut reservation: Reservation<'a>,
    ) -> Result<Body<'a>, Error> {
        let mut bytes = BytesMut::new();
        while let Some(chunk) = payload.next().await {
            let chunk = chunk.map_err(|_| unreadable())?;
            let length = bytes.len() + chunk.len();
            if length > limit {
                return Err(too_large());
            }
            if length > reserved {
                self.add(client, length - reserved, &mut reservation)?;
                reserved = length;
            }
            bytes.extend_from_slice(&chunk);
        }
        Ok(Body { bytes: bytes.freeze(), _reservation: reservation })
    }

    async fn reserve(&self, client: ClientKey, length: usize) -> Result<Reservation<'_>, Error> {
        let number = permits(length)?;
        if length <= SMALL
            && let Ok(budget) = self.small.try_acquire_many(number)
        {
            return Ok(Reservation::of(budget, None));
        }
        let share = self.shares.acquire(client, length).await.ok_or(Error::Overloaded)?;
        let budget = self.large.acquire_many(number).await.map_err(|_| Error::Overloaded)?;
        Ok(Reservation::of(budget, Some(share)))
    }

    fn add<'a>(
        &'a self,
        client: ClientKey,
        length: usize,
        reservation: &mut Reservation<'a>,
    ) -> Result<(), Error> {
        let number = permits(length)?;
        let share = self.shares.try_acquire(client, length).ok_or(Error::Overloaded)?;
        let budget = self.large.try_acquire_many(number).map_err(|_| Error::Overloaded)?;
        reservation.add(budget, share);
        Ok(())
    }
}

fn permits(length: usize) -> Result<u32, Error> {
    u32::try_from(length).map_err(|_| Error::Overloaded)
}

fn announced_length(http: &HttpRequest) -> Option<u64> {
    http.headers().get(CONTENT_LENGTH)?.to_str().ok()?.trim().parse().ok()
}

fn too_large() -> Error {
    Error::TooLarge("The body is larger than this server takes")
}

fn unreadable() -> Error {
    Error::InvalidBody("The body could not be read".to_owned())
}
