//! Errors of PostgREST's settings.

use std::io;
use std::path::PathBuf;

use rest_engine::SettingError;

/// Why the settings cannot be used. Messages begin with PostgREST's own text where it has one.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    #[error("{0}")]
    Engine(#[from] SettingError),
    #[error("{}`{value}` is not a value of {name}", postgrest_message(name, value))]
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

impl SettingsError {
    /// The value is not valid for the setting.
    pub(super) fn invalid_value(name: &str, value: &str) -> SettingsError {
        SettingsError::Value { name: name.to_owned(), value: value.to_owned() }
    }
}

/// PostgREST's message for an invalid value; empty where it has none.
fn postgrest_message(name: &str, value: &str) -> String {
    match name {
        "log-level" => "Invalid logging level. Check your configuration. ".to_owned(),
        _ if name.ends_with("-mode") && u32::from_str_radix(value, 8).is_ok() => {
            format!("Invalid {name}: needs to be between 600 and 777. ")
        }
        _ if name.ends_with("-mode") => format!("Invalid {name}: not an octal. "),
        _ => String::new(),
    }
}
