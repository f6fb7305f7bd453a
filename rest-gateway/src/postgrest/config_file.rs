//! A configuration file as PostgREST's: `name = value` lines, which the environment overrides. Its texts,
//! numbers, yes and no, comments and dotted names (`app.settings.jwt_exp = "3600"`) are TOML's, by which it is read.
//! Refuses a file that cannot be read, and values of any other kind.

use std::fs;
use std::path::PathBuf;

use toml::{Table, Value};

use super::environment::EnvironmentError;

/// Where the file is, if there is one.
#[derive(Debug, Clone, Default)]
pub struct ConfigFile(Option<PathBuf>);

impl ConfigFile {
    #[must_use]
    pub fn new(path: Option<PathBuf>) -> ConfigFile {
        ConfigFile(path)
    }

    /// What it says at present, by the names of the settings.
    pub(super) fn read(&self) -> Result<Vec<(String, String)>, EnvironmentError> {
        let Some(path) = &self.0 else { return Ok(Vec::new()) };
        let unreadable = |cause| EnvironmentError::Unreadable { path: path.clone(), cause };
        settings(&fs::read_to_string(path).map_err(unreadable)?)
            .map_err(|cause| EnvironmentError::ConfigFile { path: path.clone(), cause })
    }
}

fn settings(text: &str) -> Result<Vec<(String, String)>, String> {
    // Of a value that cannot be read its place is told, not its text, which may be a secret.
    let table: Table = toml::from_str(text).map_err(|error| {
        let line =
            error.span().and_then(|span| text.get(..span.start)).map_or(0, |read| read.lines().count());
        format!("line {}: {}", line.max(1), error.message())
    })?;
    let mut settings = Vec::new();
    flatten("", table, &mut settings)?;
    Ok(settings)
}

fn flatten(path: &str, table: Table, settings: &mut Vec<(String, String)>) -> Result<(), String> {
    for (name, value) in table {
        let name = if path.is_empty() { name } else { format!("{path}.{name}") };
        match value {
            Value::String(text) => settings.push((name, text)),
            Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => {
                settings.push((name, value.to_string()))
            }
            Value::Table(table) => flatten(&name, table, settings)?,
            Value::Array(_) | Value::Datetime(_) => {
                return Err(format!("{name} must be a text, a number, true or false"));
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_of_postgrests_is_taken_as_it_is() {
        let text = r#"
            # The standard connection URI format
            db-uri       = "postgres://user:pass@host:5432/dbname"
            jwt-secret-is-base64 = false
            server-port = 3000  # for http requests
            jwt-role-claim-key = ".\"user\"[0].\"real-role\""
            app.settings.test = "test"
            app.settings.Test2 = "a = b"
        "#;
        let mut read = settings(text).unwrap();
        read.sort_unstable();
        let expected = [
            ("app.settings.Test2", "a = b"),
            ("app.settings.test", "test"),
            ("db-uri", "postgres://user:pass@host:5432/dbname"),
            ("jwt-role-claim-key", r#"."user"[0]."real-role""#),
            ("jwt-secret-is-base64", "false"),
            ("server-port", "3000"),
        ];
        assert_eq!(read, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
    }

    #[test]
    fn what_cannot_be_read_is_refused_by_its_line_and_not_shown() {
        for (text, said) in [
            ("server-port = 3000\njwt-secret = \"a secret", "line 2: "),
            ("server-port = 3000\n\njwt-secret = a secret", "line 3: "),
            ("db-schemas = [\"one\"]", "db-schemas must be a text"),
        ] {
            let refusal = settings(text).err().unwrap();
            assert!(refusal.starts_with(said) && !refusal.contains("secret"), "{refusal}");
        }
    }
}
