//! PostgREST's configuration file: `name = value` lines, which environment variables override. It is parsed as TOML,
//! which covers its texts, numbers, flags, comments and dotted names (`app.settings.jwt_exp = "3600"`). In a text,
//! `$(NAME)` is replaced by another setting of the file or by a variable, and `$$` by a dollar sign.
//!
//! Rejects an unreadable file, values of other types, and a dollar sign without a meaning.

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use toml::{Table, Value};

use super::error::SettingsError;

/// The path of the configuration file, if there is one.
#[derive(Debug, Clone, Default)]
pub struct ConfigFile(Option<PathBuf>);

impl ConfigFile {
    /// `None`: no file, and no settings from one.
    #[must_use]
    pub fn new(path: Option<PathBuf>) -> ConfigFile {
        ConfigFile(path)
    }

    /// Reads the file again, and returns its settings by name, with references to `variables` replaced.
    pub(super) fn read(
        &self,
        variables: &[(String, String)],
    ) -> Result<BTreeMap<String, String>, SettingsError> {
        let Some(path) = &self.0 else { return Ok(BTreeMap::new()) };
        let unreadable = |cause| SettingsError::Unreadable { path: path.clone(), cause };
        let settings = parse(&fs::read_to_string(path).map_err(unreadable)?);
        settings
            .and_then(|settings| interpolate(&settings, variables))
            .map_err(|cause| SettingsError::ConfigFile { path: path.clone(), cause })
    }
}

/// The file's settings before interpolation.
fn parse(text: &str) -> Result<BTreeMap<String, String>, String> {
    // The error gives the line, not the text, which may be a secret.
    let table: Table = toml::from_str(text).map_err(|error| {
        let line =
            error.span().and_then(|span| text.get(..span.start)).map_or(0, |read| read.lines().count());
        format!("line {}: {}", line.max(1), error.message())
    })?;
    let mut settings = BTreeMap::new();
    flatten("", table, &mut settings)?;
    Ok(settings)
}

fn flatten(path: &str, table: Table, settings: &mut BTreeMap<String, String>) -> Result<(), String> {
    for (name, value) in table {
        let name = if path.is_empty() { name } else { format!("{path}.{name}") };
        match value {
            Value::String(text) => {
                settings.insert(name, text);
            }
            Value::Integer(_) | Value::Float(_) | Value::Boolean(_) => {
                settings.insert(name, value.to_string());
            }
            Value::Table(table) => flatten(&name, table, settings)?,
            Value::Array(_) | Value::Datetime(_) => {
                return Err(format!("{name} must be a text, a number, true or false"));
            }
        }
    }
    Ok(())
}

fn interpolate(
    settings: &BTreeMap<String, String>,
    variables: &[(String, String)],
) -> Result<BTreeMap<String, String>, String> {
    let interpolation = Interpolation { settings, variables };
    let settings = settings.iter();
    settings.map(|(name, text)| Ok((name.clone(), interpolation.replace(name, text, MAX_DEPTH)?))).collect()
}

/// Nested references. A deeper chain is a cycle.
const MAX_DEPTH: usize = 8;

/// What `$(NAME)` may refer to.
struct Interpolation<'a> {
    settings: &'a BTreeMap<String, String>,
    variables: &'a [(String, String)],
}

impl Interpolation<'_> {
    /// The text of the setting `name` with its references replaced.
    fn replace(&self, name: &str, text: &str, depth: usize) -> Result<String, String> {
        let mut replaced = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('$') {
            replaced.push_str(before);
            rest = if let Some(after) = after.strip_prefix('$') {
                replaced.push('$');
                after
            } else if let Some((reference, after)) =
                after.strip_prefix('(').and_then(|after| after.split_once(')'))
            {
                replaced.push_str(&self.resolve(name, reference, depth)?);
                after
            } else {
                return Err(format!("{name}: a dollar sign is written $$, and $(NAME) is a variable"));
            };
        }
        replaced.push_str(rest);
        Ok(replaced)
    }

    /// The value of the reference `$(name)` in the setting `by`.
    fn resolve(&self, by: &str, name: &str, depth: usize) -> Result<String, String> {
        if let Some(text) = self.settings.get(name) {
            let depth =
                depth.checked_sub(1).ok_or_else(|| format!("{by}: $({name}) leads back to itself"))?;
            return self.replace(name, text, depth);
        }
        let variable = self.variables.iter().find(|(known, _)| known == name);
        variable.map(|(_, value)| value.clone()).ok_or_else(|| format!("{by}: there is no variable {name}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_postgrests_example_file() {
        let text = r#"
            # The standard connection URI format
            db-uri       = "postgres://user:pass@host:5432/dbname"
            jwt-secret-is-base64 = false
            server-port = 3000  # for http requests
            jwt-role-claim-key = ".\"user\"[0].\"real-role\""
            app.settings.test = "test"
            app.settings.Test2 = "a = b"
        "#;
        let read: Vec<_> = parse(text).unwrap().into_iter().collect();
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
    fn errors_give_the_line_and_not_the_text() {
        for (text, message) in [
            ("server-port = 3000\njwt-secret = \"a secret", "line 2: "),
            ("server-port = 3000\n\njwt-secret = a secret", "line 3: "),
            ("db-schemas = [\"one\"]", "db-schemas must be a text"),
        ] {
            let error = parse(text).err().unwrap();
            assert!(error.starts_with(message) && !error.contains("secret"), "{error}");
        }
    }

    #[test]
    fn replaces_references_to_variables_and_other_settings() {
        let text = r#"
            db-uri = "postgres://$(db-anon-role):$(DB_PASSWORD)@db:$(server-port)/$$"
            db-anon-role = "web_$(WHO)"
            server-port = 3000
            jwt-role-claim-key = "$$['https://x.org/role'][0]"
        "#;
        let variables = [("DB_PASSWORD", "pa$$(WHO)"), ("WHO", "anon")];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let read = interpolate(&parse(text).unwrap(), &variables).unwrap();
        assert_eq!(read["db-uri"], "postgres://web_anon:pa$$(WHO)@db:3000/$");
        assert_eq!(read["jwt-role-claim-key"], "$['https://x.org/role'][0]");
    }

    #[test]
    fn rejects_a_dollar_sign_without_a_meaning() {
        for (text, message) in [
            ("db-uri = '$HOME'", "db-uri: a dollar sign is written $$"),
            ("db-uri = 'a$'", "db-uri: a dollar sign is written $$"),
            ("db-uri = '$(HOME'", "db-uri: a dollar sign is written $$"),
            ("db-uri = '$(NOWHERE)'", "db-uri: there is no variable NOWHERE"),
            ("a = '$(b)'\nb = 'x$(a)'", "leads back to itself"),
        ] {
            let error = interpolate(&parse(text).unwrap(), &[]).err().unwrap();
            assert!(error.contains(message), "{error}");
        }
    }
}
