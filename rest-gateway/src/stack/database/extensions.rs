//! The stand-ins for extensions, for the stack's own Postgres and for the SQL of a project.

use platform_schema::stand_ins::STAND_INS;
use postgres_server::Extension;
use sql_migrations::StandIn;

/// `pg_dump` leaves the rows of an extension's tables out, unless the extension declares them as the user's.
const DECLARE_JOBS: &str = "
select pg_catalog.pg_extension_config_dump('cron.job', '');
select pg_catalog.pg_extension_config_dump('cron.jobid_seq', '');
";

/// The stand-ins as extensions that any client can create on the stack's own Postgres.
pub fn of_own_postgres() -> Vec<Extension> {
    let extension = |stand_in: platform_schema::stand_ins::StandIn| Extension {
        name: stand_in.name.to_owned(),
        version: stand_in.version.to_owned(),
        comment: stand_in.comment.to_owned(),
        schema: stand_in.schema.map(str::to_owned),
        script: match stand_in.name {
            "pg_cron" => [stand_in.script, DECLARE_JOBS].concat(),
            _ => stand_in.script.to_owned(),
        },
        replaces_installed: stand_in.replaces_installed,
    };
    STAND_INS.into_iter().map(extension).collect()
}

/// The stand-ins as scripts that replace `create extension` and `drop extension`, for any other Postgres.
pub fn of_project() -> Vec<StandIn> {
    let stand_in = |it: platform_schema::stand_ins::StandIn| StandIn {
        name: it.name,
        schema: it.schema,
        script: it.script,
        drop: it.drop,
        is_installed: it.is_installed,
    };
    STAND_INS.into_iter().map(stand_in).collect()
}
