//! The queries for the settings that the database holds: of the roles, and those that `db-pre-config` makes.

/// The settings of every role that the login role may switch to: role, whether it is the login role, name, value. A
/// setting for only this database overrides one for all databases, so it comes later.
pub(crate) const ROLE_SETTINGS: &str = "
select
  pg_catalog.pg_get_userbyid(s.setrole)::text, pg_catalog.pg_get_userbyid(s.setrole) = current_user,
  split_part(pair, '=', 1), substr(pair, strpos(pair, '=') + 1)
from pg_catalog.pg_db_role_setting s
cross join lateral unnest(s.setconfig) pair
where s.setrole <> 0 and pg_catalog.pg_has_role(current_user, s.setrole, 'member')
  and s.setdatabase in (0, (select oid from pg_catalog.pg_database where datname = current_database()))
order by 1, s.setdatabase";

/// The names among `$1` that the login role may not set.
pub(crate) const FORBIDDEN_SETTINGS: &str = "
select asked
from pg_catalog.unnest($1::text[]) asked
join pg_catalog.pg_settings known on lower(known.name) = lower(asked)
where known.context <> 'user' and not pg_catalog.has_parameter_privilege(current_user, known.name, 'set')";

/// Name and value of each `pgrst.*` setting among the names `$1` that the transaction has.
pub(crate) const CURRENT_SETTINGS: &str = "
select name, pg_catalog.current_setting('pgrst.' || name, true)
from pg_catalog.unnest($1::text[]) name
where pg_catalog.current_setting('pgrst.' || name, true) is not null";
