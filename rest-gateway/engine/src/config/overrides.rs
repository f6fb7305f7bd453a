//! Configuration kept in the database: `alter role authenticator set pgrst.db_max_rows = '100'`. A value that is none
//! is told to the log and passed over, so that a slip there cannot stop the API.

use std::collections::HashMap;
use std::str::FromStr;

use super::Config;
use crate::auth::JwtKeys;
use crate::schema_cache::Isolation;

/// Settings that a role brings along: they hold in every transaction of that role.
#[derive(Debug, Default, Clone)]
pub(crate) struct RoleSettings {
    pub pairs: Vec<(String, String)>,
    pub isolation: Option<Isolation>,
}

pub(crate) type RolesSettings = HashMap<String, RoleSettings>;

/// Sorts the rows `(role, setting, value)` by role.
pub(crate) fn role_settings(rows: Vec<(String, String, String)>) -> RolesSettings {
    let mut roles = RolesSettings::new();
    for (role, setting, value) in rows {
        let settings = roles.entry(role).or_default();
        if setting == "default_transaction_isolation" {
            settings.isolation = Isolation::parse(&value);
        } else {
            settings.pairs.push((setting, value));
        }
    }
    roles
}

impl Config {
    /// This configuration with the database's `pgrst.*` settings, given without the prefix, laid over it.
    pub(crate) fn overridden(&self, settings: &[(String, String)]) -> Config {
        let mut config = self.clone();
        for (name, value) in settings {
            if config.apply(name, value).is_none() {
                tracing::warn!(setting = %name, "the setting in the database has no value that can be used");
            }
        }
        if let Some((_, secret)) = settings.iter().find(|(name, _)| name == "jwt_secret") {
            let is_base64 =
                settings.iter().any(|(name, value)| name == "jwt_secret_is_base64" && is_true(value));
            match JwtKeys::parse(secret, is_base64) {
                Ok(keys) => config.jwt_secret = Some(keys),
                Err(error) => tracing::warn!(%error, "the JWT secret in the database cannot be used"),
            }
        }
        config
    }

    fn apply(&mut self, name: &str, value: &str) -> Option<()> {
        match name {
            "db_schemas" => self.db_schemas = non_empty(list(value))?,
            "db_extra_search_path" => self.db_extra_search_path = list(value),
            "db_max_rows" => self.db_max_rows = optional(value)?,
            "db_anon_role" => self.db_anon_role = optional(value)?,
            "db_aggregates_enabled" => self.db_aggregates_enabled = is_true(value),
            "db_tx_end" => self.db_tx_end = value.parse().ok()?,
            "db_pre_request" => self.db_pre_request = optional(value)?,
            "db_hoisted_tx_settings" => self.db_hoisted_tx_settings = list(value),
            "jwt_aud" => self.jwt_aud = optional(value)?,
            "jwt_role_claim_key" => self.jwt_role_claim_key = value.parse().ok()?,
            "openapi_mode" => self.openapi_mode = value.parse().ok()?,
            "openapi_server_proxy_uri" => self.openapi_server_proxy_uri = optional(value)?,
            "openapi_security_active" => self.openapi_security_active = is_true(value),
            other => {
                if let Some(name) =
                    other.strip_prefix("app_settings_").or(other.strip_prefix("app.settings."))
                {
                    let name = format!("app.settings.{name}");
                    self.app_settings.retain(|(known, _)| *known != name);
                    self.app_settings.push((name, value.to_owned()));
                }
            }
        }
        Some(())
    }
}

fn list(value: &str) -> Vec<String> {
    value.split(',').map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect()
}

fn non_empty(list: Vec<String>) -> Option<Vec<String>> {
    if list.is_empty() { None } else { Some(list) }
}

/// An empty text takes the value away.
fn optional<T: FromStr>(value: &str) -> Option<Option<T>> {
    if value.is_empty() { Some(None) } else { value.parse().ok().map(Some) }
}

fn is_true(value: &str) -> bool {
    matches!(value.to_ascii_lowercase().as_str(), "true" | "on" | "yes" | "1")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn the_database_overrides_what_it_names_and_nothing_else() {
        let config = Config { db_max_rows: Some(7), ..Config::new("") };
        let settings = [
            pair("db_schemas", "a, b"),
            pair("db_aggregates_enabled", "true"),
            pair("db_tx_end", "nonsense"),
        ];
        let overridden = config.overridden(&settings);
        assert_eq!(overridden.db_schemas, ["a", "b"]);
        assert_eq!(overridden.db_max_rows, Some(7));
        assert!(overridden.db_aggregates_enabled);
        assert_eq!(overridden.db_tx_end, config.db_tx_end);
    }
}
