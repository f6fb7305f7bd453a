//! Applies the embedded migrations, as a superuser or as the owner of the database. Rejects a database that cannot be
//! reached, a role without the needed privileges, and a migration that fails. Each migration is one transaction, so a
//! failed one changes nothing.

use diesel::sql_types::Text;
use diesel::{QueryableByName, RunQueryDsl};
use diesel_async::AsyncPgConnection;
use diesel_async::async_connection_wrapper::AsyncConnectionWrapper;
use diesel_migrations::{EmbeddedMigrations, MigrationHarness, embed_migrations};

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("migrations");

/// Why a database could not be migrated.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No connection.
    #[error("cannot connect to the database to migrate it: {0}")]
    Connect(#[from] postgres_connect::Error),
    /// Diesel could not set up the connection.
    #[error("the database cannot be set up for its migration: {0}")]
    SetUp(#[from] diesel::ConnectionError),
    /// The role lacks privileges. Nothing was changed.
    #[error("the role `{role}` lacks privileges that the migrations need. A superuser of this database provides them by:\n\n{}\n", .statements.join("\n"))]
    Privileges {
        /// The role of the connection.
        role: String,
        /// The statements that a superuser must run, in order.
        statements: Vec<String>,
    },
    /// A migration failed and was rolled back.
    #[error("a migration failed: {0}")]
    Migration(Box<dyn std::error::Error + Send + Sync>),
    /// The blocking task was cancelled.
    #[error("the migration was interrupted")]
    Interrupted,
}

/// Applies the pending migrations and returns their names in order. Safe to call at every start and by several
/// processes at once: they take an advisory lock.
///
/// # Errors
/// When the database is not reached, the role lacks privileges, or a migration fails.
pub async fn run(database_url: &str) -> Result<Vec<String>, Error> {
    let connection = connect(database_url).await?;
    // The wrapper blocks its thread.
    tokio::task::spawn_blocking(move || {
        let mut connection = AsyncConnectionWrapper::<AsyncPgConnection>::from(connection);
        diesel::sql_query("select pg_advisory_lock(hashtext('isula_migrations'))")
            .execute(&mut connection)
            .map_err(|error| Error::Migration(Box::new(error)))?;
        if connection.has_pending_migration(MIGRATIONS).map_err(Error::Migration)? {
            check_privileges(&mut connection)?;
        }
        let applied = connection.run_pending_migrations(MIGRATIONS).map_err(Error::Migration)?;
        Ok(applied.iter().map(ToString::to_string).collect())
    })
    .await
    .map_err(|_| Error::Interrupted)?
}

/// Reverts every migration, newest first, and returns their names. For tests of the `down.sql` files and for
/// development.
///
/// # Errors
/// When the database is not reached, or a `down.sql` fails.
pub async fn revert_all(database_url: &str) -> Result<Vec<String>, Error> {
    let connection = connect(database_url).await?;
    tokio::task::spawn_blocking(move || {
        let mut connection = AsyncConnectionWrapper::<AsyncPgConnection>::from(connection);
        let reverted = connection.revert_all_migrations(MIGRATIONS).map_err(Error::Migration)?;
        Ok(reverted.iter().map(ToString::to_string).collect())
    })
    .await
    .map_err(|_| Error::Interrupted)?
}

#[derive(QueryableByName)]
struct Statement {
    #[diesel(sql_type = Text)]
    statement: String,
}

#[derive(QueryableByName)]
struct Role {
    #[diesel(sql_type = Text)]
    role: String,
}

/// Reports all missing privileges at once; a migration would fail at the first one.
fn check_privileges(connection: &mut AsyncConnectionWrapper<AsyncPgConnection>) -> Result<(), Error> {
    let failed = |error| Error::Migration(Box::new(error));
    let missing: Vec<Statement> =
        diesel::sql_query(include_str!("missing_privileges.sql")).load(connection).map_err(failed)?;
    if missing.is_empty() {
        return Ok(());
    }
    let role: Role =
        diesel::sql_query("select current_user::text as role").get_result(connection).map_err(failed)?;
    let statements = missing.into_iter().map(|missing| missing.statement).collect();
    Err(Error::Privileges { role: role.role, statements })
}

async fn connect(database_url: &str) -> Result<AsyncPgConnection, Error> {
    let (client, connection) = postgres_connect::connect(database_url).await?;
    Ok(AsyncPgConnection::try_from_client_and_connection(client, connection).await?)
}
