//! Postgres: the connection pool, and transactions that run as a request's caller, so that row-level security applies.
//!
//! The process logs in as `supabase_storage_admin`, which owns the tables. A transaction starts as that role, assumes
//! the caller's with [`assume_caller_role`], and may return to the owner with [`reset_role`] for writes that no caller
//! may do. Reads of a request take one round trip ([`batch`], [`bucket_read`]).

pub mod batch;
pub mod bucket_read;
pub mod buckets;
pub mod caller_settings;
mod cancellable_read;
pub mod listing;
pub mod objects;
pub mod orphans;
pub mod references;
pub mod resumable_locks;
pub mod resumable_uploads;
pub mod s3_listing;
pub mod s3_uploads;
pub mod sessions;
pub mod unmoved;
pub mod variants;

use std::sync::Arc;

use deadpool_postgres::{Pool, Transaction};
use postgres_connect::Connector;

use self::caller_settings::CallerSettings;
use crate::caller::Caller;
use crate::error::{Error, Result};

/// The pool's size.
const POOL_SIZE: usize = 8;
/// The settings of a session: how long a statement may take, and that the trigger on the tables lets this service delete.
const OPTIONS: &str = "-c statement_timeout=30s -c storage.allow_delete_query=true";

/// The connection pool. A clone shares it.
#[derive(Clone)]
pub struct Database {
    pool: Pool,
    connector: Arc<Connector>,
}

/// A pooled connection. Transactions borrow it.
pub struct Connection(deadpool_postgres::Client);

impl Database {
    /// Parses the connection string. Connects lazily, when the first request needs a connection.
    ///
    /// # Errors
    /// When the connection string is invalid.
    pub fn new(url: &str) -> Result<Self, Box<dyn std::error::Error + Send + Sync>> {
        let (pool, connector) = postgres_pool::open_with_options(url, "storage", POOL_SIZE, OPTIONS)?;
        Ok(Self { pool, connector })
    }

    pub async fn connection(&self) -> Result<Connection> {
        Ok(Connection(self.pool.get().await?))
    }
}

impl Connection {
    /// Begins a transaction as the owner of the tables. It is rolled back unless it is committed.
    pub async fn begin(&mut self) -> Result<Transaction<'_>> {
        Ok(self.0.transaction().await?)
    }

    /// Begins a transaction and assumes the caller's role.
    pub async fn begin_as(&mut self, caller: &Caller, operation: Operation) -> Result<Transaction<'_>> {
        let transaction = self.begin().await?;
        assume_caller_role(&transaction, caller, operation).await?;
        Ok(transaction)
    }
}

/// Assumes the caller's role, and sets the settings (GUCs) that policies read, until the end of the transaction or
/// [`reset_role`].
///
/// # Errors
/// [`Error::AccessDenied`] for a token that names the owner of the tables, who is exempt from row-level security.
pub async fn assume_caller_role(
    transaction: &Transaction<'_>,
    caller: &Caller,
    operation: Operation,
) -> Result<()> {
    let settings = CallerSettings::of(caller, operation)?;
    let statement = transaction.prepare_cached(&CallerSettings::assume_sql()).await?;
    transaction.query_one(&statement, &settings.binds()).await?;
    Ok(())
}

/// Returns to the owner of the tables.
pub async fn reset_role(transaction: &Transaction<'_>) -> Result<()> {
    transaction.batch_execute("set local role none").await.map_err(Error::from)
}

/// The name of an operation, which policies read with `storage.operation()`.
#[derive(Debug, Clone, Copy)]
pub struct Operation(pub &'static str);

impl Operation {
    pub const BUCKET_CREATE: Self = Self("storage.bucket.create");
    pub const BUCKET_EMPTY: Self = Self("storage.bucket.empty");
    pub const BUCKET_DELETE: Self = Self("storage.bucket.delete");
    pub const BUCKET_GET: Self = Self("storage.bucket.get");
    pub const BUCKET_LIST: Self = Self("storage.bucket.list");
    pub const BUCKET_UPDATE: Self = Self("storage.bucket.update");
    pub const OBJECT_COPY: Self = Self("storage.object.copy");
    pub const OBJECT_DELETE: Self = Self("storage.object.delete");
    pub const OBJECT_DELETE_MANY: Self = Self("storage.object.delete_many");
    pub const OBJECT_GET: Self = Self("storage.object.get_authenticated");
    pub const OBJECT_INFO: Self = Self("storage.object.info_authenticated");
    pub const OBJECT_LIST: Self = Self("storage.object.list");
    pub const OBJECT_LIST_V2: Self = Self("storage.object.list_v2");
    pub const OBJECT_MOVE: Self = Self("storage.object.move");
    pub const OBJECT_SIGN: Self = Self("storage.object.sign");
    pub const OBJECT_SIGN_MANY: Self = Self("storage.object.sign_many");
    pub const OBJECT_SIGN_UPLOAD: Self = Self("storage.object.sign_upload_url");
    pub const OBJECT_UPLOAD: Self = Self("storage.object.upload");
    pub const OBJECT_UPDATE: Self = Self("storage.object.upload_update");
    pub const RENDER_AUTHENTICATED: Self = Self("storage.render.image_authenticated");
    pub const RESUMABLE_CREATE: Self = Self("storage.tus.upload.create");
    pub const RESUMABLE_PART: Self = Self("storage.tus.upload.part");
    pub const RESUMABLE_GET: Self = Self("storage.tus.upload.get");
    pub const RESUMABLE_DELETE: Self = Self("storage.tus.upload.delete");
    pub const S3_ABORT_MULTIPART: Self = Self("storage.s3.upload.abort_multipart");
    pub const S3_COMPLETE_MULTIPART: Self = Self("storage.s3.upload.complete_multipart");
    pub const S3_COPY_OBJECT: Self = Self("storage.s3.object.copy");
    pub const S3_CREATE_BUCKET: Self = Self("storage.s3.bucket.create");
    pub const S3_CREATE_MULTIPART: Self = Self("storage.s3.upload.create_multipart");
    pub const S3_DELETE_BUCKET: Self = Self("storage.s3.bucket.delete");
    pub const S3_DELETE_OBJECT: Self = Self("storage.s3.object.delete");
    pub const S3_DELETE_OBJECTS: Self = Self("storage.s3.object.delete_many");
    pub const S3_GET_BUCKET_LOCATION: Self = Self("storage.s3.bucket.get_location");
    pub const S3_GET_BUCKET_VERSIONING: Self = Self("storage.s3.bucket.get_versioning");
    pub const S3_GET_OBJECT: Self = Self("storage.s3.object.get");
    pub const S3_GET_OBJECT_TAGGING: Self = Self("storage.s3.object.get_tagging");
    pub const S3_HEAD_BUCKET: Self = Self("storage.s3.bucket.head");
    pub const S3_HEAD_OBJECT: Self = Self("storage.s3.object.info");
    pub const S3_LIST_BUCKETS: Self = Self("storage.s3.bucket.list");
    pub const S3_LIST_MULTIPART: Self = Self("storage.s3.upload.list_multipart");
    pub const S3_LIST_OBJECTS: Self = Self("storage.s3.object.list");
    pub const S3_LIST_PARTS: Self = Self("storage.s3.upload.list_parts");
    pub const S3_UPLOAD: Self = Self("storage.s3.upload");
    pub const S3_UPLOAD_PART: Self = Self("storage.s3.upload.part");
    pub const S3_UPLOAD_PART_COPY: Self = Self("storage.s3.upload.part_copy");
}
