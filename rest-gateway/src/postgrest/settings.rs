//! Parses PostgREST's settings: a configuration file, overridden by `PGRST_*` environment variables.
//!
//! Rejects invalid values. As in PostgREST, a number or flag that cannot be parsed is logged and ignored, an unknown
//! setting is logged, and an empty value counts as absent.

use std::{fs, io};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rest_engine::Config;

use super::config_file::ConfigFile;
use super::error::SettingsError;
use super::libpq::complete;
use super::raw_settings::RawSettings;
use super::server_settings::ServerSettings;

/// Settings whose value may be `@FILE`: the content of the file is the value.
const FROM_FILES: [&str; 2] = ["db-uri", "jwt-secret"];

const DEFAULT_DB_URI: &str = "postgresql://";

/// Parsed settings.
pub struct Settings {
    pub engine: Config,
    pub server: ServerSettings,
    /// The connection string without the additions from libpq's variables.
    pub(super) db_uri: String,
    /// Names of settings that neither the server nor the engine has.
    pub(super) unknown: Vec<String>,
}

impl Settings {
    /// Reads the file and the variables of a process.
    ///
    /// # Errors
    /// For the first invalid value.
    pub fn read(file: &ConfigFile, variables: &[(String, String)]) -> Result<Settings, SettingsError> {
        Settings::parse(RawSettings::read(file, variables)?, variables)
    }

    /// Parses raw settings. libpq's variables (`PGHOST` …) complete `db-uri`.
    ///
    /// # Errors
    /// For the first invalid value.
    pub fn parse(raw: RawSettings, variables: &[(String, String)]) -> Result<Settings, SettingsError> {
        let mut server = ServerSettings::default();
        let mut engine = Vec::new();
        let mut unknown = Vec::new();
        let mut db_uri = DEFAULT_DB_URI.to_owned();
        for (name, value) in with_file_contents(raw)? {
            match name.as_str() {
                "db-uri" => db_uri = value,
                _ if server.set(&name, &value)? => {}
                _ if Config::has_setting(&name) => engine.push((name, value)),
                _ => unknown.push(name),
            }
        }
        if server.admin_port == Some(server.port) {
            return Err(SettingsError::SamePort);
        }
        let defaults = Config { db_schemas_required: true, ..Config::new(complete(&db_uri, variables)) };
        Ok(Settings { engine: defaults.with_settings(&engine)?, server, db_uri, unknown })
    }
}

/// The variables' settings for the engine of a stack, as names and values. Without `db-uri`, `jwt-secret` and the
/// server's settings, which the stack determines.
///
/// # Errors
/// When a file that a variable names cannot be read.
pub fn engine_settings(variables: &[(String, String)]) -> Result<Vec<(String, String)>, SettingsError> {
    let mut settings = with_file_contents(RawSettings::read(&ConfigFile::default(), variables)?)?;
    settings.retain(|(name, _)| !FROM_FILES.contains(&name.as_str()) && Config::has_setting(name));
    Ok(settings)
}

/// Replaces `@FILE` values by the files' contents. Each file is read once, because a pipe can be read only once.
fn with_file_contents(raw: RawSettings) -> Result<Vec<(String, String)>, SettingsError> {
    let settings = raw.settings().into_iter();
    settings.map(|(name, value)| file_content(&name, value).map(|value| (name, value))).collect()
}

fn file_content(name: &str, value: String) -> Result<String, SettingsError> {
    let Some(file) = value.strip_prefix('@').filter(|_| FROM_FILES.contains(&name)) else { return Ok(value) };
    let unreadable = |cause| SettingsError::File { name: name.to_owned(), cause };
    let text = match String::from_utf8(fs::read(file).map_err(unreadable)?) {
        Ok(text) => text.trim_end_matches(['\r', '\n']).to_owned(),
        Err(bytes) if name == "jwt-secret" => as_jwk(bytes.as_bytes()),
        Err(_) => return Err(unreadable(io::Error::new(io::ErrorKind::InvalidData, "it is no text"))),
    };
    // A file can be empty while it is being written.
    if text.is_empty() {
        return Err(unreadable(io::Error::new(io::ErrorKind::InvalidData, "it is empty")));
    }
    Ok(text)
}

