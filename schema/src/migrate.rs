//! Applies the embedded migrations of the product, after those of the platform that they stand on.

use diesel_migrations::{EmbeddedMigrations, embed_migrations};
use platform_schema::migrate;

pub use platform_schema::Error;

const MIGRATIONS: EmbeddedMigrations = embed_migrations!("migrations");

/// Applies the pending migrations of the platform and of the product, and returns their names in order. Safe to call at
/// every start and by several processes at once: they take an advisory lock.
///
/// # Errors
/// When the database is not reached, the role lacks privileges, or a migration fails.
pub async fn run(database_url: &str) -> Result<Vec<String>, Error> {
    migrate::run_with_product(database_url, MIGRATIONS).await
}

/// Reverts every migration, newest first, and returns their names. For tests of the `down.sql` files and for
/// development.
///
/// # Errors
/// When the database is not reached, or a `down.sql` fails.
pub async fn revert_all(database_url: &str) -> Result<Vec<String>, Error> {
    migrate::revert_all(database_url, Some(MIGRATIONS)).await
}
