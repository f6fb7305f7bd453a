//! Reads of a bucket's objects as a caller, in one round trip.

use tokio_postgres::Row;

use super::batch::Query;
use super::caller_settings::CallerSettings;
use super::{Connection, Operation};
use crate::caller::Caller;
use crate::error::{Error, Result};
use crate::names::BucketName;

/// Whose rights apply in a public bucket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PublicBucket {
    /// The caller's.
    AsOthers,
    /// None: everyone reads all objects.
    WithoutPolicies,
}

/// A read of a bucket's objects as a caller.
pub struct BucketRead<'a> {
    pub caller: &'a Caller,
    pub operation: Operation,
    pub bucket: &'a BucketName,
    pub public: PublicBucket,
}

impl BucketRead<'_> {
    /// Runs a query with the caller's rights.
    ///
    /// # Errors
    /// [`Error::NoSuchBucket`] when there is no such bucket.
    pub async fn run(&self, connection: &Connection, query: Query<'_>) -> Result<Vec<Row>> {
        let settings = CallerSettings::of(self.caller, self.operation)?;
        // The role changes after the bucket was read, which the owner of the tables does.
        let sql = format!(
            "select bucket.id is not null as exists, {},
                    set_config('role', case when $10 and bucket.public then 'none' else $3 end, true)
             from (values ($9::text)) as wanted (id) left join storage.buckets as bucket on bucket.id = wanted.id",
            CallerSettings::SQL
        );
        let [claims, subject, role, jwt, headers, method, path, operation] = settings.binds();
        let without_policies = self.public == PublicBucket::WithoutPolicies;
        let bucket = self.bucket.as_str();
        let assume = Query {
            sql: &sql,
            binds: &[
                claims,
                subject,
                role,
                jwt,
                headers,
                method,
                path,
                operation,
                &bucket,
                &without_policies,
            ],
        };
        let query_sql = settings.statement(query.sql);
        let query = Query { sql: &query_sql, ..query };
        let mut answers = connection.query_together(&[assume, query]).await?;
        let exists = answers.next()?.rows.first().is_some_and(|row| row.get("exists"));
        if exists { Ok(answers.next()?.rows) } else { Err(Error::NoSuchBucket) }
    }
}
