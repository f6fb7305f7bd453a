//! Images in the size and format that a page asks for: made when first asked for, kept in S3 beside their original,
//! and gone with it.
//!
//! Making one holds the original and every pixel of it in memory, so a queue bounds how many are made at once. Rejects
//! originals of more than 25 MB or 50 megapixels, files that are not images whatever they are called, and a client that
//! asks for too many new sizes of one image.

mod queue;
pub mod wanted;

use std::net::IpAddr;
use std::time::Duration;

use bytes::Bytes;
use picture::{Format, Published, Transform};
use service_kit::rate_limit::Limiter;
use tokio::time::timeout;
use uuid::Uuid;

use self::queue::{Cost, Permit, RenderQueue};
use crate::Storage;
use crate::database::objects::Object;
use crate::database::orphans;
use crate::database::variants::{self, Variant};
use crate::error::{Error, Result};
use crate::orphans::discard;
use crate::s3::ByteRange;

/// The largest original, as on the hosted platform.
const SOURCE_BYTES: u64 = 25 * 1024 * 1024;
/// The part of an original that tells its pixels, except behind large metadata.
const HEADER_BYTES: u64 = 64 * 1024;
/// How long the original may take to arrive.
const SOURCE_TIMEOUT: Duration = Duration::from_secs(30);
/// New sizes that one client may have made of one image: so many at once, and as many in each interval.
const SIZES: u32 = 24;
const SIZES_INTERVAL: Duration = Duration::from_secs(10 * 60);

/// What bounds the work on images. Cloning shares it.
#[derive(Clone)]
pub struct Renderer {
    queue: RenderQueue,
    sizes: Limiter,
}

impl Renderer {
    pub fn new() -> Self {
        Self { queue: RenderQueue::new(), sizes: Limiter::new(SIZES, SIZES_INTERVAL) }
    }
}

/// The image that `client` asks for, made unless it is there already.
pub async fn variant(
    storage: &Storage,
    object: &Object,
    transform: &Transform,
    client: IpAddr,
) -> Result<Variant> {
    let label = wanted::label(transform);
    let version = object.version()?;
    if let Some(kept) = find(storage, version, &label).await? {
        return Ok(kept);
    }
    let cost = cost(storage, object).await?;
    let permit = storage.renderer.queue.acquire(client, cost).await?;
    // Another request may have made it meanwhile.
    if let Some(kept) = find(storage, version, &label).await? {
        return Ok(kept);
    }
    let allowed = storage.renderer.sizes.check((client, object.id));
    allowed.map_err(|limit| Error::TooManySizes { retry_after: limit.retry_after().unwrap_or(1) })?;
    let made = make(storage, object, *transform, permit).await?;
    keep(storage, object, &label, made).await
}

async fn find(storage: &Storage, of: Uuid, label: &str) -> Result<Option<Variant>> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    variants::find(&transaction, of, label).await
}

/// Drops a variant whose bytes are missing, as after the restore of an older database.
pub async fn forget(storage: &Storage, variant: Uuid) -> Result<()> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    variants::forget(&transaction, variant).await?;
    transaction.commit().await?;
    Ok(())
}

/// Reads the header alone, so that no request holds an original in memory while it waits.
async fn cost(storage: &Storage, object: &Object) -> Result<Cost> {
    let size = object.metadata()?.size;
    if size > SOURCE_BYTES {
        return Err(Error::Image(picture::Refusal::TooLarge));
    }
    let Some(last) = size.min(HEADER_BYTES).checked_sub(1) else {
        return Err(Error::Image(picture::Refusal::Empty));
    };
    let header = read(storage, object, Some(ByteRange { first: 0, last })).await?;
    match picture::identify(&header) {
        Ok(image) => Ok(Cost::of_pixels(Some(u64::from(image.width) * u64::from(image.height)))),
        // The header may go on behind what was read.
        Err(picture::Refusal::Damaged) => Ok(Cost::of_pixels(None)),
        Err(refused) => Err(Error::Image(refused)),
    }
}

async fn make(storage: &Storage, object: &Object, transform: Transform, permit: Permit) -> Result<Published> {
    let source = read(storage, object, None).await?;
    let making = tokio::task::spawn_blocking(move || {
        // Held until the work ends, also when nobody waits for it any more.
        let _permit = permit;
        picture::transform(&source, &transform)
    });
    making.await.map_err(Error::internal)?.map_err(Error::Image)
}

async fn read(storage: &Storage, object: &Object, range: Option<ByteRange>) -> Result<Vec<u8>> {
    let reading = timeout(SOURCE_TIMEOUT, read_all(storage, object, range)).await;
    reading.map_err(|_| Error::unavailable("S3 took too long to send an image"))?
}

async fn read_all(storage: &Storage, object: &Object, range: Option<ByteRange>) -> Result<Vec<u8>> {
    let mut download = storage.s3.get(object.version()?, range).await?;
    let mut source = Vec::new();
    while let Some(piece) = download.next().await {
        source.extend_from_slice(&piece?);
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
        storage.s3.put_bytes(version, Bytes::from(made.bytes)).await?;
        complete(storage, object, label, &variant).await
    };
    match kept.await {
        Ok(()) => Ok(variant),
        Err(error) => {
            discard(storage, vec![version.to_string()]);
            Err(error)
        }
    }
}

async fn reserve(storage: &Storage, version: Uuid) -> Result<()> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    orphans::reserve(&transaction, version).await?;
    transaction.commit().await?;
    Ok(())
}

async fn complete(storage: &Storage, object: &Object, label: &str, variant: &Variant) -> Result<()> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    let adopted = orphans::adopt(&transaction, variant.version).await?;
    // An object that was overwritten meanwhile is looked for again.
    if !adopted || !variants::keep(&transaction, object, label, variant).await? {
        return Err(Error::BytesMissing);
    }
    transaction.commit().await?;
    Ok(())
}
