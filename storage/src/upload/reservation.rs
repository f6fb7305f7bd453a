//! The two transactions of an upload, before and after its bytes are written.
//!
//! [`reserve`] checks the caller's permission with a dry run: the caller's own insert or upsert, in a savepoint that is
//! rolled back. In the same transaction it lists the bytes as orphaned, with a lease, so that a crash leaves no
//! unlisted bytes. [`complete`] writes the row as the owner of the tables and removes the bytes from that list.

use deadpool_postgres::Transaction;
use serde_json::Value;
use uuid::Uuid;

use super::upload_request::DEFAULT_MIMETYPE;
use crate::app_state::AppState;
use crate::caller::{Caller, Owner};
use crate::database::buckets::Bucket;
use crate::database::objects::{self, Metadata, NewObject, Object, OnConflict};
use crate::database::{Operation, assume_caller_role, buckets, orphans};
use crate::error::{Error, Result};
use crate::names::{BucketName, ObjectKey, check_mime};
use crate::orphan_sweeper::remove_in_background;
use crate::s3::Blob;

/// What an upload does when an object of this name exists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    /// Fails.
    Create,
    /// Replaces it. The caller needs permission to insert and to update.
    Upsert,
    /// Replaces it. Permission to update suffices.
    Update,
}

impl Mode {
    pub fn upsert_if(overwrite: bool) -> Self {
        if overwrite { Self::Upsert } else { Self::Create }
    }
}

/// Whose permission an upload needs.
pub enum Permission {
    /// The caller's, for this operation.
    Check(Caller, Operation),
    /// None: a signed URL, whose signer's permission was checked when it was signed.
    Granted,
}

/// What must hold of the object that an upload replaces, when the upload begins and when it completes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Precondition {
    Exists,
    /// Its ETag, without quotes.
    ETag(String),
}

impl Precondition {
    fn check(&self, current: &Object) -> Result<()> {
        let holds = match self {
            Self::Exists => true,
            Self::ETag(expected) => current.metadata()?.e_tag.trim_matches('"') == expected,
        };
        if holds { Ok(()) } else { Err(Error::PreconditionFailed) }
    }
}

/// The destination of an upload.
pub struct Target {
    pub bucket: BucketName,
    pub key: ObjectKey,
    pub owner: Owner,
    pub mode: Mode,
    /// The caller needs permission to read the object.
    pub precondition: Option<Precondition>,
}

impl Target {
    /// The bytes of a version of the object.
    pub fn blob(&self, version: Uuid) -> Blob {
        Blob::of_object(&self.bucket, &self.key, version)
    }
}

/// What is known about a file before its content is read.
pub struct Description<'a> {
    pub mimetype: &'a str,
    /// In bytes.
    pub size: Option<u64>,
    pub user_metadata: Option<&'a Value>,
}

/// Reserved bytes, of which at most `size_limit` may be written.
pub struct Reservation {
    pub blob: Blob,
    pub size_limit: u64,
}

/// Checks limits and permission, and reserves the bytes.
pub async fn reserve(
    state: &AppState,
    permission: &Permission,
    target: &Target,
    description: &Description<'_>,
) -> Result<Reservation> {
    let version = Uuid::new_v4();
    let mut connection = state.database.connection().await?;
    let mut transaction = connection.begin().await?;
    let size_limit = check(state, &mut transaction, permission, target, version, description).await?;
    let blob = target.blob(version);
    orphans::reserve(&transaction, &blob).await?;
    transaction.commit().await?;
    Ok(Reservation { blob, size_limit })
}

/// Checks limits and permission, and returns the size limit in bytes.
pub async fn check(
    state: &AppState,
    transaction: &mut Transaction<'_>,
    permission: &Permission,
    target: &Target,
    version: Uuid,
    description: &Description<'_>,
) -> Result<u64> {
    let bucket = buckets::find(transaction, target.bucket.as_str()).await?;
    state.s3.check_key(&target.blob(version))?;
    let size_limit = check_limits(state, &bucket, &target.key, description)?;
    check_policies(transaction, permission, target, version, description).await?;
    Ok(size_limit)
}

/// Checks the permission only, before signing an upload URL.
pub async fn check_permission(
    state: &AppState,
    caller: &Caller,
    operation: Operation,
    target: &Target,
) -> Result<()> {
    let mut connection = state.database.connection().await?;
    let mut transaction = connection.begin().await?;
    buckets::find(&transaction, target.bucket.as_str()).await?;
    let permission = Permission::Check(caller.clone(), operation);
    let description = Description { mimetype: DEFAULT_MIMETYPE, size: None, user_metadata: None };
    check_policies(&mut transaction, &permission, target, Uuid::new_v4(), &description).await
}