/// A binary secret as a JWK.
fn as_jwk(secret: &[u8]) -> String {
    let secret = secret.strip_suffix(b"\n").unwrap_or(secret);
    format!(r#"{{"kty":"oct","alg":"HS256","k":"{}"}}"#, URL_SAFE_NO_PAD.encode(secret))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::postgrest::log_level::LogLevel;

    fn read(variables: &[(&str, &str)]) -> Result<Settings, SettingsError> {
        read_over(&ConfigFile::default(), variables)
    }

    fn read_over(file: &ConfigFile, variables: &[(&str, &str)]) -> Result<Settings, SettingsError> {
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Settings::read(file, &variables.collect::<Vec<_>>())
    }

    #[test]
    fn accepts_the_environment_of_a_postgrest_container() {
        let settings = read(&[
            ("PGRST_DB_URI", "postgres://authenticator:secret@db:5432/postgres"),
            ("PGRST_DB_SCHEMAS", "public,storage"),
            ("PGRST_DB_ANON_ROLE", "anon"),
            ("PGRST_JWT_SECRET", "an-example-secret-of-at-least-32-bytes"),
            ("PGRST_DB_USE_LEGACY_GUCS", "false"),
            ("PGRST_APP_SETTINGS_JWT_EXP", "3600"),
            ("PGRST_SERVER_PORT", "3001"),
            ("PGRST_MAX_ROWS", "100"),
            ("PATH", "/bin"),
        ])
        .unwrap();
        assert_eq!(settings.engine.db_uri, "postgres://authenticator:secret@db:5432/postgres");
        assert_eq!(settings.engine.db_schemas, ["public", "storage"]);
        assert_eq!(settings.engine.db_max_rows, Some(100));
        assert!(settings.engine.jwt_secret.is_some());
        assert_eq!(settings.engine.app_settings, [("app.settings.JWT_EXP".to_owned(), "3600".to_owned())]);
        assert_eq!((settings.server.host.as_str(), settings.server.port), ("!4", 3001));
    }

    #[test]
    fn an_empty_variable_counts_as_absent() {
        let names = "DB_URI DB_SCHEMAS DB_ANON_ROLE DB_MAX_ROWS DB_POOL DB_POOL_AUTOMATIC_RECOVERY DB_CHANNEL \
                     DB_CHANNEL_ENABLED DB_HOISTED_TX_SETTINGS DB_TX_END DB_EXTRA_SEARCH_PATH JWT_SECRET \
                     JWT_ROLE_CLAIM_KEY JWT_CACHE_MAX_ENTRIES OPENAPI_MODE APP_SETTINGS_A SERVER_HOST SERVER_PORT \
                     SERVER_UNIX_SOCKET SERVER_UNIX_SOCKET_MODE SERVER_CORS_ALLOWED_ORIGINS ADMIN_SERVER_HOST \
                     ADMIN_SERVER_PORT LOG_LEVEL";
        let names = names.split(' ').map(|name| format!("PGRST_{name}"));
        let mut variables: Vec<(&str, &str)> = vec![("PGRST_DB_SCHEMA", "by_its_former_name")];
        let names: Vec<String> = names.collect();
        variables.extend(names.iter().map(|name| (name.as_str(), "")));
        let settings = read(&variables);
        let Settings { engine, server, .. } = settings.unwrap();
        let defaults = Config::new("");
        assert_eq!(engine.db_schemas, ["by_its_former_name"]);
        assert_eq!((engine.db_pool, engine.db_max_rows), (defaults.db_pool, None));
        assert!(engine.db_channel_enabled && engine.db_pool_automatic_recovery);
        assert_eq!((engine.db_channel, engine.db_tx_end), (defaults.db_channel, defaults.db_tx_end));
        assert_eq!(engine.db_hoisted_tx_settings, defaults.db_hoisted_tx_settings);
        assert_eq!(engine.server_cors_allowed_origins, None);
        assert_eq!(server, ServerSettings::default());
        // An empty text is a value of these two.
        assert!(engine.db_extra_search_path.is_empty());
        assert_eq!(engine.app_settings, [("app.settings.A".to_owned(), String::new())]);
    }

    #[test]
    fn a_number_or_flag_that_cannot_be_parsed_counts_as_absent() {
        let Settings { engine, server, .. } = read(&[
            ("PGRST_SERVER_PORT", "many"),
            ("PGRST_ADMIN_SERVER_PORT", "one"),
            ("PGRST_SERVER_REUSEPORT", "perhaps"),
            ("PGRST_DB_MAX_ROWS", "few"),
            ("PGRST_DB_POOL", "7.5"),
            ("PGRST_DB_CHANNEL_ENABLED", "no"),
        ])
        .unwrap();
        assert_eq!(server, ServerSettings::default());
        assert_eq!((engine.db_max_rows, engine.db_pool, engine.db_channel_enabled), (None, 10, true));
    }

    #[test]
    fn a_flag_may_be_a_number_or_quoted() {
        let read = |value| read(&[("PGRST_SERVER_REUSEPORT", value), ("PGRST_LOG_QUERY", value)]).unwrap();
        for (value, flag) in
            [("1", true), ("7", true), ("\"true\"", true), ("0", false), ("\"False\"", false)]
        {
            let Settings { engine, server, .. } = read(value);
            assert_eq!((engine.log_query, server.reuse_port), (flag, flag), "{value}");
        }
    }

    #[test]
    fn a_deprecated_name_applies_if_the_current_one_is_absent() {
        let rows = |current| read(&[("PGRST_MAX_ROWS", "7"), ("PGRST_DB_MAX_ROWS", current)]).unwrap().engine;
        for (current, max_rows) in [("8", 8), ("", 7), ("many", 7)] {
            assert_eq!(rows(current).db_max_rows, Some(max_rows), "{current}");
        }
        let idle = read(&[("PGRST_DB_POOL_TIMEOUT", "7"), ("PGRST_DB_POOL_MAX_IDLETIME", "8")]).unwrap();
        assert_eq!(idle.engine.db_pool_max_idletime.as_secs(), 7, "the exception");
    }

    #[test]
    fn variables_override_the_file_and_current_names_override_deprecated_ones() {
        let place = tempfile::tempdir().unwrap();
        let path = place.path().join("postgrest.conf");
        let text = "db-schemas = \"one\"\nmax-rows = 7\nserver-port = 3001\nlog-level = \"warn\"\napp.settings.A = 1\n";
        fs::write(&path, text).unwrap();
        let file = ConfigFile::new(Some(path.clone()));
        let variables = [
            ("PGRST_DB_SCHEMA", "two"),
            ("PGRST_DB_MAX_ROWS", "8"),
            ("PGRST_SERVER_PORT", "3002"),
            ("PGRST_LOG_LEVEL", ""),
        ];
        let Settings { engine, server, .. } = read_over(&file, &variables).unwrap();
        assert_eq!((engine.db_schemas, engine.db_max_rows), (vec!["one".to_owned()], Some(8)));
        assert_eq!((server.port, server.log_level), (3002, LogLevel::Warn));
        assert_eq!(engine.app_settings, [("app.settings.A".to_owned(), "1".to_owned())]);
        fs::remove_file(&path).unwrap();
        let missing = read_over(&file, &variables).err().unwrap().to_string();
        assert!(missing.contains("postgrest.conf"), "{missing}");
    }

    #[test]
    fn rejects_invalid_values() {
        for (name, value) in [
            ("PGRST_SERVER_PORT", "70000"),
            ("PGRST_ADMIN_SERVER_PORT", "3000"),
            ("PGRST_DB_POOL", "-1"),
            ("PGRST_SERVER_UNIX_SOCKET_MODE", "999"),
            ("PGRST_ADMIN_SERVER_UNIX_SOCKET_MODE", "599"),
            ("PGRST_LOG_LEVEL", "never"),
            ("PGRST_OPENAPI_MODE", "follow-"),
            ("PGRST_DB_TX_END", "random"),
            ("PGRST_DB_SCHEMAS", "public, information_schema"),
            ("PGRST_JWT_ROLE_CLAIM_KEY", "role.other"),
            ("PGRST_JWT_SECRET", "short"),
            ("PGRST_JWT_SECRET", "@/nowhere/at/all"),
        ] {
            assert!(read(&[(name, value)]).is_err(), "{name}={value}");
        }
    }

    #[test]
    fn a_secret_in_a_file_may_be_binary_but_not_empty() {
        let place = tempfile::tempdir().unwrap();
        let file = place.path().join("secret");
        let variable = format!("@{}", file.display());
        for (secret, holds) in [
            (b"an-example-secret-of-at-least-32-bytes\n".as_slice(), true),
            (&[0xff; 32], true),
            (&[0xff; 31], false),
            (b"\n", false),
        ] {
            fs::write(&file, secret).unwrap();
            assert_eq!(read(&[("PGRST_JWT_SECRET", &variable)]).is_ok(), holds, "{secret:?}");
        }
        fs::write(&file, [0xff]).unwrap();
        assert!(read(&[("PGRST_DB_URI", &variable)]).is_err());
    }
}
