//! Settings by PostgREST's names, as texts: from the environment, from a file, or from the database, as with
//! `alter role authenticator set pgrst.db_max_rows = '100'`. Refuses a name that is none and a value that says nothing.

use std::collections::{BTreeMap, HashMap};
use std::str::FromStr;
use std::time::Duration;

use actix_web::http::header::HeaderName;

use super::uri;
use super::{BadSetting, Config, coerced};
use crate::auth::{BadKeys, JwtKeys};
use crate::isolation::Isolation;

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

#[derive(Debug, thiserror::Error)]
pub enum SettingError {
    #[error("`{0}` is not a setting")]
    Unknown(String),
    #[error(transparent)]
    Value(#[from] BadSetting),
    #[error("jwt-secret: {0}")]
    Keys(#[from] BadKeys),
}

/// What the database may say of itself. The rest is needed before it can be asked.
const IN_DATABASE: [&str; 23] = [
    "client-error-verbosity",
    "db-aggregates-enabled",
    "db-anon-role",
    "db-extra-search-path",
    "db-hoisted-tx-settings",
    "db-max-rows",
    "db-plan-enabled",
    "db-pre-config",
    "db-pre-request",
    "db-prepared-statements",
    "db-root-spec",
    "db-schemas",
    "db-tx-end",
    "jwt-aud",
    "jwt-cache-max-entries",
    "jwt-role-claim-key",
    "openapi-mode",
    "openapi-security-active",
    "openapi-server-proxy-uri",
    "server-cors-allowed-origins",
    "server-timing-enabled",
    "server-trace-header",
    "url-use-legacy-target-names",
];

/// Taken together, since the one says how the other is read.
const SECRET: [&str; 2] = ["jwt-secret", "jwt-secret-is-base64"];

/// The names that a setting `pgrst.NAME` may have.
pub(crate) fn names_in_database() -> Vec<String> {
    IN_DATABASE.iter().chain(&SECRET).map(|name| name.replace('-', "_")).collect()
}

fn is_in_database(name: &str) -> bool {
    IN_DATABASE.iter().chain(&SECRET).any(|known| *known == name) || name.starts_with(APP_SETTINGS)
}

impl Config {
    /// Whether there is a setting of this name.
    #[must_use]
    pub fn knows(name: &str) -> bool {
        !matches!(Config::new("").set(&canonical(name), ""), Err(SettingError::Unknown(_)))
    }

    /// Takes settings by PostgREST's names (`db-max-rows`, `app.settings.NAME`; `_` does for `-`), `jwt-secret` and
    /// `jwt-secret-is-base64` together. An empty text takes an optional value away and gives another its usual one back.
    ///
    /// # Errors
    /// The first name that is none, or value that its setting cannot have. A secret is never part of it.
    pub fn with_settings(mut self, settings: &[(String, String)]) -> Result<Config, SettingError> {
        for (name, value) in settings {
            self.set(&canonical(name), value)?;
        }
        self.set_keys(settings)?;
        Ok(self)
    }

    /// This configuration with the database's `pgrst.*` settings, given without the prefix, laid over it.
    ///
    /// # Errors
    /// The first value that its setting cannot have. PostgREST then takes none of them.
    pub(crate) fn overridden(&self, settings: &[(String, String)]) -> Result<Config, SettingError> {
        let named = settings.iter().map(|(name, value)| (canonical(name), value));
        // The last one of a name counts, and no other can be wrong.
        let last: BTreeMap<String, &String> = named.filter(|(name, _)| is_in_database(name)).collect();
        let settings = last.into_iter().map(|(name, value)| {
            let value = coerced(&name, value.clone());
            (name, value)
        });
        self.clone().with_settings(&settings.collect::<Vec<_>>())
    }

    /// A secret and the word on how it is written may come from different places: each is read with the other as it is.
    fn set_keys(&mut self, settings: &[(String, String)]) -> Result<(), SettingError> {
        let find = |wanted: &str| settings.iter().rev().find(|(name, _)| canonical(name) == wanted);
        let (secret, is_base64) = (find("jwt-secret"), find("jwt-secret-is-base64"));
        if let Some((name, value)) = is_base64 {
            self.jwt_secret_is_base64 = flag(name, value, false)?;
        }
        if secret.is_some() || is_base64.is_some() {
            let known = self.jwt_secret.as_ref().map_or("", JwtKeys::secret);
            let secret = secret.map_or(known, |(_, secret)| secret);
            let keys = (!secret.is_empty()).then(|| JwtKeys::parse(secret, self.jwt_secret_is_base64));
            self.jwt_secret = keys.transpose()?;
        }
        Ok(())
    }

    fn set(&mut self, name: &str, value: &str) -> Result<(), SettingError> {
        let usual = Config::new("");
        match name {
            "db-uri" => value.clone_into(&mut self.db_uri),
            "db-schemas" => self.db_schemas = schemas(name, value, usual.db_schemas)?,
            "db-extra-search-path" => self.db_extra_search_path = list(value),
            "db-max-rows" => self.db_max_rows = optional(name, value)?,
            "db-anon-role" => self.db_anon_role = optional(name, value)?,
            "db-pool" => self.db_pool = optional(name, value)?.unwrap_or(usual.db_pool),
            "db-pool-acquisition-timeout" => {
                self.db_pool_acquisition_timeout =
                    optional(name, value)?.map_or(usual.db_pool_acquisition_timeout, Duration::from_secs);
            }
            "db-pool-max-lifetime" => {
                self.db_pool_max_lifetime =
                    optional(name, value)?.map_or(usual.db_pool_max_lifetime, Duration::from_secs);
            }
            "db-pool-max-idletime" => {
                self.db_pool_max_idletime =
                    optional(name, value)?.map_or(usual.db_pool_max_idletime, Duration::from_secs);
            }
            "db-pool-client-share" => {
                self.db_pool_client_share = optional(name, value)?.unwrap_or(usual.db_pool_client_share);
            }
            "db-pool-anon-share" => {
                self.db_pool_anon_share = optional(name, value)?.unwrap_or(usual.db_pool_anon_share);
            }
            "db-query-timeout" => {
                let timeout = optional(name, value)?.map(|seconds| match seconds {
                    0 => None,
                    seconds => Some(Duration::from_secs(seconds)),
                });
                self.db_query_timeout = timeout.unwrap_or(usual.db_query_timeout);
            }
            "db-pool-automatic-recovery" => {
                self.db_pool_automatic_recovery = flag(name, value, usual.db_pool_automatic_recovery)?;
            }
            "db-aggregates-enabled" => {
                self.db_aggregates_enabled = flag(name, value, usual.db_aggregates_enabled)?;
            }
            "db-plan-enabled" => self.db_plan_enabled = flag(name, value, usual.db_plan_enabled)?,
            "db-tx-end" => self.db_tx_end = choice(value, usual.db_tx_end)?,
            "db-pre-request" => self.db_pre_request = optional(name, value)?,
            "db-root-spec" => self.db_root_spec = optional(name, value)?,
            "db-config" => self.db_config = flag(name, value, usual.db_config)?,
            "db-pre-config" => self.db_pre_config = optional(name, value)?,
            "db-channel" => self.db_channel = optional(name, value)?.unwrap_or(usual.db_channel),
            "db-channel-enabled" => self.db_channel_enabled = flag(name, value, usual.db_channel_enabled)?,
            "db-hoisted-tx-settings" => {
                self.db_hoisted_tx_settings = non_empty(name, value, usual.db_hoisted_tx_settings)?;
            }
            "db-prepared-statements" => {
                self.db_prepared_statements = flag(name, value, usual.db_prepared_statements)?;
            }
            "jwt-aud" => self.jwt_aud = optional_if(name, value, uri::is_string_or_uri)?,
            "jwt-role-claim-key" => self.jwt_role_claim_key = choice(value, usual.jwt_role_claim_key)?,
            "jwt-cache-max-entries" => {
                self.jwt_cache_max_entries = optional(name, value)?.unwrap_or(usual.jwt_cache_max_entries);
            }
            name if SECRET.contains(&name) => {}
            "client-error-verbosity" => {
                self.client_error_verbosity = choice(value, usual.client_error_verbosity)?;
            }
            "log-query" => self.log_query = flag(name, value, usual.log_query)?,
            "server-cors-allowed-origins" => {
                self.server_cors_allowed_origins = (!value.is_empty()).then(|| list(value));
            }
            "server-timing-enabled" => {
                self.server_timing_enabled = flag(name, value, usual.server_timing_enabled)?;
            }
            "server-trace-header" => {
                self.server_trace_header =
                    optional_if(name, value, |value| value.parse::<HeaderName>().is_ok())?;
            }
            "openapi-mode" => self.openapi_mode = choice(value, usual.openapi_mode)?,
            "openapi-server-proxy-uri" => {
                self.openapi_server_proxy_uri = optional_if(name, value, uri::is_address)?;
            }
            "openapi-security-active" => {
                self.openapi_security_active = flag(name, value, usual.openapi_security_active)?;
            }
            "url-use-legacy-target-names" => {
                self.url_use_legacy_target_names = flag(name, value, usual.url_use_legacy_target_names)?;
            }
            _ => match name.strip_prefix(APP_SETTINGS) {
                Some(_) => {
                    // Postgres does not tell them apart by their letters' case.
                    self.app_settings.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
                    self.app_settings.push((name.to_owned(), value.to_owned()));
                }
                None => return Err(SettingError::Unknown(name.to_owned())),
            },
        }
        Ok(())
    }
}

const APP_SETTINGS: &str = "app.settings.";

/// `db_max_rows` is `db-max-rows`; what the name of an app setting holds stays as it is.
fn canonical(name: &str) -> String {
    let app = name.strip_prefix("app_settings_").or_else(|| name.strip_prefix(APP_SETTINGS));
    match app {
        Some(app) => format!("{APP_SETTINGS}{app}"),
        None => name.replace('_', "-"),
    }
}

fn list(value: &str) -> Vec<String> {
    value.split(',').map(|item| item.trim().to_owned()).filter(|item| !item.is_empty()).collect()
}

fn non_empty(name: &str, value: &str, usual: Vec<String>) -> Result<Vec<String>, BadSetting> {
    match list(value) {
        _ if value.is_empty() => Ok(usual),
        list if list.is_empty() => Err(bad(name, value)),
        list => Ok(list),
    }
}

/// Nothing of the server itself is exposed.
fn schemas(name: &str, value: &str, usual: Vec<String>) -> Result<Vec<String>, BadSetting> {
    let schemas = non_empty(name, value, usual)?;
    match schemas.iter().find(|schema| matches!(schema.as_str(), "pg_catalog" | "information_schema")) {
        Some(schema) => Err(bad(name, schema)),
        None => Ok(schemas),
    }
}

fn choice<T: FromStr<Err = BadSetting>>(value: &str, usual: T) -> Result<T, BadSetting> {
    if value.is_empty() { Ok(usual) } else { value.parse() }
}

fn optional<T: FromStr>(name: &str, value: &str) -> Result<Option<T>, BadSetting> {
    if value.is_empty() { Ok(None) } else { value.parse().map(Some).map_err(|_| bad(name, value)) }
}

fn optional_if(name: &str, value: &str, fits: fn(&str) -> bool) -> Result<Option<String>, BadSetting> {
    match value {
        "" => Ok(None),
        _ if fits(value) => Ok(Some(value.to_owned())),
        _ => Err(bad(name, value)),
    }
}

fn flag(name: &str, value: &str, usual: bool) -> Result<bool, BadSetting> {
    if value.is_empty() { Ok(usual) } else { as_flag(value).ok_or_else(|| bad(name, value)) }
}

fn as_flag(value: &str) -> Option<bool> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" | "yes" | "1" => Some(true),
        "false" | "off" | "no" | "0" => Some(false),
        _ => None,
    }
}

