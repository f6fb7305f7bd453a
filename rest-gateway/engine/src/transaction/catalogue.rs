//! Reads the database's catalogue in one pipelined transaction.

use postgres_wire::Results;

use super::connection::Connection;
use super::deadline::{CATALOGUE_TIMEOUT, wait_for};
use super::failure::database_error;
use super::pool::Pool;
use super::run::give_up;
use crate::config::Config;
use crate::error::Error;
use crate::query::{BEGIN_SNAPSHOT, CATALOGUE_SETTINGS, COMMIT, REQUIRE_SCHEMAS, array};
use crate::schema_cache::{
    CastRow, CatalogueRow, CatalogueRows, ColumnRow, ConstraintRow, DescriptionRow, DomainRow, EnumRow,
    FunctionRow, RelationRow, RowError, RowFunctionRow, RuleRow, SchemaCache, TriggerRow,
};

pub(crate) async fn load_schema_cache(pool: &Pool, config: &Config) -> Result<SchemaCache, Error> {
    let mut lease = pool.get(None).await?;
    let connection = lease.connection()?;
    let server = connection.server().clone();
    let reading = read_catalogue(connection, config);
    let read = wait_for(reading, &server, pool.database(), Some(CATALOGUE_TIMEOUT)).await;
    let rows = read.unwrap_or_else(|unanswered| Err(give_up(lease, unanswered)))?;
    Ok(SchemaCache::build(&rows, &config.db_schemas, &config.db_hoisted_tx_settings))
}

/// Sends all queries in one batch.
async fn read_catalogue(connection: &mut Connection, config: &Config) -> Result<CatalogueRows, Error> {
    let named = config.db_schemas.iter().chain(&config.db_extra_search_path);
    let required = named.filter(|_| config.db_schemas_required);
    let before =
        [(BEGIN_SNAPSHOT, None), (CATALOGUE_SETTINGS, None), (REQUIRE_SCHEMAS, Some(array(required)))];
    let queries = [
        (RelationRow::QUERY, None),
        (ColumnRow::QUERY, Some(array(&config.db_schemas))),
        (DomainRow::QUERY, None),
        (CastRow::QUERY, None),
        (EnumRow::QUERY, None),
        (ConstraintRow::QUERY, None),
        (RuleRow::QUERY, None),
        (TriggerRow::QUERY, None),
        (DescriptionRow::QUERY, None),
        (FunctionRow::QUERY, Some(array(&config.db_schemas))),
        (RowFunctionRow::QUERY, Some(array(&config.db_schemas))),
        (COMMIT, None),
    ];
    let mut pipeline = connection.pipeline().map_err(database_error)?;
    for (sql, bind) in before.iter().chain(&queries) {
        pipeline.add_text(sql, bind.as_slice()).map_err(database_error)?;
    }
    let mut results = pipeline.send().await.map_err(database_error)?;
    for _ in &before {
        results.skip().await.map_err(database_error)?;
    }
    let rows = CatalogueRows {
        relations: rows(&mut results).await?,
        columns: rows(&mut results).await?,
        domains: rows(&mut results).await?,
        casts: rows(&mut results).await?,
        enums: rows(&mut results).await?,
        constraints: rows(&mut results).await?,
        rules: rows(&mut results).await?,
        triggers: rows(&mut results).await?,
        descriptions: rows(&mut results).await?,
        functions: rows(&mut results).await?,
        row_functions: rows(&mut results).await?,
    };
    results.skip().await.map_err(database_error)?;
    results.finish().await.map_err(database_error)?;
    Ok(rows)
}

/// Reads the rows of the current query.
async fn rows<T: CatalogueRow>(results: &mut Results<'_>) -> Result<Vec<T>, Error> {
    let mut rows = Vec::new();
    while let Some(row) = results.row().await.map_err(database_error)? {
        rows.push(T::from_row(&row).map_err(row_error)?);
    }
    Ok(rows)
}

fn row_error(error: RowError) -> Error {
    match error {
        RowError::Database(error) => database_error(error),
        RowError::Values | RowError::List(_) => {
            tracing::error!(%error, "a row of the catalogue could not be read");
            Error::NoSchemaCache
        }
    }
}
