//! Recognises stand-ins that the workers' login may work for.

use tokio_postgres::{Client, Error};

/// Whether a table belongs to a stand-in and this login has the rights of its owner. The real extension has functions in C
/// and a worker of its own.
const IS_STAND_IN: &str = "
    select exists (
        select from pg_class join pg_namespace on pg_namespace.oid = relnamespace
        where nspname = $1 and relname = $2 and pg_has_role(relowner, 'usage')
      ) and not exists (
        select from pg_proc
        join pg_namespace on pg_namespace.oid = pronamespace join pg_language on pg_language.oid = prolang
        where nspname = $1 and lanname = 'c'
      )";

/// Whether the table exists, belongs to a stand-in, and this login has the rights of its owner.
///
/// # Errors
/// When the query fails.
pub async fn is_stand_in(client: &Client, schema: &str, table: &str) -> Result<bool, Error> {
    client.query_one(IS_STAND_IN, &[&schema, &table]).await?.try_get(0)
}