fn bad(name: &str, value: &str) -> BadSetting {
    BadSetting { setting: name.to_owned(), value: value.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::TxEnd;

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    #[test]
    fn the_database_overrides_what_it_names_and_nothing_else() {
        let config = Config { db_max_rows: Some(7), ..Config::new("") };
        let settings = [
            pair("db_schemas", "a, b"),
            pair("db_aggregates_enabled", "true"),
            pair("db_pool", "99"),
            pair("log_query", "true"),
            pair("nonsense", "nonsense"),
        ];
        let overridden = config.overridden(&settings).unwrap();
        assert_eq!(overridden.db_schemas, ["a", "b"]);
        assert_eq!(overridden.db_max_rows, Some(7));
        assert!(overridden.db_aggregates_enabled && !overridden.log_query);
        assert_eq!(overridden.db_pool, config.db_pool);
    }

    #[test]
    fn one_value_in_the_database_that_its_setting_cannot_have_speaks_against_them_all() {
        let rows = pair("db_max_rows", "7");
        for (name, value) in [
            ("db_tx_end", "nonsense"),
            ("jwt_role_claim_key", "test"),
            ("jwt_secret", "short"),
            ("db_schemas", "public, pg_catalog"),
        ] {
            let settings = [rows.clone(), pair(name, value)];
            assert!(Config::new("").overridden(&settings).is_err(), "{name}={value}");
        }
        // Of two values the last one counts.
        let settings = [rows, pair("db_tx_end", "nonsense"), pair("db_tx_end", "rollback")];
        let config = Config::new("").overridden(&settings).unwrap();
        assert_eq!((config.db_max_rows, config.db_tx_end), (Some(7), TxEnd::Rollback));
    }

    #[test]
    fn a_number_or_a_flag_in_the_database_that_cannot_be_read_is_as_one_that_was_not_given() {
        let config = Config { db_max_rows: Some(7), db_plan_enabled: true, ..Config::new("") };
        let settings = [pair("db_max_rows", "seven"), pair("db_plan_enabled", "maybe")];
        let config = config.overridden(&settings).unwrap();
        assert_eq!((config.db_max_rows, config.db_plan_enabled), (None, false));
    }

    #[test]
    fn settings_are_refused_by_name_and_by_value() {
        let set = |name, value| Config::new("").with_settings(&[pair(name, value)]);
        assert!(matches!(set("db-max-row", "7"), Err(SettingError::Unknown(name)) if name == "db-max-row"));
        for (name, value) in
            [("db-max-rows", "many"), ("db-schemas", ","), ("openapi-security-active", "maybe")]
        {
            assert!(matches!(set(name, value), Err(SettingError::Value(_))), "{name}={value}");
        }
        assert!(matches!(set("jwt-secret", "short"), Err(SettingError::Keys(_))));
    }

    #[test]
    fn an_empty_text_takes_a_value_away_or_gives_the_usual_one_back() {
        let config =
            Config { db_max_rows: Some(7), db_anon_role: Some("anon".to_owned()), ..Config::new("") };
        let config = config.with_settings(&[pair("db-max-rows", ""), pair("db-anon-role", "")]).unwrap();
        assert_eq!((config.db_max_rows, config.db_anon_role), (None, None));
        let config = Config {
            db_schemas: vec!["a".to_owned()],
            db_pool: 2,
            db_channel_enabled: false,
            db_tx_end: TxEnd::Rollback,
            ..Config::new("")
        };
        let names = ["db-schemas", "db-pool", "db-channel-enabled", "db-tx-end", "db-extra-search-path"];
        let config = config.with_settings(&names.map(|name| pair(name, ""))).unwrap();
        assert_eq!((config.db_schemas, config.db_pool), (vec!["public".to_owned()], 10));
        assert_eq!((config.db_channel_enabled, config.db_tx_end), (true, TxEnd::Commit));
        assert!(config.db_extra_search_path.is_empty());
    }

    #[test]
    fn a_secret_and_how_it_is_written_may_come_from_different_places() {
        // Of 32 letters, but of 24 bytes where it is base64, which are too few.
        let secret = [pair("jwt-secret", "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz")];
        let is_base64 = [pair("jwt-secret-is-base64", "true")];
        let with = |settings: &[(String, String)]| Config::new("").with_settings(settings);
        assert!(with(&secret).is_ok() && with(&is_base64).is_ok());
        assert!(with(&[secret.as_slice(), &is_base64].concat()).is_err());
        assert!(with(&secret).unwrap().overridden(&is_base64).is_err());
        let flagged = with(&is_base64).unwrap();
        assert!(flagged.overridden(&secret).is_err());
        let plain = [pair("jwt-secret-is-base64", "false")];
        assert!(flagged.overridden(&[secret.as_slice(), &plain].concat()).unwrap().jwt_secret.is_some());
        let none = [pair("jwt-secret", "")];
        assert!(with(&secret).unwrap().with_settings(&none).unwrap().jwt_secret.is_none());
    }

    #[test]
    fn an_app_setting_keeps_its_name_and_its_last_value() {
        let settings = [pair("app_settings_a_b", "1"), pair("app.settings.a_b", "2")];
        let config = Config::new("").with_settings(&settings).unwrap();
        assert_eq!(config.app_settings, [pair("app.settings.a_b", "2")]);
    }

    #[test]
    fn the_query_timeout_is_in_seconds_and_zero_takes_it_away() {
        let set = |value| Config::new("").with_settings(&[pair("db-query-timeout", value)]);
        assert_eq!(set("7").unwrap().db_query_timeout, Some(Duration::from_secs(7)));
        assert_eq!(set("0").unwrap().db_query_timeout, None);
        assert_eq!(set("").unwrap().db_query_timeout, Some(Duration::from_secs(60)));
        assert!(set("7s").is_err());
    }

    #[test]
    fn a_share_of_the_pool_is_a_fraction() {
        for name in ["db-pool-client-share", "db-pool-anon-share"] {
            let set = |value| Config::new("").with_settings(&[pair(name, value)]);
            assert!(set("0.3").is_ok() && set("1").is_ok() && set("").is_ok(), "{name}");
            assert!(set("0").is_err() && set("2").is_err() && set("half").is_err(), "{name}");
        }
    }
}
