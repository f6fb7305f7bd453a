//! The photos of an application as the public pictures of its hotel: decoded, upright, and without what they tell of
//! the place and the camera.

use edge::storage::{Upload, public_address};
use edge::{Error, Storage};
use schema::models::host_application::HostApplication;
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;

const FROM: &str = "host-applications";
const TO: &str = "hotel-images";
const LARGEST: usize = 5 * 1024 * 1024;

/// One application at a time: a photo that is decoded takes some hundred megabytes.
pub(crate) struct Turn(Semaphore);

/// Who does not get the turn by then is answered 503; the front door waits for 150 seconds.
const TURN_WITHIN: Duration = Duration::from_secs(100);

impl Turn {
    pub(crate) fn new() -> Turn {
        Turn(Semaphore::new(1))
    }

    pub(crate) async fn take(&self) -> Result<SemaphorePermit<'_>, Error> {
        let turn = timeout(TURN_WITHIN, self.0.acquire()).await.map_err(|_| Error::Overloaded)?;
        turn.map_err(Error::internal)
    }
}

/// Addresses of the pictures, in the order of the photos. A picture of an earlier attempt is replaced by the same one.
pub(crate) async fn publish(storage: &Storage, application: &HostApplication) -> Result<Vec<String>, Error> {
    let mut addresses = Vec::with_capacity(application.photos_urls.len());
    for (number, photo) in application.photos_urls.iter().enumerate() {
        let Some(bytes) = storage.get(FROM, photo, LARGEST).await? else {
            tracing::warn!(application = %application.id, photo, "a photo is gone");
            continue;
        };
        let published = tokio::task::spawn_blocking(move || picture::publish(&bytes)).await;
        let picture = match published.map_err(Error::internal)? {
            Ok(picture) => picture,
            // It was whole when it came; a hotel with one picture less is better than none.
            Err(error) => {
                tracing::error!(application = %application.id, photo, %error, "a photo cannot be published");
                continue;
            }
        };
        let key = format!("applications/{}/{number}.{}", application.id, picture.format.extension());
        let mime = picture.format.mime();
        storage.put(Upload { bucket: TO, key: &key, mime, bytes: picture.bytes.into() }).await?;
        addresses.push(public_address(TO, &key));
    }
    Ok(addresses)
}
