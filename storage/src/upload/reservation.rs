//! The two transactions of an upload, before and after its bytes are written.
//!
//! [`reserve`] checks the caller's permission with a dry run: the caller's own insert or upsert, in a savepoint that is
//! rolled back. In the same transaction it lists the bytes as orphaned, with a lease, so that a crash leaves no
//! unlisted bytes. [`complete`] writes the row as the owner of the tables and removes the bytes from that list.

use std::borrow::Cow;

use serde_json::Value;
use tokio_postgres::types::ToSql;
use uuid::Uuid;

use super::upload_request::DEFAULT_MIMETYPE;
use crate::app_state::AppState;
use crate::caller::{Caller, Owner};
use crate::database::batch::{Answers, Query, run_together};
use crate::database::buckets::{self, Bucket};
use crate::database::caller_settings::CallerSettings;
use crate::database::objects::{self, Metadata, NewObject, Object, OnConflict};
use crate::database::orphans::ReservationValues;
use crate::database::{Operation, Transaction, orphans};
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
    let blob = target.blob(version);
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    let run = DryRun { permission, target, version, description, reserves: true };
    let size_limit = run.check(state, &transaction).await?;
    transaction.commit().await?;
    Ok(Reservation { blob, size_limit })
}

/// Checks limits and permission, and returns the size limit in bytes.
pub async fn check(
    state: &AppState,
    transaction: &Transaction<'_>,
    permission: &Permission,
    target: &Target,
    version: Uuid,
    description: &Description<'_>,
) -> Result<u64> {
    let run = DryRun { permission, target, version, description, reserves: false };
    run.check(state, transaction).await
}

/// Checks the permission only, before signing an upload URL.
pub async fn check_permission(
    state: &AppState,
    caller: &Caller,
    operation: Operation,
    target: &Target,
) -> Result<()> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin()?;
    let permission = Permission::Check(caller.clone(), operation);
    let description = Description { mimetype: DEFAULT_MIMETYPE, size: None, user_metadata: None };
    let version = Uuid::new_v4();
    let run = DryRun { permission: &permission, target, version, description: &description, reserves: false };
    run.execute(&transaction).await?.permitted
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

/// The upload's statement, run as the caller, with the row-level security policies, and rolled back.
struct DryRun<'a> {
    permission: &'a Permission,
    target: &'a Target,
    version: Uuid,
    description: &'a Description<'a>,
    /// Whether the transaction then lists the bytes, in the same round trip. It must not be committed without permission.
    reserves: bool,
}

/// What a dry run has found out.
struct Outcome {
    bucket: Bucket,
    /// Whether the statement succeeded.
    permitted: Result<()>,
}