/// Checks a file against its bucket's limits, and returns the size limit in bytes.
pub fn check_limits(
    state: &AppState,
    bucket: &Bucket,
    key: &ObjectKey,
    description: &Description<'_>,
) -> Result<u64> {
    if key.is_folder_placeholder() {
        return if description.size.is_some_and(|size| size > 0) {
            Err(Error::EntityTooLarge)
        } else {
            Ok(0)
        };
    }
    check_mime(description.mimetype, bucket.allowed_mime_types.as_deref())?;
    let bucket_limit = bucket.file_size_limit.and_then(|limit| u64::try_from(limit).ok()).unwrap_or(u64::MAX);
    let limit = bucket_limit.min(state.file_size_limit);
    if description.size.is_some_and(|size| size > limit) { Err(Error::EntityTooLarge) } else { Ok(limit) }
}

/// Runs the upload's statement as the caller, with the row-level security policies, and rolls it back.
async fn check_policies(
    transaction: &mut Transaction<'_>,
    permission: &Permission,
    target: &Target,
    version: Uuid,
    description: &Description<'_>,
) -> Result<()> {
    // Rolling back the savepoint also resets the role and the settings.
    let dry_run = transaction.savepoint("permission").await?;
    if let Permission::Check(caller, operation) = permission {
        assume_caller_role(&dry_run, caller, *operation).await?;
    }
    if let Some(precondition) = &target.precondition {
        precondition.check(&objects::find(&dry_run, &target.bucket, &target.key).await?)?;
    }
    let object = NewObject {
        bucket: &target.bucket,
        key: &target.key,
        owner: &target.owner,
        version,
        metadata: serde_json::json!({ "mimetype": description.mimetype, "size": description.size }),
        user_metadata: description.user_metadata,
    };
    match target.mode {
        Mode::Create => objects::try_insert(&dry_run, &object, OnConflict::Fail).await?,
        Mode::Upsert => objects::try_insert(&dry_run, &object, OnConflict::Overwrite).await?,
        Mode::Update => {
            if !objects::try_update(&dry_run, &target.bucket, &target.key).await? {
                // The object does not exist, or the caller may not see or update it.
                objects::try_insert(&dry_run, &object, OnConflict::Fail).await.map_err(
                    |error| match error {
                        Error::AlreadyExists => Error::AccessDenied("Access denied".to_owned()),
                        error => error,
                    },
                )?;
            }
        }
    }
    dry_run.rollback().await?;
    Ok(())
}

/// Writes the row, and enqueues the replaced object's bytes for removal.
pub async fn complete(
    state: &AppState,
    target: &Target,
    version: Uuid,
    metadata: &Metadata,
    user_metadata: Option<&Value>,
) -> Result<Object> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin().await?;
    let written = write_row(state, &transaction, target, version, metadata, user_metadata).await?;
    transaction.commit().await?;
    remove_in_background(state, written.due);
    Ok(written.object)
}

/// A row that a transaction has written.
pub struct WrittenRow {
    pub object: Object,
    /// The versions whose bytes can be removed once the transaction is committed.
    pub due: Vec<String>,
}

/// As [`complete`], within a transaction.
pub async fn write_row(
    state: &AppState,
    transaction: &Transaction<'_>,
    target: &Target,
    version: Uuid,
    metadata: &Metadata,
    user_metadata: Option<&Value>,
) -> Result<WrittenRow> {
    if !orphans::adopt(transaction, version).await? {
        return Err(Error::internal("the upload took so long that its bytes were removed"));
    }
    objects::lock_name(transaction, &target.bucket, &target.key).await?;
    let before = objects::lock(transaction, &target.bucket, &target.key).await?;
    if let Some(precondition) = &target.precondition {
        precondition.check(before.as_ref().ok_or(Error::NoSuchKey)?)?;
    }
    let object = NewObject {
        bucket: &target.bucket,
        key: &target.key,
        owner: &target.owner,
        version,
        metadata: serde_json::to_value(metadata).map_err(Error::internal)?,
        user_metadata,
    };
    let on_conflict = if target.mode == Mode::Create { OnConflict::Fail } else { OnConflict::Overwrite };
    let object = objects::insert(transaction, &object, on_conflict).await.map_err(|error| match error {
        Error::RelatedMissing => Error::NoSuchBucket,
        error => error,
    })?;
    let replaced: Vec<_> = before.as_ref().and_then(Object::released_bytes).into_iter().collect();
    let due = orphans::enqueue(transaction, &replaced, state.retention.deleted).await?;
    Ok(WrittenRow { object, due })
}
