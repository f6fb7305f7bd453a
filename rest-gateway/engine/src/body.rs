//! A request's body, read whole, and what all bodies together may take. Refused: a body larger than one request may
//! bring, one that breaks off, and any more while the requests under way hold all that there is for bodies.

use actix_web::web::Payload;
use bytes::{Bytes, BytesMut};
use futures_util::StreamExt;
use tokio::sync::{Semaphore, SemaphorePermit};

use crate::error::Error;

/// The bytes that bodies may hold at once.
pub(crate) struct BodyBudget(Semaphore);

/// A body, and its share of the budget until it is dropped.
pub(crate) struct Body<'a> {
    pub bytes: Bytes,
    pub held: SemaphorePermit<'a>,
}

impl BodyBudget {
    pub fn new(bytes: usize) -> BodyBudget {
        BodyBudget(Semaphore::new(bytes.min(Semaphore::MAX_PERMITS)))
    }

    pub async fn read(&self, mut payload: Payload, limit: usize) -> Result<Body<'_>, Error> {
        let mut bytes = BytesMut::new();
        let mut held = self.hold(0)?;
        while let Some(chunk) = payload.next().await {
            let chunk = chunk.map_err(|_| Error::InvalidBody("The body could not be read".to_owned()))?;
            if bytes.len() + chunk.len() > limit {
                return Err(Error::TooLarge("The body is larger than this server takes"));
            }
            held.merge(self.hold(chunk.len())?);
            bytes.extend_from_slice(&chunk);
        }
        Ok(Body { bytes: bytes.freeze(), held })
    }

    pub fn none(&self) -> Result<Body<'_>, Error> {
        Ok(Body { bytes: Bytes::new(), held: self.hold(0)? })
    }

    fn hold(&self, bytes: usize) -> Result<SemaphorePermit<'_>, Error> {
        let bytes = u32::try_from(bytes).map_err(|_| Error::Overloaded)?;
        self.0.try_acquire_many(bytes).map_err(|_| Error::Overloaded)
    }
}
