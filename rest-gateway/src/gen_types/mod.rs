//! `gen types`: generates the TypeScript type `Database` for supabase-js from a database.
//!
//! - `catalog`: relations, types and functions. `relationships`: foreign keys, also of views, from the schema cache.
//! - `types`: a type of Postgres in TypeScript. `relations`, `functions`: the parts of a schema. `names`: their order.
//! - `document`: the whole file. `typescript`: its layout. `error`: why it cannot be generated.

mod catalog;
mod document;
mod error;
mod functions;
mod names;
mod relations;
mod relationships;
mod types;
mod typescript;

use catalog::Catalog;
use rest_engine::{Config, schema_cache_of_database};

pub use error::GenTypesError;

/// The schemas to generate.
#[derive(Debug, Clone)]
pub enum Schemas {
    /// All of them must exist.
    Named(Vec<String>),
    /// Those of the configuration. The ones that do not exist are left out.
    Exposed(Vec<String>),
}

/// Generates the types of the schemas, sorted, as the text of a module.
///
/// # Errors
/// When the database cannot be reached or read, or lacks a named schema.
pub async fn typescript(db_url: &str, schemas: &Schemas) -> Result<String, GenTypesError> {
    let (client, connection) = postgres_connect::connect(db_url).await?;
    let connection = tokio::spawn(connection);
    let schemas = existing(&client, schemas).await?;
    let catalog = Catalog::read(&client, &schemas).await?;
    drop(client);
    // It ends with its client.
    let _ = connection.await;
    let config = Config { db_schemas: schemas.clone(), ..Config::new(db_url) };
    let relationships = relationships::foreign_keys(&schema_cache_of_database(&config).await?)?;
    Ok(document::module(&catalog, &relationships, &schemas))
}

async fn existing(client: &tokio_postgres::Client, schemas: &Schemas) -> Result<Vec<String>, GenTypesError> {
    const QUERY: &str = "select nspname::text from pg_namespace where nspname = any ($1) order by nspname";
    let (Schemas::Named(wanted) | Schemas::Exposed(wanted)) = schemas;
    let rows = client.query(QUERY, &[wanted]).await?;
    let found = rows.iter().map(|row| row.try_get(0)).collect::<Result<Vec<String>, _>>()?;
    match (schemas, wanted.iter().find(|name| !found.contains(name))) {
        (Schemas::Named(_), Some(missing)) => Err(GenTypesError::NoSchema(missing.clone())),
        _ => Ok(found),
    }
}
