//! Edits a dump line by line, so that a project's login can restore it: statements that need more privileges are
//! commented out, and objects that may exist already are created with `IF NOT EXISTS` or `OR REPLACE`.

use std::borrow::Cow;

/// Rewritten at the beginning of a line.
const REPLACED: [(&str, &str); 6] = [
    ("CREATE SCHEMA \"", "CREATE SCHEMA IF NOT EXISTS \""),
    ("CREATE TABLE \"", "CREATE TABLE IF NOT EXISTS \""),
    ("CREATE SEQUENCE \"", "CREATE SEQUENCE IF NOT EXISTS \""),
    ("CREATE VIEW \"", "CREATE OR REPLACE VIEW \""),
    ("CREATE FUNCTION \"", "CREATE OR REPLACE FUNCTION \""),
    ("CREATE TRIGGER \"", "CREATE OR REPLACE TRIGGER \""),
];

/// Commented out: only a superuser may run these, or the platform has run them.
const HIDDEN: [&str; 11] = [
    "CREATE PUBLICATION \"supabase_realtime",
    "CREATE EVENT TRIGGER ",
    "         WHEN TAG IN ",
    "   EXECUTE FUNCTION ",
    "ALTER EVENT TRIGGER ",
    "ALTER PUBLICATION \"supabase_realtime_",
    "ALTER DEFAULT PRIVILEGES FOR ROLE \"supabase_admin\"",
    "COMMENT ON EXTENSION ",
    "CREATE POLICY \"cron_job_",
    "ALTER TABLE \"cron\"",
    "SET transaction_timeout = 0;",
];

/// Extensions that choose their schema themselves.
const OWN_SCHEMA: [&str; 3] = ["pg_tle", "pgsodium", "pgmq"];

/// Roles of the platform. An asterisk stands for any ending.
const RESERVED_ROLES: [&str; 13] = [
    "anon",
    "authenticated",
    "authenticator",
    "cli_login_*",
    "dashboard_user",
    "pgbouncer",
    "postgres",
    "service_role",
    "supabase_*",
    "pgsodium_keyholder",
    "pgsodium_keyiduser",
    "pgsodium_keymaker",
    "pgtle_admin",
];

/// Settings of reserved roles that a project may change.
const ALLOWED_SETTINGS: [&str; 5] =
    ["pgaudit.*", "pgrst.*", "session_replication_role", "statement_timeout", "track_io_timing"];

/// A line of a dump of the schema. `excluded` are schemas whose privileges are the platform's.
pub fn edit_schema<'a>(line: &'a str, excluded: &[&str]) -> Cow<'a, str> {
    for (from, to) in REPLACED {
        if let Some(rest) = line.strip_prefix(from) {
            return Cow::Owned(format!("{to}{rest}"));
        }
    }
    for name in OWN_SCHEMA {
        let create = format!("CREATE EXTENSION IF NOT EXISTS \"{name}\"");
        if line.starts_with(&create) {
            return Cow::Owned(create + ";");
        }
    }
    let is_of_wrapper = line.contains(" FOREIGN DATA WRAPPER ")
        && (line.contains(" OWNER TO ") || line.ends_with("WITH GRANT OPTION;"));
    let is_privilege = line.starts_with("GRANT ") || line.starts_with("REVOKE ");
    if HIDDEN.iter().any(|hidden| line.starts_with(hidden))
        || is_of_wrapper
        || is_privilege && names_schema(line, excluded)
    {
        return comment(line);
    }
    hide_meta_commands(line)
}

/// Whether a `GRANT` or `REVOKE` is about an excluded schema or an object in one.
fn names_schema(line: &str, excluded: &[&str]) -> bool {
    let object = line.split_once(" ON ").map_or("", |(_, object)| object);
    let name = object.split('"').nth(1).unwrap_or_default();
    excluded.iter().any(|pattern| matches(pattern, name))
}

/// A line of a dump of roles.
pub fn edit_roles(line: &str) -> Cow<'_, str> {
    let kept = line.replace(" NOSUPERUSER", "").replace(" NOREPLICATION", "");
    let role = kept.split('"').nth(1).unwrap_or_default();
    let is_statement = kept.starts_with("CREATE ROLE ") || kept.starts_with("ALTER ROLE ");
    if is_statement && is_reserved_role(role) {
        let setting = kept.split_once("\" SET \"").and_then(|(_, setting)| setting.split('"').next());
        return if setting.is_some_and(is_allowed_setting) {
            Cow::Owned(kept)
        } else {
            Cow::Owned(format!("-- {kept}"))
        };
    }
    let grantee = kept.split_once("\" TO \"").and_then(|(_, grantee)| grantee.split('"').next());
    if kept.starts_with("GRANT ") && grantee.is_some_and(is_reserved_role) {
        return Cow::Owned(format!("-- {kept}"));
    }
    match kept == line {
        true => hide_meta_commands(line),
        false => Cow::Owned(kept),
    }
}

