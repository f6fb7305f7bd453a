//! Reads what the engine must know of the database: its configuration, the roles' settings, the catalogue.

use tokio_postgres::types::{ToSql, Type};

use super::connection::Connection;
use super::pool::Pool;
use super::run::database_error;
use crate::config::{self, Config, RolesSettings, role_settings};
use crate::error::Error;
use crate::query::quote_qualified;
use crate::schema_cache::{CatalogueRows, SchemaCache, sql};

/// `pgrst.*` of the role that is logged in; what is set for this database alone wins.
const OWN_SETTINGS: &str = "
select substr(split_part(pair, '=', 1), 7), substr(pair, strpos(pair, '=') + 1)
from pg_catalog.pg_db_role_setting s
cross join lateral unnest(s.setconfig) pair
where s.setrole = (select oid from pg_catalog.pg_roles where rolname = current_user)
  and s.setdatabase in (0, (select oid from pg_catalog.pg_database where datname = current_database()))
  and pair like 'pgrst.%'
order by s.setdatabase";

/// The settings of these names, as they stand in this transaction.
const CURRENT_SETTINGS: &str = "
select name, pg_catalog.current_setting('pgrst.' || name, true)
from pg_catalog.unnest($1::text[]) name
where pg_catalog.current_setting('pgrst.' || name, true) is not null";

/// Settings of the roles that may be taken on, as far as they may be set by this one.
const ROLE_SETTINGS: &str = "
select r.rolname::text, split_part(pair, '=', 1), substr(pair, strpos(pair, '=') + 1)
from pg_catalog.pg_db_role_setting s
join pg_catalog.pg_roles r on r.oid = s.setrole
cross join lateral unnest(s.setconfig) pair
left join pg_catalog.pg_settings known on known.name = lower(split_part(pair, '=', 1))
where pg_catalog.pg_has_role(current_user, r.oid, 'member')
  and r.rolname <> current_user
  and s.setdatabase in (0, (select oid from pg_catalog.pg_database where datname = current_database()))
  and (known.name is null or known.context = 'user'
    or pg_catalog.has_parameter_privilege(current_user, known.name, 'set'))
order by r.rolname, s.setdatabase";

pub(crate) async fn read_database_config(
    pool: &Pool,
    given: &Config,
) -> Result<(Config, RolesSettings), Error> {
    let mut lease = pool.get().await?;
    let connection = lease.begin()?;
    let config = if given.db_config {
        let mut settings = pairs(connection.query_typed(OWN_SETTINGS, &[]).await.map_err(database_error)?);
        if let Some(function) = &given.db_pre_config {
            match pre_config(connection, function).await {
                Ok(made) => settings.extend(made),
                // As PostgREST does: the API goes on with what it has been given otherwise.
                Err(error) => {
                    tracing::error!(%error, function, "db-pre-config failed; its settings are missing");
                    connection.batch_execute("ROLLBACK").await.map_err(database_error)?;
                }
            }
        }
        given.overridden(&settings)
    } else {
        given.clone()
    };
    let rows = connection.query_typed(ROLE_SETTINGS, &[]).await.map_err(database_error)?;
    let roles = role_settings(rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect());
    lease.finish();
    Ok((config, roles))
}

fn pairs(rows: Vec<tokio_postgres::Row>) -> Vec<(String, String)> {
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}

/// The `pgrst.*` settings that `db-pre-config` makes. What the connection has had since its login may be older than what
/// the role has now, so that only what the function changed counts.
async fn pre_config(connection: &Connection, function: &str) -> Result<Vec<(String, String)>, Error> {
    let names = config::names_in_database();
    connection.batch_execute("BEGIN READ ONLY").await.map_err(database_error)?;
    let current = async || {
        let rows = connection.query_typed(CURRENT_SETTINGS, &[(&names, Type::TEXT_ARRAY)]).await;
        rows.map(pairs).map_err(database_error)
    };
    let before = current().await?;
    let call = format!("SELECT {}()", quote_qualified(function));
    connection.batch_execute(&call).await.map_err(database_error)?;
    let after = current().await?;
    connection.batch_execute("ROLLBACK").await.map_err(database_error)?;
    Ok(after.into_iter().filter(|setting| !before.contains(setting)).collect())
}

pub(crate) async fn load_schema_cache(pool: &Pool, config: &Config) -> Result<SchemaCache, Error> {
    let mut lease = pool.get().await?;
    let connection = lease.begin()?;
    // Without a search path every name is written in full; one snapshot serves all of the queries.
    let begin = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; SET LOCAL search_path = ''";
    connection.batch_execute(begin).await.map_err(database_error)?;
    let rows = CatalogueRows {
        tables: texts(connection, sql::TABLES, &[]).await?,
        foreign_keys: texts(connection, sql::FOREIGN_KEYS, &[]).await?,
        views: texts(connection, sql::VIEWS, &[]).await?,
        computed_relationships: texts(connection, sql::COMPUTED_RELATIONSHIPS, &[]).await?,
        routines: texts(connection, sql::ROUTINES, &[&config.db_schemas, &config.db_hoisted_tx_settings])
            .await?,
        media_handlers: texts(connection, sql::MEDIA_HANDLERS, &[&config.db_schemas]).await?,
    };
    connection.batch_execute("COMMIT").await.map_err(database_error)?;
    lease.finish();
    SchemaCache::build(&rows, &config.db_schemas).map_err(|error| {
        tracing::error!(%error, "the catalogue could not be understood");
        Error::NoSchemaCache
    })
}

async fn texts(
    connection: &Connection,
    sql: &str,
    parameters: &[&(dyn ToSql + Sync)],
) -> Result<Vec<String>, Error> {
    let parameters: Vec<_> = parameters.iter().map(|parameter| (*parameter, Type::TEXT_ARRAY)).collect();
    let rows = connection.query_typed(sql, &parameters).await.map_err(database_error)?;
    rows.iter().map(|row| row.try_get(0).map_err(database_error)).collect()
}
