//! Probes of the policies on `realtime.messages`, in transactions that are rolled back.

use std::collections::HashSet;

use tokio_postgres::Transaction;
use tokio_postgres::error::SqlState;
use uuid::Uuid;

use super::{Database, DatabaseError};
use crate::authorization::{AuthorizationError, Extension, Subject};

/// Each extension gets a row, which the service's own role may always insert.
const INSERT: &str = "insert into realtime.messages (id, topic, extension, inserted_at, updated_at)
    values ($1, $2, $3, now() at time zone 'utc', now() at time zone 'utc')";

/// The settings that policies read. The role is set last, because the others need the privileges of the service.
const SETTINGS: &str = "select set_config('statement_timeout', '15000', true),
    set_config('realtime.topic', $1, true), set_config('request.jwt.claims', $2, true),
    set_config('request.jwt.claim.sub', $3, true), set_config('request.jwt.claim.role', $4, true),
    set_config('request.headers', $5, true), set_config('role', $4, true)";

impl Database {
    /// The extensions whose rows the subject may read.
    pub(crate) async fn readable(
        &self,
        subject: Subject<'_>,
        extensions: &[Extension],
    ) -> Result<HashSet<Extension>, AuthorizationError> {
        self.with_partition(async || self.probe_read(subject, extensions).await).await
    }

    /// The extensions for which the subject may insert rows.
    pub(crate) async fn writable(
        &self,
        subject: Subject<'_>,
        extensions: &[Extension],
    ) -> Result<HashSet<Extension>, AuthorizationError> {
        self.with_partition(async || self.probe_write(subject, extensions).await).await
    }

    /// Runs a probe, and again after creating the partitions if the one of today is missing.
    async fn with_partition<T>(
        &self,
        probe: impl AsyncFn() -> Result<T, AuthorizationError>,
    ) -> Result<T, AuthorizationError> {
        match probe().await {
            Err(AuthorizationError::MissingPartition) => {
                self.create_partitions().await.map_err(AuthorizationError::from)?;
                probe().await
            }
            outcome => outcome,
        }
    }

    async fn probe_read(
        &self,
        subject: Subject<'_>,
        extensions: &[Extension],
    ) -> Result<HashSet<Extension>, AuthorizationError> {
        let mut connection = self.connection().await?;
        let transaction = connection.transaction().await?;
        let mut ids = Vec::with_capacity(extensions.len());
        for extension in extensions {
            let id = Uuid::new_v4();
            transaction.execute(INSERT, &[&id, &subject.sub_topic, &extension.name()]).await?;
            ids.push(id);
        }
        set_subject(&transaction, subject).await?;
        let query = "select extension from realtime.messages where id = any($1)";
        let rows = transaction.query(query, &[&ids]).await?;
        transaction.rollback().await?;
        let names: HashSet<String> = rows.iter().map(|row| row.get(0)).collect();
        Ok(extensions.iter().copied().filter(|extension| names.contains(extension.name())).collect())
    }

    async fn probe_write(
        &self,
        subject: Subject<'_>,
        extensions: &[Extension],
    ) -> Result<HashSet<Extension>, AuthorizationError> {
        let mut connection = self.connection().await?;
        let mut transaction = connection.transaction().await?;
        set_subject(&transaction, subject).await?;
        let mut writable = HashSet::new();
        for extension in extensions {
            let savepoint = transaction.transaction().await?;
            let inserted =
                savepoint.execute(INSERT, &[&Uuid::new_v4(), &subject.sub_topic, &extension.name()]).await;
            match inserted {
                Ok(_) => {
                    writable.insert(*extension);
                }
                Err(error) if error.code() == Some(&SqlState::INSUFFICIENT_PRIVILEGE) => {}
                Err(error) => return Err(error.into()),
            }
            savepoint.rollback().await?;
        }
        transaction.rollback().await?;
        Ok(writable)
    }
}

async fn set_subject(
    transaction: &Transaction<'_>,
    subject: Subject<'_>,
) -> Result<(), tokio_postgres::Error> {
    let Subject { claims, sub_topic, headers } = subject;
    let sub = claims.sub().unwrap_or_default();
    transaction
        .execute(SETTINGS, &[&sub_topic, &claims.as_json(), &sub, &claims.role(), &headers])
        .await
        .map(drop)
}

impl From<DatabaseError> for AuthorizationError {
    fn from(error: DatabaseError) -> AuthorizationError {
        match error {
            DatabaseError::Exhausted => AuthorizationError::PoolExhausted,
            DatabaseError::Query(error) => error.into(),
            error @ DatabaseError::Connect(_) => AuthorizationError::Unavailable(error),
        }
    }
}

impl From<tokio_postgres::Error> for AuthorizationError {
    fn from(error: tokio_postgres::Error) -> AuthorizationError {
        let Some(cause) = error.as_db_error() else { return AuthorizationError::Unavailable(error.into()) };
        // A row without a partition violates the partitions' constraint.
        if *cause.code() == SqlState::CHECK_VIOLATION {
            return AuthorizationError::MissingPartition;
        }
        if *cause.code() == SqlState::QUERY_CANCELED {
            return AuthorizationError::Canceled(cause.to_string());
        }
        // Shutdowns and lost connections.
        if ["57P", "08"].iter().any(|class| cause.code().code().starts_with(class)) {
            return AuthorizationError::Unavailable(error.into());
        }
        AuthorizationError::Policy(cause.message().to_owned())
    }
}
