//! The settings of the auth service that may change while it runs: a file of variables, which it reads again on SIGHUP.
//!
//! A process cannot see changes of its environment. The file holds what `[auth]` says; keys, passwords and the addresses
//! of other processes stay as they were when the stack was started.

use crate::config::{Config, ConfigError};
use crate::stack::context::{SavedContext, StackContext};
use crate::stack::keys::private_file::PrivateFile;
use crate::stack::services::variables::Variables;
use std::path::PathBuf;

/// Why the settings stay as they were.
#[derive(Debug, thiserror::Error)]
pub enum AuthSettingsError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error("the settings of the auth service cannot be written: {0}")]
    Write(#[from] std::io::Error),
}

/// The file, and what its content depends on beside `[auth]`.
pub struct AuthSettings {
    file: PrivateFile,
    started: SavedContext,
}

impl AuthSettings {
    /// Writes the settings of a stack. `None` for one without the auth service.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn of_stack(context: &StackContext<'_>) -> std::io::Result<Option<Box<AuthSettings>>> {
        if !context.config.auth.enabled {
            return Ok(None);
        }
        Ok(Some(Box::new(AuthSettings {
            file: PrivateFile::new(&as_lines(&context.auth_settings()))?,
            started: SavedContext::of(context),
        })))
    }

    /// The file.
    pub fn path(&self) -> PathBuf {
        self.file.path()
    }

    /// Reads the configuration again, and writes the settings of its `[auth]`.
    ///
    /// # Errors
    /// When the configuration is invalid, or the file cannot be written. The file stays as it is then.
    pub fn reload(&self) -> Result<(), AuthSettingsError> {
        let auth = Config::load_source(&self.started.config.source)?.auth;
        let config = Config { auth, ..self.started.config.clone() };
        let context = self.started.with_config(&config);
        Ok(self.file.replace(&as_lines(&context.auth_settings()))?)
    }
}

/// The lines of a file that the auth service reads. Values are escaped as in JSON.
fn as_lines(variables: &Variables) -> String {
    let line =
        |(name, value): &(String, String)| format!("{name}={}\n", serde_json::Value::from(value.as_str()));
    variables.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_stays_on_one_line() {
        let variables = vec![("A".to_owned(), "b\n\"c\"".to_owned()), ("D".to_owned(), String::new())];
        assert_eq!(as_lines(&variables), "A=\"b\\n\\\"c\\\"\"\nD=\"\"\n");
    }
}
