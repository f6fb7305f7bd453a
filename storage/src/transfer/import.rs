//! Copies bytes into the place where this storage keeps them, and checks them on the way.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use futures_util::{StreamExt, stream};
use service_kit::Environment;

use super::checksum::{Checksum, check_length};
use super::protocol::{CONCURRENT, Objects, Outcome, StoredObject, TransferError};
use super::source::{Bytestream, Source};
use crate::app_state::AppState;
use crate::database::orphans;
use crate::error::{Error, Result};
use crate::s3::Blob;
use crate::upload::content::Content;
use crate::upload::write;

/// The lease of imported bytes. Without a row by then, they are removed.
const LEASE: Duration = Duration::from_secs(24 * 60 * 60);

/// The arguments of `storage import`.
#[derive(Debug, clap::Args)]
pub struct ImportOptions {
    /// A folder, `s3://`, or `s3://bucket/prefix`
    #[arg(long, value_name = "PLACE")]
    from: String,
    /// Read and compare, and write nothing
    #[arg(long)]
    check: bool,
}

/// Copies the objects of standard input. Objects that cannot be copied are reported; the others are copied.
///
/// # Errors
/// When the settings are incomplete, Postgres is unavailable, or standard input is unreadable.
pub async fn import(
    environment: &Environment,
    options: &ImportOptions,
) -> std::result::Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let state = AppState::from_environment(environment)?;
    let source = Source::parse(&options.from, environment)?;
    let (mut objects, mut outcome) = (Objects::of_stdin(), Outcome::default());
    loop {
        let batch = objects.next_batch().await?;
        if batch.is_empty() {
            return Ok(());
        }
        if !options.check {
            let blobs: Vec<Blob> = batch.iter().map(StoredObject::blob).collect();
            // The error's own text hides its cause, which is for this command's log.
            reserve(&state, &blobs).await.map_err(|error| error.cause())?;
        }
        let copies = batch.into_iter().map(|object| async {
            let result = match options.check {
                true => compare(&source, &object).await,
                false => copy(&state, &source, &object).await,
            };
            (object, result)
        });
        outcome.add(stream::iter(copies).buffer_unordered(CONCURRENT).collect().await)?;
    }
}

async fn reserve(state: &AppState, blobs: &[Blob]) -> Result<()> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    if !orphans::reserve_for(&transaction, blobs, LEASE).await? {
        return Err(Error::internal(
            "earlier bytes of these versions are being removed; try again in a minute",
        ));
    }
    transaction.commit().await?;
    Ok(())
}

async fn compare(source: &Source, object: &StoredObject) -> std::result::Result<u64, TransferError> {
    let Bytestream { length, mut chunks } = source.open(object).await?;
    check_length(length, object)?;
    let mut checksum = Checksum::default();
    while let Some(chunk) = chunks.next().await {
        checksum.add(&chunk.map_err(TransferError::Read)?);
    }
    checksum.check(object)
}

async fn copy(
    state: &AppState,
    source: &Source,
    object: &StoredObject,
) -> std::result::Result<u64, TransferError> {
    // An object of the database may name bytes of this version, so they are not overwritten by different ones.
    let stored = state.s3.get(&object.blob(), None).await.map(drop);
    if !matches!(stored, Err(Error::BytesMissing)) {
        compare(source, object).await?;
    }
    let Bytestream { length, chunks } = source.open(object).await?;
    check_length(length, object)?;
    let checksum = Arc::new(Mutex::new(Checksum::default()));
    let seen = checksum.clone();
    let chunks = chunks.map(move |chunk| {
        let chunk = chunk.map_err(Error::internal)?;
        seen.lock().unwrap_or_else(PoisonError::into_inner).add(&chunk);
        Ok(chunk)
    });
    write(state, &object.blob(), Content::new(chunks, Some(length))).await?;
    let checksum = std::mem::take(&mut *checksum.lock().unwrap_or_else(PoisonError::into_inner));
    checksum.check(object)
}
