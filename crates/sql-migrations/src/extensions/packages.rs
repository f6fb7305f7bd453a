//! Debian's packages of extensions, by the names of Debian and of apt.postgresql.org.

/// Extensions and the ends of their packages' names.
const PACKAGES: [(&str, &str); 38] = [
    ("age", "age"),
    ("anon", "anonymizer"),
    ("first_last_agg", "first-last-agg"),
    ("h3", "h3"),
    ("hll", "hll"),
    ("http", "http"),
    ("hypopg", "hypopg"),
    ("ip4r", "ip4r"),
    ("mysql_fdw", "mysql-fdw"),
    ("numeral", "numeral"),
    ("ogr_fdw", "ogr-fdw"),
    ("oracle_fdw", "oracle-fdw"),
    ("orafce", "orafce"),
    ("pg_cron", "cron"),
    ("pg_hint_plan", "pg-hint-plan"),
    ("pg_partman", "partman"),
    ("pg_repack", "repack"),
    ("pg_similarity", "similarity"),
    ("pgaudit", "pgaudit"),
    ("pgl_ddl_deploy", "pgl-ddl-deploy"),
    ("pglogical", "pglogical"),
    ("pgmp", "pgmp"),
    ("pgpcre", "pgpcre"),
    ("pgrouting", "pgrouting"),
    ("pgsphere", "pgsphere"),
    ("pgtap", "pgtap"),
    ("plpgsql_check", "plpgsql-check"),
    ("plr", "plr"),
    ("postgis", "postgis-3"),
    ("prefix", "prefix"),
    ("q3c", "q3c"),
    ("rational", "rational"),
    ("rum", "rum"),
    ("semver", "semver"),
    ("tds_fdw", "tds-fdw"),
    ("timescaledb", "timescaledb"),
    ("unit", "unit"),
    ("vector", "pgvector"),
];

/// Languages that are packages of their own.
const LANGUAGES: [(&str, &str); 3] =
    [("plperl", "plperl"), ("plperlu", "plperl"), ("plpython3u", "plpython3")];

/// The extensions that come with Postgres itself and Debian has in the server's package.
const CONTRIB: [&str; 40] = [
    "amcheck",
    "autoinc",
    "bloom",
    "btree_gin",
    "btree_gist",
    "citext",
    "cube",
    "dblink",
    "dict_int",
    "dict_xsyn",
    "earthdistance",
    "file_fdw",
    "fuzzystrmatch",
    "hstore",
    "insert_username",
    "intagg",
    "intarray",
    "isn",
    "lo",
    "ltree",
    "moddatetime",
    "pageinspect",
    "pg_buffercache",
    "pg_freespacemap",
    "pg_prewarm",
    "pg_stat_statements",
    "pg_trgm",
    "pg_visibility",
    "pg_walinspect",
    "pgcrypto",
    "pgrowlocks",
    "pgstattuple",
    "postgres_fdw",
    "seg",
    "sslinfo",
    "tablefunc",
    "tcn",
    "unaccent",
    "uuid-ossp",
    "xml2",
];

/// The package that brings an extension to a server of this major version.
pub fn package(extension: &str, major: u32) -> Option<String> {
    let find = |names: &[(&str, &'static str)]| {
        names.iter().find(|(name, _)| *name == extension).map(|(_, package)| *package)
    };
    if let Some(language) = find(&LANGUAGES) {
        return Some(format!("postgresql-{language}-{major}"));
    }
    if CONTRIB.contains(&extension) {
        return Some(format!("postgresql-{major}"));
    }
    find(&PACKAGES)
        .or(extension.strip_prefix("postgis_").map(|_| "postgis-3"))
        .map(|name| format!("postgresql-{major}-{name}"))
}
