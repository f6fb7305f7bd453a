//! `serve --dump-config` and `--dump-schema`, in PostgREST's formats. The dumped configuration, secrets included, is a
//! valid configuration file.

use std::time::Duration;

use rest_engine::{Config, DumpError, config_of_database, schema_cache_of_database};

use super::server_settings::ServerSettings;
use super::settings::Settings;

/// The whole configuration, one setting per line, sorted by name. As in PostgREST, settings from the database are left
/// out if they cannot be read.
pub async fn dump_config(settings: &Settings) -> String {
    let config = match config_of_database(&settings.engine).await {
        Ok(config) => config,
        Err(error) => {
            tracing::error!(%error, "cannot read the configuration in the database");
            settings.engine.clone()
        }
    };
    let mut lines = engine_lines(&config);
    lines.extend(server_lines(&settings.server));
    lines.push(("db-uri", text(&settings.db_uri)));
    lines.extend(config.app_settings.iter().map(|(name, value)| (name.as_str(), text(value))));
    lines.sort_unstable();
    lines.iter().map(|(name, value)| format!("{name} = {value}\n")).collect()
}

/// The schema cache, as JSON.
///
/// # Errors
/// When the schema cannot be read.
pub async fn dump_schema(settings: &Settings) -> Result<String, DumpError> {
    schema_cache_of_database(&config_of_database(&settings.engine).await?).await
}

fn engine_lines(config: &Config) -> Vec<(&'static str, String)> {
    let secret = config.jwt_secret.as_ref().map_or("", |keys| keys.secret());
    vec![
        ("client-error-verbosity", text(config.client_error_verbosity.name())),
        ("db-aggregates-enabled", config.db_aggregates_enabled.to_string()),
        ("db-anon-role", optional(config.db_anon_role.as_ref())),
        ("db-channel", text(&config.db_channel)),
        ("db-channel-enabled", config.db_channel_enabled.to_string()),
        ("db-config", config.db_config.to_string()),
        ("db-extra-search-path", list(&config.db_extra_search_path)),
        ("db-hoisted-tx-settings", list(&config.db_hoisted_tx_settings)),
        ("db-max-rows", number(config.db_max_rows)),
        ("db-plan-enabled", config.db_plan_enabled.to_string()),
        ("db-pool", config.db_pool.to_string()),
        ("db-pool-acquisition-timeout", seconds(config.db_pool_acquisition_timeout)),
        ("db-pool-automatic-recovery", config.db_pool_automatic_recovery.to_string()),
        ("db-pool-max-idletime", seconds(config.db_pool_max_idletime)),
        ("db-pool-max-lifetime", seconds(config.db_pool_max_lifetime)),
        ("db-pre-config", optional(config.db_pre_config.as_ref())),
        ("db-pre-request", optional(config.db_pre_request.as_ref())),
        ("db-prepared-statements", config.db_prepared_statements.to_string()),
        ("db-root-spec", optional(config.db_root_spec.as_ref())),
        ("db-schemas", list(&config.db_schemas)),
        ("db-tx-end", text(config.db_tx_end.name())),
        ("jwt-aud", optional(config.jwt_aud.as_ref())),
        ("jwt-cache-max-entries", config.jwt_cache_max_entries.to_string()),
        ("jwt-role-claim-key", text(&config.jwt_role_claim_key.to_string())),
        ("jwt-secret", text(secret)),
        ("jwt-secret-is-base64", config.jwt_secret_is_base64.to_string()),
        ("log-query", config.log_query.to_string()),
        ("openapi-mode", text(config.openapi_mode.name())),
        ("openapi-security-active", config.openapi_security_active.to_string()),
        ("openapi-server-proxy-uri", optional(config.openapi_server_proxy_uri.as_ref())),
        (
            "server-cors-allowed-origins",
            list(config.server_cors_allowed_origins.as_deref().unwrap_or_default()),
        ),
        ("server-timing-enabled", config.server_timing_enabled.to_string()),
        ("server-trace-header", optional(config.server_trace_header.as_ref())),
        ("url-use-legacy-target-names", config.url_use_legacy_target_names.to_string()),
    ]
}

fn server_lines(server: &ServerSettings) -> Vec<(&'static str, String)> {
    vec![
        ("admin-server-host", text(server.admin_host.as_ref().unwrap_or(&server.host))),
        ("admin-server-port", number(server.admin_port)),
        ("admin-server-unix-socket", optional(server.admin_unix_socket.as_ref())),
        ("admin-server-unix-socket-mode", mode(server.admin_unix_socket_mode)),
        ("log-level", text(server.log_level.name())),
        ("server-host", text(&server.host)),
        ("server-port", server.port.to_string()),
        ("server-reuseport", server.reuse_port.to_string()),
        ("server-unix-socket", optional(server.unix_socket.as_ref())),
        ("server-unix-socket-mode", mode(server.unix_socket_mode)),
    ]
}

/// A quoted text with the escapes of the configuration file.
fn text(value: &str) -> String {
    let mut written = String::from("\"");
    for c in value.chars() {
        match c {
            '"' | '\\' => written.extend(['\\', c]),
            '$' => written.push_str("$$"),
            '\n' => written.push_str("\\n"),
            '\r' => written.push_str("\\r"),
            '\t' => written.push_str("\\t"),
            c => written.push(c),
        }
    }
    written + "\""
}

fn optional(value: Option<&String>) -> String {
    text(value.map_or("", String::as_str))
}

fn number(value: Option<impl ToString>) -> String {
    value.map_or_else(|| text(""), |value| value.to_string())
}

fn seconds(time: Duration) -> String {
    time.as_secs().to_string()
}

fn list(values: &[String]) -> String {
    text(&values.join(","))
}

fn mode(value: u32) -> String {
    text(&format!("{value:o}"))
}
