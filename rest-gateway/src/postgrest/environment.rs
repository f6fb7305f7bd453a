//! The `PGRST_*` variables, as a PostgREST container has them, over a configuration file. Refuses values that their
//! setting cannot have; a number or a yes or no that cannot be read is told to the log and passed over, as PostgREST does,
//! and so is a variable that this server has no use for. One without a text is as one that is not there.

use std::path::PathBuf;
use std::{fs, io};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rest_engine::{Config, SettingError, coerce_bool, coerce_int};

use super::config_file::ConfigFile;
use super::given::Given;
use super::libpq::complete;
use super::log_level::LogLevel;

/// Settings whose value may be `@FILE`, a file that holds it.
const FROM_FILES: [&str; 2] = ["db-uri", "jwt-secret"];

const USUAL_DB_URI: &str = "postgresql://";

/// All that the server needs.
pub struct Settings {
    pub engine: Config,
    pub server: ServerSettings,
    /// Where the database is, without what libpq's variables add.
    pub(super) db_uri: String,
    /// Names that neither the server nor the engine has.
    pub(super) unknown: Vec<String>,
}

/// Where it listens and whom it answers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerSettings {
    /// An address, a name, or one of `*`, `*4`, `!4`, `*6`, `!6`.
    pub host: String,
    pub port: u16,
    pub unix_socket: Option<String>,
    /// Permissions of the socket.
    pub unix_socket_mode: u32,
    /// Whether other processes may listen on the same port.
    pub reuse_port: bool,
    pub admin_host: Option<String>,
    pub admin_port: Option<u16>,
    pub admin_unix_socket: Option<String>,
    pub admin_unix_socket_mode: u32,
    pub log_level: LogLevel,
}

