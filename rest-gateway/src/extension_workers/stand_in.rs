//! Recognises stand-ins that the workers' login may work for.

use tokio_postgres::{Client, Error};

/// The stand-in has a comment. Its owner must be a role that could do what the workers do for it: they call its functions
/// and run its jobs with the rights of the login, so that a schema `cron` of any other role would give that role these
/// rights. The real extension has functions in C and a worker of its own.
const IS_STAND_IN: &str = "
    select exists (
        select from pg_class
        join pg_namespace on pg_namespace.oid = relnamespace
        join pg_roles as owner on owner.oid = relowner
        join pg_roles as schema_owner on schema_owner.oid = nspowner
        where nspname = $1 and relname = $2 and pg_has_role(relowner, 'usage')
          and (owner.rolsuper or owner.rolname in (session_user, 'supabase_admin'))
          and (schema_owner.rolsuper or schema_owner.rolname in (session_user, 'supabase_admin'))
          and obj_description(pg_namespace.oid, 'pg_namespace') like 'Stand-in for the extension %'
      ) and not exists (
        select from pg_proc
        join pg_namespace on pg_namespace.oid = pronamespace join pg_language on pg_language.oid = prolang
        where nspname = $1 and lanname = 'c'
      )";

/// Whether the table belongs to a stand-in, whose owner can be trusted and has no rights that this login lacks.
///
/// # Errors
/// When the query fails.
pub async fn is_stand_in(client: &Client, schema: &str, table: &str) -> Result<bool, Error> {
    client.query_one(IS_STAND_IN, &[&schema, &table]).await?.try_get(0)
}
