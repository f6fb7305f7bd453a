//! The settings of the server itself: where it listens, and what it logs.

use rest_engine::{coerce_bool, coerce_int};

use super::error::SettingsError;
use super::log_level::LogLevel;

/// PostgREST's `server-*`, `admin-server-*` and `log-level` settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerSettings {
    /// An address, a host name, or one of `*`, `*4`, `!4`, `*6`, `!6`.
    pub host: String,
    pub port: u16,
    pub unix_socket: Option<String>,
    /// File mode of the socket.
    pub unix_socket_mode: u32,
    /// Whether other processes may listen on the same port (`SO_REUSEPORT`).
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

impl ServerSettings {
    /// Sets a setting by its name. Returns false if it is not one of these.
    ///
    /// # Errors When the value is not valid. As in PostgREST, a number or flag that cannot be parsed is logged and
    /// ignored instead.
    pub(super) fn set(&mut self, name: &str, value: &str) -> Result<bool, SettingsError> {
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

/// `None` for a text that is not a number.
fn port(name: &str, value: &str) -> Result<Option<u16>, SettingsError> {
    let invalid = |_| SettingsError::invalid_value(name, value);
    coerce_int(name, value).map(|number| u16::try_from(number).map_err(invalid)).transpose()
}

fn mode(name: &str, value: &str) -> Result<u32, SettingsError> {
    let mode = u32::from_str_radix(value, 8).ok().filter(|mode| (0o600..=0o777).contains(mode));
    mode.ok_or_else(|| SettingsError::invalid_value(name, value))
}
