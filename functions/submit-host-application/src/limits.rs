//! How much of an application's work is done at once. A form takes up to 40 MB of disk, a photo in memory 5 MB, and a
//! photo while it is decoded some hundred MB.

use crate::address_shares::{AddressPermit, AddressShares};
use actix_web::HttpRequest;
use service_kit::Error;
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

const FORMS: usize = 64;
const FORMS_PER_ADDRESS: usize = 4;
const WORK: usize = 16;
const DECODING: usize = 1;
const SENDING: usize = 4;
/// The timeout for a permit; a form fails with 503 afterwards. The front door's own timeout is 150 seconds.
const PERMIT_TIMEOUT: Duration = Duration::from_secs(60);

/// The semaphores of the steps of an application.
pub(crate) struct Limits {
    /// Forms from the first byte to the response. A form that arrives slowly holds no permit that others need.
    forms: AddressShares,
    /// Forms that have arrived and are processed.
    work: Semaphore,
    decoding: Semaphore,
    sending: Semaphore,
}

impl Limits {
    pub(crate) fn new() -> Limits {
        let [work, decoding, sending] = [WORK, DECODING, SENDING].map(Semaphore::new);
        Limits {
            forms: AddressShares::new(FORMS, FORMS_PER_ADDRESS, PERMIT_TIMEOUT),
            work,
            decoding,
            sending,
        }
    }

    /// The permit to read a form's body.
    pub(crate) async fn form(&self, request: &HttpRequest) -> Result<AddressPermit, Error> {
        self.forms.acquire(request).await
    }

    /// The permit to process a form that has arrived.
    pub(crate) async fn work(&self) -> Result<SemaphorePermit<'_>, Error> {
        let permit = timeout(PERMIT_TIMEOUT, self.work.acquire()).await.map_err(|_| Error::Overloaded)?;
        permit.map_err(Error::internal)
    }

    /// The permit to decode a photo. Its holder also has a permit for work.
    pub(crate) async fn decoding(&self) -> Result<SemaphorePermit<'_>, Error> {
        self.decoding.acquire().await.map_err(Error::internal)
    }

    /// The permit to send a photo to storage. Its holder also has a permit for work.
    pub(crate) async fn sending(&self) -> Result<SemaphorePermit<'_>, Error> {
        self.sending.acquire().await.map_err(Error::internal)
    }
}