impl DryRun<'_> {
    /// Checks limits and permission, and returns the size limit in bytes.
    async fn check(&self, state: &AppState, transaction: &Transaction<'_>) -> Result<u64> {
        let Outcome { bucket, permitted } = self.execute(transaction).await?;
        state.s3.check_key(&self.target.blob(self.version))?;
        let size_limit = check_limits(state, &bucket, &self.target.key, self.description)?;
        permitted?;
        Ok(size_limit)
    }

    /// # Errors
    /// [`Error::NoSuchBucket`].
    async fn execute(&self, transaction: &Transaction<'_>) -> Result<Outcome> {
        let Self { permission, target, version, description, reserves } = self;
        let settings = match permission {
            Permission::Check(caller, operation) => Some(CallerSettings::of(caller, *operation)?),
            Permission::Granted => None,
        };
        let object = NewObject {
            bucket: &target.bucket,
            key: &target.key,
            owner: &target.owner,
            version: *version,
            metadata: serde_json::json!({ "mimetype": description.mimetype, "size": description.size }),
            user_metadata: description.user_metadata,
        };
        let (bucket, key) = (target.bucket.as_str(), target.key.as_str());
        let (find_bucket, assume) = (buckets::find_sql(), CallerSettings::assume_sql());
        let on_conflict = if target.mode == Mode::Upsert { OnConflict::Overwrite } else { OnConflict::Fail };
        let (find, insert) = (objects::visible_sql(), objects::try_insert_sql(on_conflict));
        let as_caller =
            |sql| settings.as_ref().map_or(Cow::Borrowed(sql), |settings| settings.statement(sql));
        let (find, update, insert) = (as_caller(&find), as_caller(objects::TRY_UPDATE), as_caller(&insert));
        let settings_binds = settings.as_ref().map(CallerSettings::binds);
        let values = object.values();
        let insert_binds = values.binds();
        let name: [&(dyn ToSql + Sync); 2] = [&bucket, &key];
        let blob = target.blob(*version);
        let reservation = ReservationValues::of(&blob);

        let mut queries =
            vec![Query { sql: &find_bucket, binds: &name[..1] }, Query::command("savepoint permission")];
        queries.extend(settings_binds.as_ref().map(|binds| Query { sql: &assume, binds }));
        queries.extend(target.precondition.as_ref().map(|_| Query { sql: &find, binds: &name }));
        queries.extend((target.mode == Mode::Update).then_some(Query { sql: &update, binds: &name }));
        queries.push(Query { sql: &insert, binds: &insert_binds });
        // Also resets the role and the settings.
        queries.push(Query::command("rollback to savepoint permission"));
        let reservation_binds = reservation.binds();
        queries.extend(reserves.then_some(Query { sql: orphans::RESERVE, binds: &reservation_binds }));
        let mut answers = run_together(transaction, &queries).await?;

        let bucket = answers.next()?.rows.first().map(Bucket::from).ok_or(Error::NoSuchBucket)?;
        answers.next_done()?;
        let has_role = settings.is_some();
        let permitted = permitted(&mut answers, has_role, target);
        answers.last_done()?;
        Ok(Outcome { bucket, permitted })
    }
}

/// Reads the answers of a dry run within its savepoint.
fn permitted(answers: &mut Answers, has_role: bool, target: &Target) -> Result<()> {
    if has_role {
        answers.next_done()?;
    }
    if let Some(precondition) = &target.precondition {
        precondition.check(&objects::first(&answers.next()?.rows)?)?;
    }
    if target.mode != Mode::Update {
        return answers.next_done();
    }
    if answers.next()?.affected > 0 {
        return Ok(());
    }
    // The object does not exist, or the caller may not see or update it.
    answers.next_done().map_err(|error| match error {
        Error::AlreadyExists => Error::AccessDenied("Access denied".to_owned()),
        error => error,
    })
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
    let transaction = connection.begin()?;
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
    let object = NewObject {
        bucket: &target.bucket,
        key: &target.key,
        owner: &target.owner,
        version,
        metadata: serde_json::to_value(metadata).map_err(Error::internal)?,
        user_metadata,
    };
    let on_conflict = if target.mode == Mode::Create { OnConflict::Fail } else { OnConflict::Overwrite };
    let (bucket, key, orphan) = (target.bucket.as_str(), target.key.as_str(), version.to_string());
    let retention = state.retention.deleted.as_secs_f64();
    let (lock, insert) = (objects::lock_sql(), objects::insert_sql(on_conflict));
    let values = object.values();
    let name: [&(dyn ToSql + Sync); 2] = [&bucket, &key];
    let queries = [
        Query { sql: orphans::ADOPT, binds: &[&orphan] },
        Query { sql: objects::LOCK_NAME, binds: &name },
        Query { sql: &lock, binds: &name },
        Query { sql: orphans::ENQUEUE_REPLACED, binds: &[&bucket, &key, &retention] },
        Query { sql: &insert, binds: &values.binds() },
    ];
    let mut answers = run_together(transaction, &queries).await?;
    if answers.next()?.affected == 0 {
        return Err(Error::internal("the upload took so long that its bytes were removed"));
    }
    answers.next_done()?;
    let before = answers.next()?.rows;
    if let Some(precondition) = &target.precondition {
        precondition.check(&objects::first(&before)?)?;
    }
    let due = answers.next()?.rows.iter().map(|row| row.get(0)).collect();
    let inserted = answers.next().map_err(|error| match error {
        Error::RelatedMissing => Error::NoSuchBucket,
        error => error,
    })?;
    Ok(WrittenRow { object: objects::first(&inserted.rows)?, due })
}
