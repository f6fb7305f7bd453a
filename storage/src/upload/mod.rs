//! Uploads: from a request's body to S3, and then a row.
//!
//! Bytes of a known length are streamed to S3. Others (a form does not tell its file's length) are buffered in parts of
//! the smallest size that S3 takes; a semaphore bounds how many uploads hold a part.

mod body;
mod content;
pub mod incoming;
mod part_buffers;
pub mod placement;

use std::time::Duration;

use bytes::BytesMut;
use chrono::Utc;
use uuid::Uuid;

use self::content::{Content, ContentBody};
use self::incoming::Incoming;
use self::placement::{Description, Permission, Reservation, Target};
use crate::Storage;
use crate::database::objects::{Metadata, Object};
use crate::database::orphans::{self, UPLOAD_LEASE};
use crate::error::{Error, Result};
use crate::orphans::discard;

pub use body::{BodyStream, read};
pub use part_buffers::PartBuffers;

/// The smallest part that S3 takes.
const PART_BYTES: usize = 5 * 1024 * 1024;
/// The largest body that S3 takes at once.
const SINGLE_PUT_BYTES: u64 = 5 * 1024 * 1024 * 1024;
/// How many uploads may hold a part in memory.
pub const BUFFERED_UPLOADS: usize = 8;
/// How long such a part may take to arrive while other uploads wait.
pub const PART_TIMEOUT: Duration = Duration::from_secs(30);

/// Stores a file. When it fails, neither a row nor bytes stay.
pub async fn store(
    storage: &Storage,
    permission: &Permission,
    target: &Target,
    incoming: Incoming,
) -> Result<Object> {
    let Incoming { mimetype, cache_control, x_robots_tag, user_metadata, mut content } = incoming;
    let user_metadata = user_metadata.as_ref();
    let description = Description { mimetype: &mimetype, size: content.length, user_metadata };
    let Reservation { version, size_limit } =
        placement::reserve(storage, permission, target, &description).await?;

    let stored = async {
        content.limit_to(size_limit)?;
        let (e_tag, size) = write_alive(storage, version, content).await?;
        let metadata = Metadata {
            e_tag,
            size,
            mimetype: mimetype.clone(),
            cache_control,
            last_modified: Utc::now(),
            content_length: size,
            http_status_code: 200,
            x_robots_tag,
        };
        placement::complete(storage, target, version, &metadata, user_metadata).await
    };
    let stored = stored.await;
    if stored.is_err() {
        discard(storage, vec![version.to_string()]);
    }
    stored
}

/// Writes the bytes and renews their lease, without which the sweeper would remove them.
async fn write_alive(storage: &Storage, version: Uuid, content: Content) -> Result<(String, u64)> {
    tokio::select! {
        written = write(storage, version, content) => written,
        error = keep_alive(storage, version) => Err(error),
    }
}

/// Runs until it fails.
pub async fn keep_alive(storage: &Storage, version: Uuid) -> Error {
    loop {
        tokio::time::sleep(UPLOAD_LEASE / 3).await;
        match renew(storage, version).await {
            Ok(true) => {}
            Ok(false) => return Error::internal("the bytes of an upload under way were removed"),
            // The lease outlasts a short outage.
            Err(error) => tracing::warn!("cannot renew an upload's lease: {error:?}"),
        }
    }
}

async fn renew(storage: &Storage, version: Uuid) -> Result<bool> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    let renewed = orphans::renew(&transaction, version).await?;
    transaction.commit().await?;
    Ok(renewed)
}

async fn write(storage: &Storage, version: Uuid, content: Content) -> Result<(String, u64)> {
    match content.length {
        Some(length) if length <= SINGLE_PUT_BYTES => write_through(storage, version, content, length).await,
        _ => write_parts(storage, version, content).await,
    }
}

async fn write_through(
    storage: &Storage,
    version: Uuid,
    content: Content,
    length: u64,
) -> Result<(String, u64)> {
    let (body, failure) = ContentBody::new(content, length);
    match storage.s3.put_stream(version, length, body).await {
        Ok(e_tag) => Ok((e_tag, length)),
        Err(error) => Err(failure.take().unwrap_or(error)),
    }
}

async fn write_parts(storage: &Storage, version: Uuid, mut content: Content) -> Result<(String, u64)> {
    let _permit = storage.part_buffers.acquire().await?;
    let mut buffer = BytesMut::new();
    if !storage.part_buffers.read_part(content.fill(&mut buffer, PART_BYTES)).await? {
        let size = buffer.len() as u64;
        let e_tag = storage.s3.put_bytes(version, buffer.freeze()).await?;
        return Ok((e_tag, size));
    }
    let mut parts = storage.s3.start_parts(version).await?;
    remember_parts(storage, version, parts.upload_id()).await?;
    loop {
        // A part is sent whole before more is read: one part in memory, never two.
        storage.s3.put_part(&mut parts, buffer.split().freeze()).await?;
        let more = storage.part_buffers.read_part(content.fill(&mut buffer, PART_BYTES)).await?;
        if !more {
            break;
        }
    }
    if !buffer.is_empty() {
        storage.s3.put_part(&mut parts, buffer.freeze()).await?;
    }
    Ok((storage.s3.finish_parts(parts).await?, content.received()))
}

async fn remember_parts(storage: &Storage, version: Uuid, upload_id: &str) -> Result<()> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    orphans::set_s3_upload(&transaction, version, upload_id).await?;
    transaction.commit().await?;
    Ok(())
}
