//! The photos of an application: which ones are accepted, and how they get into the private bucket.
//!
//! Rejects a file that is not a whole image of a supported format, by its content alone.

use crate::error::ApplicationError;
use crate::limits::Limits;
use functions_shared::storage::Upload;
use functions_shared::{ImageError, Storage};
use picture::{Format, PictureError};
use service_kit::{Error, FormFile, FormRules};
use std::ops::RangeInclusive;
use uuid::Uuid;

/// Holds the photos as `<application>/<n>.<extension>`.
const BUCKET: &str = "host-applications";
const MEGABYTES: usize = 5;

/// How many photos an application has.
pub(crate) const COUNT: RangeInclusive<usize> = 3..=8;

pub(crate) const RULES: FormRules = FormRules {
    is_file: |name| name.strip_prefix("image_").is_some_and(|number| number.parse::<u32>().is_ok()),
    max_files: *COUNT.end(),
    too_many_files: || ApplicationError::TooManyPhotos { maximum: *COUNT.end() }.into(),
    file_size_limit: MEGABYTES * 1024 * 1024,
    file_too_large: || ImageError::TooLarge { megabytes: MEGABYTES }.into(),
};

/// The photos' formats. Each photo is decoded whole, because a file with the header of an image can hold anything.
///
/// # Errors
/// [`ImageError`] for the first photo that is not an image.
pub(crate) async fn check(photos: &[FormFile], limits: &Limits) -> Result<Vec<Format>, Error> {
    let mut formats = Vec::with_capacity(photos.len());
    for photo in photos {
        let _permit = limits.decoding().await?;
        let bytes = photo.bytes().await?;
        let checked = tokio::task::spawn_blocking(move || picture::verify(&bytes)).await;
        formats.push(checked.map_err(Error::internal)?.map_err(image_error)?.format);
    }
    Ok(formats)
}

/// The storage keys of the photos, in the order of the form.
pub(crate) fn keys(application: Uuid, formats: &[Format]) -> Vec<String> {
    let numbered = formats.iter().enumerate();
    numbered.map(|(number, format)| format!("{application}/{number}.{}", format.extension())).collect()
}

/// Stores the photos under their keys.
pub(crate) async fn put(
    storage: &Storage,
    photos: &[FormFile],
    keys: &[String],
    formats: &[Format],
    limits: &Limits,
) -> Result<(), Error> {
    for ((photo, key), format) in photos.iter().zip(keys).zip(formats) {
        let _permit = limits.sending().await?;
        let bytes = photo.bytes().await?.into();
        storage.put(Upload { bucket: BUCKET, key, mime: format.mime(), bytes }).await?;
    }
    Ok(())
}

/// Deletes the photos of an application that was not stored.
pub(crate) async fn remove(storage: &Storage, keys: &[String]) {
    if let Err(error) = storage.remove(BUCKET, keys).await {
        tracing::warn!(%error, "photos without an application stay until the sweeper removes them");
    }
}

fn image_error(error: PictureError) -> ImageError {
    match error {
        PictureError::TooLarge => ImageError::TooManyPixels,
        PictureError::Empty | PictureError::NotAnImage | PictureError::Damaged => ImageError::NotAnImage,
    }
}
