//! The variables of `env(NAME)` and of `SUPABASE_<SECTION>_<KEY>`: the environment of this process, then `.env` files.

use super::dotenv;
use super::error::{ConfigError, Diagnostic};
use super::source::ConfigSource;
use std::collections::HashMap;
use std::io::ErrorKind;

/// Selects the `.env` files.
const ENVIRONMENT: &str = "SUPABASE_ENV";
const DEFAULT_ENVIRONMENT: &str = "development";
/// The environment of automated tests, for which `.env.local` does not count.
const TEST: &str = "test";

type Lookup<'a> = Box<dyn Fn(&str) -> Option<String> + 'a>;

/// Looks up variables.
pub struct Variables<'a> {
    process: Lookup<'a>,
    files: HashMap<String, String>,
}

impl<'a> Variables<'a> {
    /// Without files.
    pub fn new(process: impl Fn(&str) -> Option<String> + 'a) -> Variables<'a> {
        Variables { process: Box::new(process), files: HashMap::new() }
    }

    /// A variable of the process, else of the first file that has it. An empty one counts as not set.
    pub fn get(&self, name: &str) -> Option<String> {
        let of_process = (self.process)(name).filter(|value| !value.is_empty());
        of_process.or_else(|| self.files.get(name).cloned()).filter(|value| !value.is_empty())
    }

    /// Reads the `.env` files of the configuration's folder, then those of the project's. Errors in their text are
    /// returned, those of reading fail.
    ///
    /// # Errors
    /// When a file exists and cannot be read.
    pub fn read_files(&mut self, source: &ConfigSource) -> Result<Vec<Diagnostic>, ConfigError> {
        let environment = self.get(ENVIRONMENT).unwrap_or_else(|| DEFAULT_ENVIRONMENT.to_owned());
        let mut names = vec![format!(".env.{environment}.local")];
        if environment != TEST {
            names.push(".env.local".to_owned());
        }
        names.extend([format!(".env.{environment}"), ".env".to_owned()]);
        let mut folders = vec![source.folder(), source.project_folder()];
        folders.dedup();
        let mut diagnostics = Vec::new();
        for path in folders.iter().flat_map(|folder| names.iter().map(|name| folder.join(name))) {
            let text = match std::fs::read_to_string(&path) {
                Ok(text) => text,
                Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => {
                    continue;
                }
                Err(cause) => return Err(ConfigError::Unreadable { path, cause }),
            };
            match dotenv::parse(&text) {
                Ok(pairs) => pairs.into_iter().for_each(|(name, value)| {
                    self.files.entry(name).or_insert(value);
                }),
                Err(error) => diagnostics
                    .push(Diagnostic { place: Some((path, error.line)), message: error.message.to_owned() }),
            }
        }
        Ok(diagnostics)
    }
}
