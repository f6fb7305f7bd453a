//! The statements that run before the catalogue queries. The queries themselves are next to their row types in
//! `schema_cache`.

/// Without a search path Postgres writes every name in full. The queries run too briefly for JIT compilation to pay
/// off.
pub(crate) const CATALOGUE_SETTINGS: &str =
    "SELECT pg_catalog.set_config('search_path', '', true), pg_catalog.set_config('jit', 'off', true)";

/// Fails when one of the schemas `$1` does not exist.
pub(crate) const REQUIRE_SCHEMAS: &str =
    "SELECT pg_catalog.quote_ident(name)::pg_catalog.regnamespace FROM pg_catalog.unnest($1::text[]) name";
