//! The photos of an application: what they are, and their way into the private bucket.
//!
//! Rejects what is not a whole picture of a format that is taken, by its content alone.

use crate::BUCKET;
use crate::application::PHOTOS;
use edge::storage::Upload;
use edge::{Error, FormFile, FormRules, Refusal, Storage};
use picture::Format;
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

/// How much is done at once. Each form takes up to 40 MB of disk, a photo in memory 5 MB, and one that is decoded some
/// hundred MB for as long as that takes.
pub(crate) struct Turns {
    forms: Semaphore,
    decoding: Semaphore,
    sending: Semaphore,
}

const FORMS: usize = 16;
const DECODING: usize = 1;
const SENDING: usize = 4;
/// A form that does not get its turn by then is answered 503.
const TURN_WITHIN: Duration = Duration::from_secs(20);

impl Turns {
    pub(crate) fn new() -> Turns {
        let [forms, decoding, sending] = [FORMS, DECODING, SENDING].map(Semaphore::new);
        Turns { forms, decoding, sending }
    }

    pub(crate) async fn form(&self) -> Result<SemaphorePermit<'_>, Error> {
        let turn = timeout(TURN_WITHIN, self.forms.acquire()).await.map_err(|_| Error::Overloaded)?;
        turn.map_err(Error::internal)
    }
}

/// The photos' formats. Each is decoded whole: what begins like a picture may be anything after that.
pub(crate) async fn check(photos: &[FormFile], turns: &Turns) -> Result<Vec<Format>, Error> {
    let mut formats = Vec::with_capacity(photos.len());
    for photo in photos {
        let _turn = turns.decoding.acquire().await.map_err(Error::internal)?;
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
    turns: &Turns,
) -> Result<(), Error> {
    for ((photo, key), format) in photos.iter().zip(keys).zip(formats) {
        let _turn = turns.sending.acquire().await.map_err(Error::internal)?;
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

fn refusal(refused: picture::Refusal) -> Error {
    match refused {
        picture::Refusal::TooLarge => Refusal::TooManyPixels.into(),
        picture::Refusal::Empty | picture::Refusal::NotAnImage | picture::Refusal::Damaged => {
            Refusal::NotAnImage.into()
        }
    }
}
