//! The lock of an upload: waits for it, keeps it while its request works, and hands it over to the next request.
//!
//! A request that waits asks the holder to stop, because the holder usually serves a connection whose client is gone. The
//! holder learns of it with its next renewal, stores what it has, and releases the lock.

use std::time::Duration;

use tokio::time::{Instant, sleep, sleep_until};
use uuid::Uuid;

use super::error::{Result, TusError};
use super::held_locks::{Lease, LockSignals, WORK_TIME};
use super::upload_id::UploadId;
use crate::app_state::AppState;
use crate::database::resumable_locks::{self as locks, Attempt};
use crate::database::resumable_uploads::{self as rows, ResumableUpload};
use crate::error::Error;

/// How long a request waits: longer than the lock of a dead instance lasts.
const MAX_WAIT: Duration = Duration::from_secs(15);
const POLL: Duration = Duration::from_millis(200);

/// A lock that this request has.
pub struct UploadLock {
    version: Uuid,
    id: Uuid,
    signals: LockSignals,
}

impl UploadLock {
    /// A lock that its request gets with the creation of the upload.
    pub fn new(version: Uuid) -> Self {
        Self { version, id: Uuid::new_v4(), signals: LockSignals::new() }
    }

    pub fn id(&self) -> Uuid {
        self.id
    }

    /// Waits for the lock of an upload.
    ///
    /// # Errors
    /// [`TusError::LockTimeout`] when the holder does not release it in time.
    pub async fn acquire(state: &AppState, version: Uuid) -> Result<Self> {
        let lock = Self::new(version);
        let deadline = Instant::now() + MAX_WAIT;
        loop {
            match lock.try_acquire(state).await? {
                Attempt::Acquired => return Ok(lock),
                Attempt::NoSuchUpload => return Err(TusError::NotFound),
                Attempt::Held if Instant::now() >= deadline => return Err(TusError::LockTimeout),
                Attempt::Held => sleep(POLL).await,
            }
        }
    }

    async fn try_acquire(&self, state: &AppState) -> Result<Attempt, Error> {
        let mut connection = state.database.connection().await?;
        let transaction = connection.begin()?;
        let attempt = locks::try_acquire(&transaction, self.version, self.id).await?;
        transaction.commit().await?;
        Ok(attempt)
    }

    /// Does the work of the request while the lock is renewed, and releases the lock. The work is dropped when the lock is
    /// lost. Callers box it, because its future is large.
    ///
    /// # Errors
    /// [`TusError::NotFound`] when the upload has been deleted, for example with its bucket.
    pub async fn hold<T>(&self, state: &AppState, work: impl Future<Output = Result<T>>) -> Result<T> {
        self.signals.lease.send_replace(Lease::Until(Instant::now() + WORK_TIME));
        let renewed = state.held_locks.renew(self.version, self.id, self.signals.clone());
        let result = tokio::select! {
            biased;
            result = work => result,
            error = self.lost() => Err(TusError::Storage(error)),
        };
        drop(renewed);
        if let Err(error) = self.release(state).await {
            tracing::warn!(
                cause = error.cause(),
                "cannot release the lock of an upload, which ends with its lease"
            );
        }
        match result {
            Err(TusError::Storage(Error::Locked)) => Err(self.why_lost(state).await),
            result => result,
        }
    }

    /// Resolves when another request waits for the lock.
    pub async fn release_requested(&self) {
        self.signals.release_requested.cancelled().await;
    }

    /// Resolves when the lock is lost, or may be because Postgres does not answer.
    async fn lost(&self) -> Error {
        let mut lease = self.signals.lease.subscribe();
        loop {
            let current = *lease.borrow_and_update();
            match current {
                Lease::Lost => return Error::Locked,
                Lease::Until(end) => tokio::select! {
                    // `changed` fails only when the sender is dropped, which `self` owns.
                    _ = lease.changed() => {}
                    () = sleep_until(end) => {
                        return Error::unavailable("the lock of an upload was not renewed in time");
                    }
                },
            }
        }
    }

    /// The error for a request whose lock is lost.
    async fn why_lost(&self, state: &AppState) -> TusError {
        match self.is_there(state).await {
            Ok(true) => Error::Locked.into(),
            Ok(false) => TusError::NotFound,
            Err(error) => error.into(),
        }
    }

    async fn is_there(&self, state: &AppState) -> Result<bool, Error> {
        let mut connection = state.database.connection().await?;
        let transaction = connection.begin()?;
        locks::exists(&transaction, self.version).await
    }

    async fn release(&self, state: &AppState) -> Result<(), Error> {
        let mut connection = state.database.connection().await?;
        let transaction = connection.begin()?;
        locks::release(&transaction, self.version, self.id).await?;
        transaction.commit().await?;
        Ok(())
    }
}

/// Finds an upload that no request writes to, so that its offset stays as it is. Asks a writing request to stop.
///
/// # Errors
/// [`TusError::NotFound`], [`TusError::Gone`] when it has expired, and [`TusError::LockTimeout`].
pub async fn find_unlocked(state: &AppState, id: &UploadId) -> Result<ResumableUpload> {
    let deadline = Instant::now() + MAX_WAIT;
    loop {
        let upload = find(state, id).await?;
        if !upload.is_locked {
            return Ok(upload);
        }
        if Instant::now() >= deadline {
            return Err(TusError::LockTimeout);
        }
        request_release(state, id.version).await?;
        sleep(POLL).await;
    }
}

/// # Errors
/// [`TusError::NotFound`], and [`TusError::Gone`] when it has expired.
pub async fn find(state: &AppState, id: &UploadId) -> Result<ResumableUpload> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    let upload = rows::find(&transaction, id).await?.ok_or(TusError::NotFound)?;
    if upload.is_expired { Err(TusError::Gone) } else { Ok(upload) }
}

async fn request_release(state: &AppState, version: Uuid) -> Result<(), Error> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    locks::request_release(&transaction, version).await?;
    transaction.commit().await?;
    Ok(())
}
