//! Brings a database up to date with the embedded migrations, as its superuser or as an owner who is none. Rejects a
//! database that cannot be reached, a role whose privileges do not suffice, and a migration that fails; each migration is
//! one transaction, so that a failed one leaves nothing behind.

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
    /// A connection that does not take the settings that Diesel needs.
    #[error("the database cannot be set up for its migration: {0}")]
    SetUp(#[from] diesel::ConnectionError),
    /// The role may not do what the migrations do. Nothing was changed.
    #[error("the role `{role}` lacks privileges that the migrations need. A superuser of this database provides them by:\n\n{}\n", .statements.join("\n"))]
    Privileges {
        /// Who would have migrated.
        role: String,
        /// What a superuser runs, in this order.
        statements: Vec<String>,
    },
    /// A migration failed and was rolled back.
    #[error("a migration failed: {0}")]
    Migration(Box<dyn std::error::Error + Send + Sync>),
    /// The blocking task was cancelled.
    #[error("the migration was interrupted")]
    Interrupted,
}

/// Applies what is pending and returns the names of the migrations applied, in order. Safe to call at every start
/// and by several processes at once: an advisory lock lets one of them work.
pub async fn run(database_url: &str) -> Result<Vec<String>, Error> {
    let connection = connect(database_url).await?;
    // The wrapper blocks, which an async thread must not do.
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

/// Reverts every migration, newest first. For tests of the `down.sql` files and for development.
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

/// All that is missing at once, where a migration would stop at the first.
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