/// Whether a line of a dump of roles is a setting of the running gateway, such as the port of the stand-in for `http`. It
/// has another value in each dump.
pub fn is_setting_of_gateway(line: &str) -> bool {
    line.starts_with("ALTER ROLE \"supabase_admin\" SET \"extension_workers.")
}

/// Comments out psql's commands, which nothing but psql understands.
pub fn hide_meta_commands(line: &str) -> Cow<'_, str> {
    match is_meta_command(line) {
        true => comment(line),
        false => Cow::Borrowed(line),
    }
}

/// Whether a line is one by which newer versions of `pg_dump` restrict psql. It has another key in each dump.
pub fn is_meta_command(line: &str) -> bool {
    line.starts_with("\\restrict ") || line.starts_with("\\unrestrict ")
}

/// Whether a role is the platform's.
pub fn is_reserved_role(role: &str) -> bool {
    RESERVED_ROLES.iter().any(|pattern| matches(pattern, role))
}

/// Whether a project may change a setting of such a role.
pub fn is_allowed_setting(setting: &str) -> bool {
    ALLOWED_SETTINGS.iter().any(|pattern| matches(pattern, setting))
}

/// Whether a name is the pattern, or begins like a pattern that ends in an asterisk.
pub fn matches(pattern: &str, name: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name.starts_with(start),
        None => name == pattern,
    }
}

fn comment(line: &str) -> Cow<'_, str> {
    Cow::Owned(format!("-- {line}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_a_schema_are_edited() {
        let edited = |line| edit_schema(line, &["auth", "pg_*"]).into_owned();
        for (line, expected) in [
            ("CREATE TABLE \"public\".\"a\" (", "CREATE TABLE IF NOT EXISTS \"public\".\"a\" ("),
            ("CREATE FUNCTION \"public\".\"f\"()", "CREATE OR REPLACE FUNCTION \"public\".\"f\"()"),
            (
                "GRANT ALL ON TABLE \"public\".\"a\" TO \"anon\";",
                "GRANT ALL ON TABLE \"public\".\"a\" TO \"anon\";",
            ),
            ("GRANT USAGE ON SCHEMA \"auth\" TO \"anon\";", "-- GRANT USAGE ON SCHEMA \"auth\" TO \"anon\";"),
            ("SET transaction_timeout = 0;", "-- SET transaction_timeout = 0;"),
            ("\\restrict abc", "-- \\restrict abc"),
            (
                "CREATE EXTENSION IF NOT EXISTS \"pgmq\" WITH SCHEMA \"pgmq\";",
                "CREATE EXTENSION IF NOT EXISTS \"pgmq\";",
            ),
            (
                "ALTER FOREIGN DATA WRAPPER \"w\" OWNER TO \"p\";",
                "-- ALTER FOREIGN DATA WRAPPER \"w\" OWNER TO \"p\";",
            ),
        ] {
            assert_eq!(edited(line), expected);
        }
    }

    #[test]
    fn roles_of_the_platform_are_left_out_but_for_some_settings() {
        for (line, expected) in [
            ("CREATE ROLE \"anon\";", "-- CREATE ROLE \"anon\";"),
            ("CREATE ROLE \"chef\";", "CREATE ROLE \"chef\";"),
            (
                "ALTER ROLE \"chef\" WITH NOSUPERUSER INHERIT NOREPLICATION;",
                "ALTER ROLE \"chef\" WITH INHERIT;",
            ),
            (
                "ALTER ROLE \"supabase_admin\" WITH SUPERUSER;",
                "-- ALTER ROLE \"supabase_admin\" WITH SUPERUSER;",
            ),
            (
                "ALTER ROLE \"anon\" SET \"statement_timeout\" TO '9s';",
                "ALTER ROLE \"anon\" SET \"statement_timeout\" TO '9s';",
            ),
            (
                "ALTER ROLE \"postgres\" SET \"work_mem\" TO '9MB';",
                "-- ALTER ROLE \"postgres\" SET \"work_mem\" TO '9MB';",
            ),
            (
                "GRANT \"chef\" TO \"authenticator\" GRANTED BY \"postgres\";",
                "-- GRANT \"chef\" TO \"authenticator\" GRANTED BY \"postgres\";",
            ),
            ("GRANT \"anon\" TO \"chef\";", "GRANT \"anon\" TO \"chef\";"),
        ] {
            assert_eq!(edit_roles(line), expected);
        }
    }

    #[test]
    fn a_setting_of_the_gateway_is_told_from_one_of_the_project() {
        assert!(is_setting_of_gateway(
            "ALTER ROLE \"supabase_admin\" SET \"extension_workers.http_port\" TO '4000';"
        ));
        assert!(!is_setting_of_gateway("ALTER ROLE \"supabase_admin\" SET \"search_path\" TO 'public';"));
    }
}
