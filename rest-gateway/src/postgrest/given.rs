//! What a configuration file and the `PGRST_*` variables give, by the present names of PostgREST's settings, before any of
//! it is understood. Refuses a file that cannot be read.

use std::collections::BTreeMap;

use rest_engine::coerced;

use super::config_file::ConfigFile;
use super::environment::EnvironmentError;

const PREFIX: &str = "PGRST_";
const APP_SETTINGS: &str = "APP_SETTINGS_";

/// Names that PostgREST has had before and still takes.
const ALIASES: [(&str, &str); 8] = [
    ("db-pool-timeout", "db-pool-max-idletime"),
    ("db-schema", "db-schemas"),
    ("max-rows", "db-max-rows"),
    ("pre-request", "db-pre-request"),
    ("role-claim-key", "jwt-role-claim-key"),
    ("root-spec", "db-root-spec"),
    ("secret-is-base64", "jwt-secret-is-base64"),
    ("server-proxy-uri", "openapi-server-proxy-uri"),
];

/// The only former name that wins over the present one.
const WINNER: &str = "db-pool-timeout";

/// In the order in which one counts more than another of the same name, the last the most.
pub struct Given(Vec<(Rank, Source, String, String)>);

/// Of two names of a setting the higher one counts.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Former,
    Present,
    Winner,
}

/// Of the two the later one counts.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    File,
    Environment,
}

impl Given {
    /// Reads the file, if there is one, once; what is no variable of PostgREST's is what its texts may name.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(file: &ConfigFile, variables: &[(String, String)]) -> Result<Given, EnvironmentError> {
        let in_file = file.read(variables)?.into_iter().map(|(name, value)| (Source::File, name, value));
        let in_environment = variables.iter().filter_map(|(variable, value)| {
            Some((Source::Environment, setting_name(variable.strip_prefix(PREFIX)?), value.clone()))
        });
        let ranked = in_file.chain(in_environment).map(|(source, name, value)| {
            let (name, rank) = present_name(name);
            (rank, source, name, value)
        });
        let mut given: Vec<_> = ranked.collect();
        given.sort_unstable();
        Ok(Given(given))
    }

    /// One that is a text, if it says something.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        let mut last_first = self.0.iter().rev();
        last_first
            .find(|(_, _, known, value)| known == name && is_given(known, value))
            .map(|(.., value)| value.as_str())
    }

    /// All that say something, each as its kind is written. A value that names a file is left as it is.
    pub(super) fn settings(self) -> BTreeMap<String, String> {
        let settings = self.0.into_iter().filter_map(|(_, _, name, value)| {
            let value = coerced(&name, value);
            is_given(&name, &value).then_some((name, value))
        });
        settings.collect()
    }
}

/// Compose files hand on what they do not know as a variable without a text. Where that says something it is a value.
fn is_given(name: &str, value: &str) -> bool {
    !value.is_empty() || name == "db-extra-search-path" || name.starts_with("app.settings.")
}

/// `DB_MAX_ROWS` is `db-max-rows`; `APP_SETTINGS_A_B` is `app.settings.A_B`, for the name is the application's.
fn setting_name(variable: &str) -> String {
    match variable.strip_prefix(APP_SETTINGS) {
        Some(app) => format!("app.settings.{app}"),
        None => variable.to_ascii_lowercase().replace('_', "-"),
    }
}

fn present_name(name: String) -> (String, Rank) {
    match ALIASES.iter().find(|(former, _)| *former == name) {
        Some((WINNER, present)) => ((*present).to_owned(), Rank::Winner),
        Some((_, present)) => ((*present).to_owned(), Rank::Former),
        None => (name, Rank::Present),
    }
}
