//! Image transformations: variants of an image in another size or format. A variant is rendered on its first request,
//! cached in S3, and deleted with its original.
//!
//! Rendering holds the original and its decoded pixels in memory, so a queue bounds how many are rendered concurrently.
//! Rejects originals of more than 25 MB or 50 megapixels, files whose content is not a supported image, and a client
//! that exceeds the rate limit on new variants of one image.

mod gravity;
pub mod limits;
mod queue;
pub mod transform_params;
pub mod transform_text;

use std::net::IpAddr;
use std::time::Duration;

use bytes::Bytes;
use picture::{EncodedImage, Format, Transform};
use tokio::time::timeout;
use uuid::Uuid;

use self::queue::{Cost, Permit};
use crate::app_state::AppState;
use crate::database::objects::Object;
use crate::database::orphans;
use crate::database::variants::{self, Variant};
use crate::error::{Error, Result};
use crate::orphan_sweeper::remove_in_background;
use crate::s3::{Blob, ByteRange};

/// The largest original in bytes, as on the hosted platform.
const MAX_ORIGINAL_BYTES: u64 = 25 * 1024 * 1024;
/// The first bytes of an original, which contain its dimensions unless large metadata precedes them.
const HEADER_BYTES: u64 = 64 * 1024;
/// The timeout for reading the original from S3.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// Returns the cached variant, or renders and caches it.
///
/// # Errors
/// [`Error::TooManyImages`] and [`Error::TooManySizes`] for a client at its limit, [`Error::Image`] for an original
/// that is not a supported image.
pub async fn find_or_render(
    state: &AppState,
    object: &Object,
    transform: &Transform,
    client: IpAddr,
) -> Result<Variant> {
    let key = transform_text::variant_key(transform);
    let version = object.version()?;
    if let Some(cached) = find(state, version, &key).await? {
        return Ok(cached);
    }
    let cost = cost(state, object).await?;
    let permit = state.render_limits.queue.acquire(client, cost).await?;
    // A concurrent request may have rendered it.
    if let Some(cached) = find(state, version, &key).await? {
        return Ok(cached);
    }
    let allowed = state.render_limits.new_variants.check((client, object.id));
    allowed.map_err(|limit| Error::TooManySizes { retry_after: limit.retry_after().unwrap_or(1) })?;
    let version = Uuid::new_v4();
    // Postgres lists the bytes while the image is rendered.
    let (image, reserved) = tokio::join!(render(state, object, *transform, permit), reserve(state, version));
    let stored = async {
        reserved?;
        store(state, object, &key, version, image?).await
    };
    let stored = stored.await;
    if stored.is_err() {
        remove_in_background(state, vec![version.to_string()]);
    }
    stored
}

async fn find(state: &AppState, original: Uuid, key: &str) -> Result<Option<Variant>> {
    variants::find(&state.database.connection().await?, original, key).await
}

/// Deletes a variant whose bytes are missing, as after the restore of an older database.
pub async fn delete_variant(state: &AppState, variant: Uuid) -> Result<()> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    variants::delete(&transaction, variant).await?;
    transaction.commit().await?;
    Ok(())
}

/// Reads only the header, so that a request in the queue holds no original in memory.
async fn cost(state: &AppState, object: &Object) -> Result<Cost> {
    let size = object.metadata()?.size;
    if size > MAX_ORIGINAL_BYTES {
        return Err(Error::Image(picture::PictureError::TooLarge));
    }
    let Some(last) = size.min(HEADER_BYTES).checked_sub(1) else {
        return Err(Error::Image(picture::PictureError::Empty));
    };
    let header = read(state, object, Some(ByteRange { first: 0, last })).await?;
    match picture::identify(&header) {
        Ok(image) => Ok(Cost::of_pixels(Some(u64::from(image.width) * u64::from(image.height)))),
        // The header may extend beyond the bytes that were read.
        Err(picture::PictureError::Damaged) => Ok(Cost::of_pixels(None)),
        Err(error) => Err(Error::Image(error)),
    }
}

async fn render(
    state: &AppState,
    object: &Object,
    transform: Transform,
    permit: Permit,
) -> Result<EncodedImage> {
    let original = read(state, object, None).await?;
    let rendering = tokio::task::spawn_blocking(move || {
        // Held until the work ends, even when its request is dropped: blocking work cannot be cancelled.
        let _permit = permit;
        picture::transform(&original, &transform)
    });
    rendering.await.map_err(Error::internal)?.map_err(Error::Image)
}

async fn read(state: &AppState, object: &Object, range: Option<ByteRange>) -> Result<Vec<u8>> {
    let reading = timeout(READ_TIMEOUT, read_all(state, object, range)).await;
    reading.map_err(|_| Error::unavailable("S3 took too long to send an image"))?
}

async fn read_all(state: &AppState, object: &Object, range: Option<ByteRange>) -> Result<Vec<u8>> {
    let mut download = state.s3.get(&object.blob()?, range).await?;
    let mut bytes = Vec::new();
    while let Some(chunk) = download.next().await {
        bytes.extend_from_slice(&chunk?);
        if bytes.len() as u64 > MAX_ORIGINAL_BYTES {
            return Err(Error::Image(picture::PictureError::TooLarge));
        }
        if bytes.len() >= Format::SNIFFED_BYTES && Format::sniff(&bytes).is_none() {
            return Err(Error::Image(picture::PictureError::NotAnImage));
        }
    }
    Ok(bytes)
}

/// Lists the bytes of a variant as orphaned until its row is written, as those of every upload.
async fn reserve(state: &AppState, version: Uuid) -> Result<()> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    orphans::reserve(&transaction, &Blob::without_name(version)).await?;
    transaction.commit().await?;
    Ok(())
}

/// Writes the bytes, and then the row.
async fn store(
    state: &AppState,
    object: &Object,
    key: &str,
    version: Uuid,
    image: EncodedImage,
) -> Result<Variant> {
    let variant =
        Variant { version, mimetype: image.format.mime().to_owned(), size: image.bytes.len() as u64 };
    state.s3.put_bytes(&variant.blob(), Bytes::from(image.bytes)).await?;
    complete(state, object, key, &variant).await?;
    Ok(variant)
}

async fn complete(state: &AppState, object: &Object, key: &str, variant: &Variant) -> Result<()> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    let adopted = orphans::adopt(&transaction, variant.version).await?;
    // The object was overwritten. `BytesMissing` makes the handler find it again.
    if !adopted || !variants::insert(&transaction, object, key, variant).await? {
        return Err(Error::BytesMissing);
    }
    transaction.commit().await?;
    Ok(())
}
