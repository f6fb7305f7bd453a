//! The variables of `env(NAME)` and of `SUPABASE_<SECTION>_<KEY>`: the environment of this process, then the file of
//! credentials, then `.env` files.

use super::dotenv;
use super::error::{ConfigError, Diagnostic};
use super::source::ConfigSource;
use std::collections::HashMap;
use std::io::ErrorKind;
use std::path::Path;

/// Selects the `.env` files.
const ENVIRONMENT: &str = "SUPABASE_ENV";
const DEFAULT_ENVIRONMENT: &str = "development";
/// The environment of automated tests, for which `.env.local` does not count.
const TEST: &str = "test";

/// Names the folder of systemd's credentials (`LoadCredential=`).
const CREDENTIALS_FOLDER: &str = "CREDENTIALS_DIRECTORY";
/// The credential with the secrets, in the format of a `.env` file.
const CREDENTIAL: &str = "isula.env";

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

    /// Reads the file of credentials, the `.env` files of the configuration's folder, then those of the project's. Errors
    /// in their text are returned, those of reading fail.
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
        let credential = self.get(CREDENTIALS_FOLDER).map(|folder| Path::new(&folder).join(CREDENTIAL));
        let of_folders = folders.iter().flat_map(|folder| names.iter().map(|name| folder.join(name)));
        let mut diagnostics = Vec::new();
        for path in credential.into_iter().chain(of_folders) {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_credential_wins_over_an_env_file_and_the_environment_over_both() {
        let folder = tempfile::tempdir().unwrap();
        let credentials = folder.path().join("credentials");
        std::fs::create_dir(&credentials).unwrap();
        std::fs::write(credentials.join(CREDENTIAL), "A=credential\nB=credential\n").unwrap();
        std::fs::write(folder.path().join(".env"), "A=file\nB=file\nC=file\n").unwrap();
        let mut variables = Variables::new(|name| match name {
            CREDENTIALS_FOLDER => credentials.to_str().map(str::to_owned),
            "A" => Some("process".to_owned()),
            _ => None,
        });
        let source = ConfigSource::file(&folder.path().join("isula.toml"));
        assert!(variables.read_files(&source).unwrap().is_empty());
        let values = ["A", "B", "C"].map(|name| variables.get(name).unwrap());
        assert_eq!(values, ["process", "credential", "file"]);
    }
}
