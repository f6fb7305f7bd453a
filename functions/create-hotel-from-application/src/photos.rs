//! The photos of an application as the public pictures of its hotel: decoded, upright, and without what they tell of
//! the place and the camera.

use schema::models::host_application::HostApplication;
use schema::models::hotel::Hotel;
use service_kit::storage::{Upload, public_address};
use service_kit::{Error, Storage};
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;
use uuid::Uuid;

const FROM: &str = "host-applications";
pub(crate) const TO: &str = "hotel-images";
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

/// The pictures of one attempt. Their names are its own, so that taking them back takes none from another attempt.
#[derive(Default)]
pub(crate) struct Published {
    keys: Vec<String>,
}

impl Published {
    /// Where everybody reads them, in the order of the photos.
    pub(crate) fn addresses(&self) -> Vec<String> {
        self.keys.iter().map(|key| public_address(TO, key)).collect()
    }

    /// Whether a hotel shows them.
    pub(crate) fn belong_to(&self, hotel: &Hotel) -> bool {
        self.addresses().iter().any(|address| hotel.images.contains(address))
    }

    /// Takes them back from a hotel that came to nothing.
    pub(crate) async fn remove(&self, storage: &Storage) {
        if let Err(error) = storage.remove(TO, &self.keys).await {
            tracing::warn!(%error, "pictures that no hotel has stay until they are looked for");
        }
    }
}

/// Publishes the photos of an application, or none of them.
pub(crate) async fn publish(storage: &Storage, application: &HostApplication) -> Result<Published, Error> {
    let mut published = Published::default();
    match put(storage, application, &mut published.keys).await {
        Ok(()) => Ok(published),
        Err(error) => {
            published.remove(storage).await;
            Err(error)
        }
    }
}

/// Notes each key before its picture: what fails may have arrived all the same.
async fn put(storage: &Storage, application: &HostApplication, keys: &mut Vec<String>) -> Result<(), Error> {
    let folder = format!("applications/{}/{}", application.id, Uuid::new_v4());
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
        let key = format!("{folder}/{number}.{}", picture.format.extension());
        keys.push(key.clone());
        let mime = picture.format.mime();
        storage.put(Upload { bucket: TO, key: &key, mime, bytes: picture.bytes.into() }).await?;
    }
    Ok(())
}
