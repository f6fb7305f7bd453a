//! A configuration file as PostgREST's: `name = value` lines, which the environment overrides. Its texts,
//! numbers, yes and no, comments and dotted names (`app.settings.jwt_exp = "3600"`) are TOML's, by which it is read. In a
//! text `$(NAME)` is another setting of the file or a variable, and `$$` a dollar sign. Refuses a file that cannot be
//! read, values of any other kind, and a dollar sign that stands for nothing.

use std::collections::BTreeMap;
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

    /// What it says at present, by the names of the settings. Its texts may name variables.
    pub(super) fn read(
        &self,
        variables: &[(String, String)],
    ) -> Result<BTreeMap<String, String>, EnvironmentError> {
        let Some(path) = &self.0 else { return Ok(BTreeMap::new()) };
        let unreadable = |cause| EnvironmentError::Unreadable { path: path.clone(), cause };
        let written = settings(&fs::read_to_string(path).map_err(unreadable)?);
        written
            .and_then(|written| interpolated(&written, variables))
            .map_err(|cause| EnvironmentError::ConfigFile { path: path.clone(), cause })
    }
}

/// As they are written.
fn settings(text: &str) -> Result<BTreeMap<String, String>, String> {
    // Of a value that cannot be read its place is told, not its text, which may be a secret.
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

fn interpolated(
    written: &BTreeMap<String, String>,
    variables: &[(String, String)],
) -> Result<BTreeMap<String, String>, String> {
    let texts = Texts { written, variables };
    let names = written.keys();
    names.map(|name| Ok((name.clone(), texts.setting(name, written[name].as_str(), MOST_STEPS)?))).collect()
}

/// From one setting to another that it names. Who needs more goes round in a circle.
const MOST_STEPS: usize = 8;

/// What a text may name.
struct Texts<'a> {
    written: &'a BTreeMap<String, String>,
    variables: &'a [(String, String)],
}

impl Texts<'_> {
    fn setting(&self, name: &str, text: &str, steps: usize) -> Result<String, String> {
        let mut told = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('$') {
            told.push_str(before);
            rest = if let Some(after) = after.strip_prefix('$') {
                told.push('$');
                after
            } else if let Some((named, after)) =
                after.strip_prefix('(').and_then(|after| after.split_once(')'))
            {
                told.push_str(&self.named(name, named, steps)?);
                after
            } else {
                return Err(format!("{name}: a dollar sign is written $$, and $(NAME) is a variable"));
            };
        }
        told.push_str(rest);
        Ok(told)
    }

    fn named(&self, by: &str, name: &str, steps: usize) -> Result<String, String> {
        if let Some(text) = self.written.get(name) {
            let steps =
                steps.checked_sub(1).ok_or_else(|| format!("{by}: $({name}) leads back to itself"))?;
            return self.setting(name, text, steps);
        }
        let variable = self.variables.iter().find(|(known, _)| known == name);
        variable.map(|(_, value)| value.clone()).ok_or_else(|| format!("{by}: there is no variable {name}"))
    }
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
        let read: Vec<_> = settings(text).unwrap().into_iter().collect();
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

    #[test]
    fn a_text_may_name_variables_and_other_settings() {
        let text = r#"
            db-uri = "postgres://$(db-anon-role):$(DB_PASSWORD)@db:$(server-port)/$$"
            db-anon-role = "web_$(WHO)"
            server-port = 3000
            jwt-role-claim-key = "$$['https://x.org/role'][0]"
        "#;
        let variables = [("DB_PASSWORD", "pa$$(WHO)"), ("WHO", "anon")];
        let variables = variables.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let read = interpolated(&settings(text).unwrap(), &variables).unwrap();
        assert_eq!(read["db-uri"], "postgres://web_anon:pa$$(WHO)@db:3000/$");
        assert_eq!(read["jwt-role-claim-key"], "$['https://x.org/role'][0]");
    }

    #[test]
    fn a_dollar_sign_that_stands_for_nothing_is_refused() {
        for (text, said) in [
            ("db-uri = '$HOME'", "db-uri: a dollar sign is written $$"),
            ("db-uri = 'a$'", "db-uri: a dollar sign is written $$"),
            ("db-uri = '$(HOME'", "db-uri: a dollar sign is written $$"),
            ("db-uri = '$(NOWHERE)'", "db-uri: there is no variable NOWHERE"),
            ("a = '$(b)'\nb = 'x$(a)'", "leads back to itself"),
        ] {
            let refusal = interpolated(&settings(text).unwrap(), &[]).err().unwrap();
            assert!(refusal.contains(said), "{refusal}");
        }
    }
}
