//! Images in the size and format that a page asks for: made when first asked for, kept in S3 beside their original,
//! and gone with it.
//!
//! Making one holds the original and every pixel of it in memory, so only a few are made at once and the others wait
//! their turn. Refused: originals of more than 25 MB or 50 megapixels, and files that are not images, whatever they
//! are called.

pub mod wanted;

use std::sync::Arc;
use std::time::Duration;

use aws_sdk_s3::primitives::ByteStream;
use bytes::Bytes;
use picture::{Format, Published, Transform};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use uuid::Uuid;

use crate::Storage;
use crate::database::loose_versions;
use crate::database::objects::Object;
use crate::database::variants::{self, Variant};
use crate::error::{Error, Result};
use crate::loose_versions::discard;

/// The largest original, as on the hosted platform.
const SOURCE_BYTES: u64 = 25 * 1024 * 1024;
/// One takes up to 500 MB, for an original of 50 megapixels with transparency.
const AT_ONCE: usize = 2;
/// How long a request waits for its turn, and then for the original.
const PATIENCE: Duration = Duration::from_secs(30);

/// Turns of those who make images.
#[derive(Clone)]
pub struct Turns(Arc<Semaphore>);

impl Turns {
    pub fn new() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE)))
    }

    async fn take(&self) -> Result<OwnedSemaphorePermit> {
        let turn = timeout(PATIENCE, self.0.clone().acquire_owned()).await;
        turn.map_err(|_| Error::TooManyImages)?.map_err(Error::internal)
    }
}

/// The image that is wanted, made unless it is there already.
pub async fn variant(storage: &Storage, object: &Object, transform: &Transform) -> Result<Variant> {
    let label = wanted::label(transform);
    let of = object.version()?;
    if let Some(kept) = find(storage, of, &label).await? {
        return Ok(kept);
    }
    let turn = storage.images.take().await?;
    // Somebody else may have made it meanwhile.
    if let Some(kept) = find(storage, of, &label).await? {
        return Ok(kept);
    }
    let made = make(storage, object, *transform, turn).await?;
    keep(storage, object, &label, made).await
}

async fn find(storage: &Storage, of: Uuid, label: &str) -> Result<Option<Variant>> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    variants::find(&transaction, of, label).await
}

async fn make(
    storage: &Storage,
    object: &Object,
    transform: Transform,
    turn: OwnedSemaphorePermit,
) -> Result<Published> {
    let reading = timeout(PATIENCE, read_source(storage, object)).await;
    let source = reading.map_err(|_| Error::unavailable("S3 took too long to send an image"))??;
    let making = tokio::task::spawn_blocking(move || {
        // Held until the work ends, also when nobody waits for it any more.
        let _turn = turn;
        picture::transform(&source, &transform)
    });
    making.await.map_err(Error::internal)?.map_err(Error::Image)
}

async fn read_source(storage: &Storage, object: &Object) -> Result<Vec<u8>> {
    if object.metadata()?.size > SOURCE_BYTES {
        return Err(Error::Image(picture::Refusal::TooLarge));
    }
    let mut stream = storage.s3.get(object.version()?, None).await?;
    let mut source = Vec::new();
    while let Some(piece) = stream.try_next().await.map_err(Error::unavailable)? {
        source.extend_from_slice(&piece);
        if source.len() as u64 > SOURCE_BYTES {
            return Err(Error::Image(picture::Refusal::TooLarge));
        }
        if source.len() >= Format::TELLING_BYTES && Format::of_content(&source).is_none() {
            return Err(Error::Image(picture::Refusal::NotAnImage));
        }
    }
    Ok(source)
}

/// Bytes first, announced as every upload's are, then the row that names them.
async fn keep(storage: &Storage, object: &Object, label: &str, made: Published) -> Result<Variant> {
    let version = Uuid::new_v4();
    let variant = Variant { version, mimetype: made.format.mime().to_owned(), size: made.bytes.len() as u64 };
    reserve(storage, version).await?;
    let kept = async {
        storage.s3.put(version, variant.size, ByteStream::from(Bytes::from(made.bytes))).await?;
        complete(storage, object, label, &variant).await
    };
    match kept.await {
        Ok(()) => Ok(variant),
        Err(error) => {
            discard(storage, &[version.to_string()]).await;
            Err(error)
        }
    }
}

async fn reserve(storage: &Storage, version: Uuid) -> Result<()> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    loose_versions::reserve(&transaction, version).await?;
    transaction.commit().await?;
    Ok(())
}

async fn complete(storage: &Storage, object: &Object, label: &str, variant: &Variant) -> Result<()> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    let ours = loose_versions::claim(&transaction, variant.version).await?;
    // An object that was overwritten meanwhile is looked for again.
    if !ours || !variants::keep(&transaction, object, label, variant).await? {
        return Err(Error::BytesMissing);
    }
    transaction.commit().await?;
    Ok(())
}
