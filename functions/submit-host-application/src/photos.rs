//! The photos of an application: what they are, and their way into the private bucket.
//!
//! Rejects what is not a whole picture of a format that is taken, by its content alone.

use crate::BUCKET;
use crate::application::PHOTOS;
use actix_web::HttpRequest;
use picture::Format;
use service_kit::storage::Upload;
use service_kit::{AddressPermit, AddressShares, Error, FormFile, FormRules, Refusal, Storage};
use std::time::Duration;
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::timeout;
use uuid::Uuid;

const MEGABYTES: usize = 5;

pub(crate) const RULES: FormRules = FormRules {
    is_file: |name| name.strip_prefix("image_").is_some_and(|number| number.parse::<u32>().is_ok()),
    files: (*PHOTOS.end(), Refusal::TooManyPhotos { maximum: *PHOTOS.end() }),
    file_bytes: (MEGABYTES * 1024 * 1024, Refusal::ImageTooLarge { megabytes: MEGABYTES }),
};

/// How much is done at once. A form that is here takes up to 40 MB of disk, a photo in memory 5 MB, and one that is decoded
/// some hundred MB for as long as that takes.
pub(crate) struct Limits {
    /// Forms from their first byte to their answer. While one arrives it holds nothing that the work of others needs.
    forms: AddressShares,
    /// Forms that have arrived and are worked on.
    work: Semaphore,
    decoding: Semaphore,
    sending: Semaphore,
}

const FORMS: usize = 64;
const FORMS_OF_AN_ADDRESS: usize = 4;
const WORK: usize = 16;
const DECODING: usize = 1;
const SENDING: usize = 4;
/// A form that does not get a permit by then is answered 503. The front door waits for 150 seconds.
const PERMIT_WITHIN: Duration = Duration::from_secs(60);

impl Limits {
    pub(crate) fn new() -> Limits {
        let [work, decoding, sending] = [WORK, DECODING, SENDING].map(Semaphore::new);
        Limits {
            forms: AddressShares::new(FORMS, FORMS_OF_AN_ADDRESS, PERMIT_WITHIN),
            work,
            decoding,
            sending,
        }
    }

    /// Before the body of a form is read.
    pub(crate) async fn form(&self, request: &HttpRequest) -> Result<AddressPermit, Error> {
        self.forms.acquire(request).await
    }

    /// Once the body has arrived.
    pub(crate) async fn work(&self) -> Result<SemaphorePermit<'_>, Error> {
        let permit = timeout(PERMIT_WITHIN, self.work.acquire()).await.map_err(|_| Error::Overloaded)?;
        permit.map_err(Error::internal)
    }
}

/// The photos' formats. Each is decoded whole: what begins like a picture may be anything after that.
pub(crate) async fn check(photos: &[FormFile], limits: &Limits) -> Result<Vec<Format>, Error> {
    let mut formats = Vec::with_capacity(photos.len());
    for photo in photos {
        let _permit = limits.decoding.acquire().await.map_err(Error::internal)?;
        let bytes = photo.bytes().await?;
        let checked = tokio::task::spawn_blocking(move || picture::verify(&bytes)).await;
        formats.push(checked.map_err(Error::internal)?.map_err(refusal)?.format);
    }
    Ok(formats)
}

/// Names of our own making, in the order in which the photos came.
pub(crate) fn keys(application: Uuid, formats: &[Format]) -> Vec<String> {
    let numbered = formats.iter().enumerate();
    numbered.map(|(number, format)| format!("{application}/{number}.{}", format.extension())).collect()
}

pub(crate) async fn put(
    storage: &Storage,
    photos: &[FormFile],
    keys: &[String],
    formats: &[Format],
    limits: &Limits,
) -> Result<(), Error> {
    for ((photo, key), format) in photos.iter().zip(keys).zip(formats) {
        let _permit = limits.sending.acquire().await.map_err(Error::internal)?;
        let bytes = photo.bytes().await?.into();
        storage.put(Upload { bucket: BUCKET, key, mime: format.mime(), bytes }).await?;
    }
    Ok(())
}

/// Takes back the photos of an application that came to nothing.
pub(crate) async fn remove(storage: &Storage, keys: &[String]) {
    if let Err(error) = storage.remove(BUCKET, keys).await {
        tracing::warn!(%error, "photos without an application stay until they are looked for");
    }
}

fn refusal(refused: picture::PictureError) -> Error {
    match refused {
        picture::PictureError::TooLarge => Refusal::TooManyPixels.into(),
        picture::PictureError::Empty | picture::PictureError::NotAnImage | picture::PictureError::Damaged => {
            Refusal::NotAnImage.into()
        }
    }
}
