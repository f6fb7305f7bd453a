//! The picture: what it must be, and its way into the public bucket.

use picture::EncodedImage;
use service_kit::storage::{Upload, public_address};
use service_kit::{Error, FormFile, FormRules, Problem, Refusal, Storage};
use tokio::sync::Semaphore;
use uuid::Uuid;

/// What a gallery can show; the page of a hotel loads them all.
pub(crate) const MOST_IMAGES: usize = 40;
pub(crate) const BUCKET: &str = "hotel-images";
const MEGABYTES: usize = 5;

pub(crate) const RULES: FormRules = FormRules {
    is_file: |name| name == "file",
    files: (1, Refusal::Field { name: "file", problem: Problem::TooManyEntries { maximum: 1 } }),
    file_bytes: (MEGABYTES * 1024 * 1024, Refusal::ImageTooLarge { megabytes: MEGABYTES }),
};

/// One picture at a time: one that is decoded takes some hundred megabytes.
pub(crate) struct Turn(Semaphore);

impl Turn {
    pub(crate) fn new() -> Turn {
        Turn(Semaphore::new(1))
    }
}

pub(crate) struct Stored {
    key: String,
    pub(crate) address: String,
}

pub(crate) async fn publish(file: &FormFile, turn: &Turn) -> Result<EncodedImage, Error> {
    let _turn = turn.0.acquire().await.map_err(Error::internal)?;
    let bytes = file.bytes().await?;
    let published = tokio::task::spawn_blocking(move || picture::publish(&bytes)).await;
    published.map_err(Error::internal)?.map_err(refusal)
}

/// Under a name that no other picture has had.
pub(crate) async fn put(storage: &Storage, hotel: i64, picture: EncodedImage) -> Result<Stored, Error> {
    let key = format!("hotels/{hotel}/{}.{}", Uuid::new_v4(), picture.format.extension());
    let mime = picture.format.mime();
    storage.put(Upload { bucket: BUCKET, key: &key, mime, bytes: picture.bytes.into() }).await?;
    Ok(Stored { address: public_address(BUCKET, &key), key })
}

/// Takes back a picture that no hotel has.
pub(crate) async fn remove(storage: &Storage, stored: &Stored) {
    if let Err(error) = storage.remove(BUCKET, std::slice::from_ref(&stored.key)).await {
        tracing::warn!(%error, key = stored.key, "a picture that no hotel has stays");
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
