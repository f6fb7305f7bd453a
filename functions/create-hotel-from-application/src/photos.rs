//! Publishes the photos of an application as the public images of its hotel: re-encoded, upright, and without
//! metadata such as place and camera.

use functions_shared::Storage;
use functions_shared::storage::{Upload, public_url};
use schema::models::host_application::HostApplication;
use schema::models::hotel::Hotel;
use service_kit::Error;
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;
use uuid::Uuid;

/// The private bucket of applications' photos.
const SOURCE_BUCKET: &str = "host-applications";
/// The public bucket of hotels' images.
const TARGET_BUCKET: &str = "hotel-images";
/// Bytes.
const MAX_PHOTO: usize = 5 * 1024 * 1024;

/// The semaphore for publishing: one application at a time, because decoding a photo takes some hundred MB.
pub(crate) struct Publishing(Semaphore);

/// The timeout for the permit; a call fails with 503 afterwards. The front door's own timeout is 150 seconds.
const PERMIT_TIMEOUT: Duration = Duration::from_secs(100);

impl Publishing {
    pub(crate) fn new() -> Publishing {
        Publishing(Semaphore::new(1))
    }

    pub(crate) async fn acquire(&self) -> Result<SemaphorePermit<'_>, Error> {
        let permit = timeout(PERMIT_TIMEOUT, self.0.acquire()).await.map_err(|_| Error::Overloaded)?;
        permit.map_err(Error::internal)
    }
}

/// The images of one attempt. Each attempt has keys of its own, so that removing them removes none of another attempt.
#[derive(Default)]
pub(crate) struct PublishedImages {
    keys: Vec<String>,
}

impl PublishedImages {
    /// Their root-relative URLs, in the order of the photos.
    pub(crate) fn urls(&self) -> Vec<String> {
        self.keys.iter().map(|key| public_url(TARGET_BUCKET, key)).collect()
    }

    /// Whether the hotel refers to one of them.
    pub(crate) fn belong_to(&self, hotel: &Hotel) -> bool {
        self.urls().iter().any(|url| hotel.images.contains(url))
    }

    /// Deletes them, because the hotel was not created.
    pub(crate) async fn remove(&self, storage: &Storage) {
        if let Err(error) = storage.remove(TARGET_BUCKET, &self.keys).await {
            tracing::warn!(%error, "images without a hotel stay until the sweeper removes them");
        }
    }
}

/// Publishes the photos of an application, or none of them.
pub(crate) async fn publish(
    storage: &Storage,
    application: &HostApplication,
) -> Result<PublishedImages, Error> {
    let mut published = PublishedImages::default();
    match put(storage, application, &mut published.keys).await {
        Ok(()) => Ok(published),
        Err(error) => {
            published.remove(storage).await;
            Err(error)
        }
    }
}

/// Adds each key to `keys` before the upload, because an upload that fails may have stored the file.
async fn put(storage: &Storage, application: &HostApplication, keys: &mut Vec<String>) -> Result<(), Error> {
    let folder = format!("applications/{}/{}", application.id, Uuid::new_v4());
    for (number, photo_key) in application.photo_keys.iter().enumerate() {
        let Some(bytes) = storage.get(SOURCE_BUCKET, photo_key, MAX_PHOTO).await? else {
            tracing::warn!(application = %application.id, photo_key, "a photo is missing in storage");
            continue;
        };
        let encoded = tokio::task::spawn_blocking(move || picture::publish(&bytes)).await;
        let image = match encoded.map_err(Error::internal)? {
            Ok(image) => image,
            // The photo was checked when it was submitted. A hotel with one image less is better than none.
            Err(error) => {
                tracing::error!(application = %application.id, photo_key, %error, "a photo cannot be published");
                continue;
            }
        };
        let key = format!("{folder}/{number}.{}", image.format.extension());
        keys.push(key.clone());
        let mime = image.format.mime();
        storage.put(Upload { bucket: TARGET_BUCKET, key: &key, mime, bytes: image.bytes.into() }).await?;
    }
    Ok(())
}
