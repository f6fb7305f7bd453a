//! PostgREST's settings as unparsed texts, merged from the configuration file and the `PGRST_*` variables, with
//! deprecated names mapped to current ones. Rejects a file that cannot be read.

use std::collections::BTreeMap;

use rest_engine::coerced;

use super::config_file::ConfigFile;
use super::error::SettingsError;

const PREFIX: &str = "PGRST_";
const APP_SETTINGS: &str = "APP_SETTINGS_";

/// Deprecated names that PostgREST still accepts, and the current ones.
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

/// The only deprecated name that overrides the current one.
const OVERRIDING_ALIAS: &str = "db-pool-timeout";

/// Names and values in ascending precedence: the last value of a name applies.
pub struct RawSettings(Vec<(Rank, Source, String, String)>);

/// The precedence of a setting's names, ascending.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Deprecated,
    Current,
    OverridingAlias,
}

/// The precedence of the sources of a name, ascending.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Source {
    File,
    Environment,
}

impl RawSettings {
    /// Reads the file, if there is one, and the variables. The file's texts may refer to any variable.
    ///
    /// # Errors
    /// When the file cannot be read.
    pub fn read(file: &ConfigFile, variables: &[(String, String)]) -> Result<RawSettings, SettingsError> {
        let in_file = file.read(variables)?.into_iter().map(|(name, value)| (Source::File, name, value));
        let in_environment = variables.iter().filter_map(|(variable, value)| {
            Some((Source::Environment, setting_name(variable.strip_prefix(PREFIX)?), value.clone()))
        });
        let ranked = in_file.chain(in_environment).map(|(source, name, value)| {
            let (name, rank) = current_name(name);
            (rank, source, name, value)
        });
        let mut settings: Vec<_> = ranked.collect();
        settings.sort_unstable();
        Ok(RawSettings(settings))
    }

    /// The value of a text setting that is not empty.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        let mut by_precedence = self.0.iter().rev();
        by_precedence
            .find(|(_, _, known, value)| known == name && is_present(known, value))
            .map(|(.., value)| value.as_str())
    }

    /// All settings that are present, numbers and flags normalised. `@FILE` values are not resolved.
    pub(super) fn settings(self) -> BTreeMap<String, String> {
        let settings = self.0.into_iter().filter_map(|(_, _, name, value)| {
            let value = coerced(&name, value);
            is_present(&name, &value).then_some((name, value))
        });
        settings.collect()
    }
}

/// An empty value counts as absent, because compose files pass unset variables as empty ones. Exceptions are the
/// settings for which an empty text is a value.
fn is_present(name: &str, value: &str) -> bool {
    !value.is_empty() || name == "db-extra-search-path" || name.starts_with("app.settings.")
}

/// `DB_MAX_ROWS` is `db-max-rows`. `APP_SETTINGS_A_B` is `app.settings.A_B`: the application chose the rest of the
/// name.
fn setting_name(variable: &str) -> String {
    match variable.strip_prefix(APP_SETTINGS) {
        Some(app) => format!("app.settings.{app}"),
        None => variable.to_ascii_lowercase().replace('_', "-"),
    }
}

fn current_name(name: String) -> (String, Rank) {
    match ALIASES.iter().find(|(deprecated, _)| *deprecated == name) {
        Some((OVERRIDING_ALIAS, current)) => ((*current).to_owned(), Rank::OverridingAlias),
        Some((_, current)) => ((*current).to_owned(), Rank::Deprecated),
        None => (name, Rank::Current),
    }
}