impl Default for ServerSettings {
    fn default() -> ServerSettings {
        ServerSettings {
            host: "!4".to_owned(),
            port: 3000,
            unix_socket: None,
            unix_socket_mode: 0o660,
            reuse_port: false,
            admin_host: None,
            admin_port: None,
            admin_unix_socket: None,
            admin_unix_socket_mode: 0o660,
            log_level: LogLevel::default(),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum EnvironmentError {
    #[error("{0}")]
    Engine(#[from] SettingError),
    #[error("{}`{value}` is not a value of {name}", in_postgrests_words(name, value))]
    Value { name: String, value: String },
    #[error("admin-server-port cannot be the same as server-port")]
    SamePort,
    #[error("cannot read the file of {name}: {cause}")]
    File { name: String, cause: io::Error },
    #[error("cannot read {}: {cause}", .path.display())]
    Unreadable { path: PathBuf, cause: io::Error },
    #[error("{}: {cause}", .path.display())]
    ConfigFile { path: PathBuf, cause: String },
}

impl Settings {
    /// Reads the file and the variables of a process.
    ///
    /// # Errors
    /// Names the first value that cannot be used.
    pub fn read(file: &ConfigFile, variables: &[(String, String)]) -> Result<Settings, EnvironmentError> {
        Settings::of(Given::read(file, variables)?, variables)
    }

    /// Understands what is given, with libpq's variables (`PGHOST` …) for what `db-uri` leaves open.
    ///
    /// # Errors
    /// Names the first value that cannot be used.
    pub fn of(given: Given, variables: &[(String, String)]) -> Result<Settings, EnvironmentError> {
        let mut server = ServerSettings::default();
        let mut engine = Vec::new();
        let mut unknown = Vec::new();
        let mut db_uri = USUAL_DB_URI.to_owned();
        for (name, value) in with_files(given)? {
            match name.as_str() {
                "db-uri" => db_uri = value,
                _ if server.take(&name, &value)? => {}
                _ if Config::knows(&name) => engine.push((name, value)),
                _ => unknown.push(name),
            }
        }
        if server.admin_port == Some(server.port) {
            return Err(EnvironmentError::SamePort);
        }
        let usual = Config { db_schemas_required: true, ..Config::new(complete(&db_uri, variables)) };
        Ok(Settings { engine: usual.with_settings(&engine)?, server, db_uri, unknown })
    }
}

/// What the variables say of an engine whose database, keys and sockets are a stack's: by name, as the engine takes it.
///
/// # Errors
/// When a file that a variable names cannot be read.
pub fn engine_settings(variables: &[(String, String)]) -> Result<Vec<(String, String)>, EnvironmentError> {
    let mut settings = with_files(Given::read(&ConfigFile::default(), variables)?)?;
    settings.retain(|(name, _)| !FROM_FILES.contains(&name.as_str()) && Config::knows(name));
    Ok(settings)
}

/// Reads the files that settings name, once: some can be read only once.
fn with_files(given: Given) -> Result<Vec<(String, String)>, EnvironmentError> {
    let settings = given.settings().into_iter();
    settings.map(|(name, value)| contents(&name, value).map(|value| (name, value))).collect()
}

fn contents(name: &str, value: String) -> Result<String, EnvironmentError> {
    let Some(file) = value.strip_prefix('@').filter(|_| FROM_FILES.contains(&name)) else { return Ok(value) };
    let refused = |cause| EnvironmentError::File { name: name.to_owned(), cause };
    let text = match String::from_utf8(fs::read(file).map_err(refused)?) {
        Ok(text) => text.trim_end_matches(['\r', '\n']).to_owned(),
        Err(bytes) if name == "jwt-secret" => as_key(bytes.as_bytes()),
        Err(_) => return Err(refused(io::Error::new(io::ErrorKind::InvalidData, "it is no text"))),
    };
    // As it is while it is being written.
    if text.is_empty() {
        return Err(refused(io::Error::new(io::ErrorKind::InvalidData, "it is empty")));
    }
    Ok(text)
}

/// A secret of any bytes, as the JWK that it is.
fn as_key(secret: &[u8]) -> String {
    let secret = secret.strip_suffix(b"\n").unwrap_or(secret);
    format!(r#"{{"kty":"oct","alg":"HS256","k":"{}"}}"#, URL_SAFE_NO_PAD.encode(secret))
}

impl ServerSettings {
    /// Whether the setting is one of these.
    fn take(&mut self, name: &str, value: &str) -> Result<bool, EnvironmentError> {
        match name {
            "server-host" => value.clone_into(&mut self.host),
            "server-port" => self.port = port(name, value)?.unwrap_or(self.port),
            "server-unix-socket" => self.unix_socket = Some(value.to_owned()),
            "server-unix-socket-mode" => self.unix_socket_mode = mode(name, value)?,
            "server-reuseport" => self.reuse_port = coerce_bool(name, value).unwrap_or(self.reuse_port),
            "admin-server-host" => self.admin_host = Some(value.to_owned()),
            "admin-server-port" => self.admin_port = port(name, value)?,
            "admin-server-unix-socket" => self.admin_unix_socket = Some(value.to_owned()),
            "admin-server-unix-socket-mode" => self.admin_unix_socket_mode = mode(name, value)?,
            "log-level" => self.log_level = value.parse()?,
            _ => return Ok(false),
        }
        Ok(true)
    }
}

/// What is no number at all is as if it was not given.
fn port(name: &str, value: &str) -> Result<Option<u16>, EnvironmentError> {
    let number = coerce_int(name, value);
    number.map(|number| u16::try_from(number).map_err(|_| refused(name, value))).transpose()
}

fn mode(name: &str, value: &str) -> Result<u32, EnvironmentError> {
    let mode = u32::from_str_radix(value, 8).ok().filter(|mode| (0o600..=0o777).contains(mode));
    mode.ok_or_else(|| refused(name, value))
}

fn in_postgrests_words(name: &str, value: &str) -> String {
    match name {
        "log-level" => "Invalid logging level. Check your configuration. ".to_owned(),
        _ if name.ends_with("-mode") && u32::from_str_radix(value, 8).is_ok() => {
            format!("Invalid {name}: needs to be between 600 and 777. ")
        }
        _ if name.ends_with("-mode") => format!("Invalid {name}: not an octal. "),
        _ => String::new(),
    }
}

pub(super) fn refused(name: &str, value: &str) -> EnvironmentError {
    EnvironmentError::Value { name: name.to_owned(), value: value.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(variables: &[(&str, &str)]) -> Result<Settings, EnvironmentError> {
        read_over(&ConfigFile::default(), variables)
    }

    fn read_over(file: &ConfigFile, variables: &[(&str, &str)]) -> Result<Settings, EnvironmentError> {
        let variables = variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
        Settings::read(file, &variables.collect::<Vec<_>>())
    }

    #[test]
    fn the_environment_of_a_postgrest_container_is_taken_as_it_is() {
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
    fn a_variable_without_a_text_is_as_one_that_is_not_there() {
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
        let usual = Config::new("");
        assert_eq!(engine.db_schemas, ["by_its_former_name"]);
        assert_eq!((engine.db_pool, engine.db_max_rows), (usual.db_pool, None));
        assert!(engine.db_channel_enabled && engine.db_pool_automatic_recovery);
        assert_eq!((engine.db_channel, engine.db_tx_end), (usual.db_channel, usual.db_tx_end));
        assert_eq!(engine.db_hoisted_tx_settings, usual.db_hoisted_tx_settings);
        assert_eq!(engine.server_cors_allowed_origins, None);
        assert_eq!(server, ServerSettings::default());
        // These two can be empty.
        assert!(engine.db_extra_search_path.is_empty());
        assert_eq!(engine.app_settings, [("app.settings.A".to_owned(), String::new())]);
    }

    #[test]
    fn a_number_or_a_flag_that_cannot_be_read_is_as_one_that_is_not_there() {
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
    fn a_flag_may_be_a_number_or_stand_in_quotes() {
        let read = |value| read(&[("PGRST_SERVER_REUSEPORT", value), ("PGRST_LOG_QUERY", value)]).unwrap();
        for (value, flag) in
            [("1", true), ("7", true), ("\"true\"", true), ("0", false), ("\"False\"", false)]
        {
            let Settings { engine, server, .. } = read(value);
            assert_eq!((engine.log_query, server.reuse_port), (flag, flag), "{value}");
        }
    }

    #[test]
    fn a_former_name_counts_where_the_present_one_says_nothing() {
        let rows = |present| read(&[("PGRST_MAX_ROWS", "7"), ("PGRST_DB_MAX_ROWS", present)]).unwrap().engine;
        for (present, rows_taken) in [("8", 8), ("", 7), ("many", 7)] {
            assert_eq!(rows(present).db_max_rows, Some(rows_taken), "{present}");
        }
        let idle = read(&[("PGRST_DB_POOL_TIMEOUT", "7"), ("PGRST_DB_POOL_MAX_IDLETIME", "8")]).unwrap();
        assert_eq!(idle.engine.db_pool_max_idletime.as_secs(), 7, "but for this one");
    }

    #[test]
    fn a_variable_counts_more_than_the_file_and_a_present_name_more_than_a_former_one() {
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
    fn a_value_that_its_setting_cannot_have_is_refused() {
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
    fn a_secret_in_a_file_can_be_of_any_bytes_but_not_empty() {
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
