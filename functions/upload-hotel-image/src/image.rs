//! The image: which file is accepted, and how it gets into the public bucket.

use crate::error::SENTENCES;
use functions_shared::storage::{Upload, public_url};
use functions_shared::{FieldError, ImageError, InvalidField, Storage};
use picture::{EncodedImage, PictureError};
use service_kit::{Error, FormFile, FormRules};
use tokio::sync::Semaphore;
use uuid::Uuid;

const BUCKET: &str = "hotel-images";
const MEGABYTES: usize = 5;

pub(crate) const RULES: FormRules = FormRules {
    is_file: |name| name == "file",
    max_files: 1,
    too_many_files: || {
        InvalidField::new("file", FieldError::TooManyEntries { maximum: 1 }, Some(&SENTENCES)).into()
    },
    file_size_limit: MEGABYTES * 1024 * 1024,
    file_too_large: || ImageError::TooLarge { megabytes: MEGABYTES }.into(),
};

/// The semaphore for decoding: one image at a time, because decoding takes some hundred MB.
pub(crate) struct Decoding(Semaphore);

impl Decoding {
    pub(crate) fn new() -> Decoding {
        Decoding(Semaphore::new(1))
    }
}

/// An image in the bucket.
pub(crate) struct StoredImage {
    key: String,
    /// Root-relative, as `hotels.images` holds it.
    pub(crate) url: String,
}

/// The image re-encoded, without metadata.
///
/// # Errors
/// [`ImageError`] when the file is not an image.
pub(crate) async fn encode(file: &FormFile, decoding: &Decoding) -> Result<EncodedImage, Error> {
    let _permit = decoding.0.acquire().await.map_err(Error::internal)?;
    let bytes = file.bytes().await?;
    let encoded = tokio::task::spawn_blocking(move || picture::publish(&bytes)).await;
    Ok(encoded.map_err(Error::internal)?.map_err(image_error)?)
}

/// Stores the image under a new key.
pub(crate) async fn put(storage: &Storage, hotel: i64, image: EncodedImage) -> Result<StoredImage, Error> {
    let key = format!("hotels/{hotel}/{}.{}", Uuid::new_v4(), image.format.extension());
    let mime = image.format.mime();
    storage.put(Upload { bucket: BUCKET, key: &key, mime, bytes: image.bytes.into() }).await?;
    Ok(StoredImage { url: public_url(BUCKET, &key), key })
}

/// Deletes an image that no hotel refers to.
pub(crate) async fn remove(storage: &Storage, stored: &StoredImage) {
    if let Err(error) = storage.remove(BUCKET, std::slice::from_ref(&stored.key)).await {
        tracing::warn!(%error, key = stored.key, "an image without a hotel stays until the sweeper removes it");
    }
}

fn image_error(error: PictureError) -> ImageError {
    match error {
        PictureError::TooLarge => ImageError::TooManyPixels,
        PictureError::Empty | PictureError::NotAnImage | PictureError::Damaged => ImageError::NotAnImage,
    }
}
