//! Giving bytes a name: whether the caller may, where the bytes may lie meanwhile, and the row at the end.
//!
//! Permission is asked with the very statement that the caller would run, in a savepoint that is rolled back; then
//! the bytes are announced in `storage.orphaned_blobs`, in the same transaction. The row is written last, by the
//! owner of the tables, and takes the bytes off that list.

use deadpool_postgres::Transaction;
use serde_json::Value;
use uuid::Uuid;

use crate::Storage;
use crate::caller::{Caller, Owner};
use crate::database::buckets::Bucket;
use crate::database::objects::{self, Metadata, NewObject, Object, OnConflict};
use crate::database::{Operation, buckets, enter, orphans};
use crate::error::{Error, Result};
use crate::names::{BucketName, ObjectKey, check_mime};
use crate::orphans::discard;

/// What may happen to an object that is already there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Create,
    Upsert,
    /// As `Upsert`; permission to change what is there suffices.
    Update,
}

impl Mode {
    pub fn upsert_if(overwrite: bool) -> Self {
        if overwrite { Self::Upsert } else { Self::Create }
    }
}

pub enum Permission {
    Ask(Caller, Operation),
    /// A signed URL, for which permission was asked when it was made.
    Granted,
}

pub struct Target {
    pub bucket: BucketName,
    pub key: ObjectKey,
    pub owner: Owner,
    pub mode: Mode,
}

/// What is known of a file before its bytes.
pub struct Description<'a> {
    pub mimetype: &'a str,
    pub size: Option<u64>,
    pub user_metadata: Option<&'a Value>,
}

/// Bytes may be written under `version`, as many as `size_limit`.
pub struct Reservation {
    pub version: Uuid,
    pub size_limit: u64,
}

pub async fn reserve(
    storage: &Storage,
    permission: &Permission,
    target: &Target,
    description: &Description<'_>,
) -> Result<Reservation> {
    let version = Uuid::new_v4();
    let mut connection = storage.database.connection().await?;
    let mut transaction = connection.begin().await?;
    let bucket = buckets::find(&transaction, target.bucket.as_str()).await?;
    let size_limit = check_limits(storage, &bucket, &target.key, description)?;
    ask(&mut transaction, permission, target, version, description).await?;
    orphans::reserve(&transaction, version).await?;
    transaction.commit().await?;
    Ok(Reservation { version, size_limit })
}

/// Asks for permission alone, for a URL by which somebody else will upload.
pub async fn check_permission(
    storage: &Storage,
    caller: &Caller,
    operation: Operation,
    target: &Target,
) -> Result<()> {
    let mut connection = storage.database.connection().await?;
    let mut transaction = connection.begin().await?;
    buckets::find(&transaction, target.bucket.as_str()).await?;
    let permission = Permission::Ask(caller.clone(), operation);
    let description = Description { mimetype: "application/octet-stream", size: None, user_metadata: None };
    ask(&mut transaction, &permission, target, Uuid::new_v4(), &description).await
}

/// Checks a file against its bucket's limits; answers how large it may be.
pub fn check_limits(
    storage: &Storage,
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
    let of_bucket = bucket.file_size_limit.and_then(|limit| u64::try_from(limit).ok()).unwrap_or(u64::MAX);
    let limit = of_bucket.min(storage.file_size_limit);
    if description.size.is_some_and(|size| size > limit) { Err(Error::EntityTooLarge) } else { Ok(limit) }
}

async fn ask(
    transaction: &mut Transaction<'_>,
    permission: &Permission,
    target: &Target,
    version: Uuid,
    description: &Description<'_>,
) -> Result<()> {
    // Everything in here is undone: role, claims and rows.
    let trial = transaction.savepoint("permission").await?;
    if let Permission::Ask(caller, operation) = permission {
        enter(&trial, caller, *operation).await?;
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
        Mode::Create => objects::attempt(&trial, &object, OnConflict::Fail).await?,
        Mode::Upsert => objects::attempt(&trial, &object, OnConflict::Overwrite).await?,
        Mode::Update => {
            if !objects::touch(&trial, &target.bucket, &target.key).await? {
                // Nothing there that they may change: it is new, or it is not theirs.
                objects::attempt(&trial, &object, OnConflict::Fail).await.map_err(|error| match error {
                    Error::AlreadyExists => Error::AccessDenied("Access denied".to_owned()),
                    error => error,
                })?;
            }
        }
    }
    trial.rollback().await?;
    Ok(())
}

/// Writes the row. What was there before is removed.
pub async fn complete(
    storage: &Storage,
    target: &Target,
    version: Uuid,
    metadata: &Metadata,
    user_metadata: Option<&Value>,
) -> Result<Object> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    if !orphans::adopt(&transaction, version).await? {
        return Err(Error::internal("the upload took so long that its bytes were removed"));
    }
    objects::reserve_name(&transaction, &target.bucket, &target.key).await?;
    let before = objects::lock(&transaction, &target.bucket, &target.key).await?;
    let object = NewObject {
        bucket: &target.bucket,
        key: &target.key,
        owner: &target.owner,
        version,
        metadata: serde_json::to_value(metadata).map_err(Error::internal)?,
        user_metadata,
    };
    let on_conflict = if target.mode == Mode::Create { OnConflict::Fail } else { OnConflict::Overwrite };
    let written = objects::write(&transaction, &object, on_conflict).await.map_err(|error| match error {
        Error::RelatedMissing => Error::NoSuchBucket,
        error => error,
    })?;
    let replaced: Vec<String> = before.and_then(|object| object.version).into_iter().collect();
    let due = orphans::release(&transaction, &replaced, storage.retention.deleted).await?;
    transaction.commit().await?;
    discard(storage, due);
    Ok(written)
}
