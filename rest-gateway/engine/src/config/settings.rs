//! Sets a configuration by PostgREST's names and text values: from the environment, from a file, or from the database,
//! as with `alter role authenticator set pgrst.db_max_rows = '100'`. Rejects unknown names and invalid values.

use std::collections::BTreeMap;
use std::time::Duration;

use actix_web::http::header::HeaderName;

use super::bad_setting::BadSetting;
use super::coerce::coerced;
use super::options::Config;
use super::uri;
use super::values::{choice, flag, fraction_of_seconds, list, non_empty, optional, optional_if, schemas};
use crate::auth::{BadKeys, JwtKeys};

/// A setting was rejected.
#[derive(Debug, thiserror::Error)]
pub enum SettingError {
    /// There is no setting of this name.
    #[error("`{0}` is not a setting")]
    Unknown(String),
    /// The value is invalid.
    #[error(transparent)]
    Value(#[from] BadSetting),
    /// The JWT secret is invalid.
    #[error("jwt-secret: {0}")]
    Keys(#[from] BadKeys),
}

/// The settings that may be stored in the database. The others are needed before the database can be read.
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

/// Applied together, because one determines how the other is decoded.
const SECRET: [&str; 2] = ["jwt-secret", "jwt-secret-is-base64"];

/// The names that `pgrst.NAME` settings may have.
pub(crate) fn names_in_database() -> Vec<String> {
    IN_DATABASE.iter().chain(&SECRET).map(|name| name.replace('-', "_")).collect()
}

fn is_in_database(name: &str) -> bool {
    IN_DATABASE.iter().chain(&SECRET).any(|known| *known == name) || name.starts_with(APP_SETTINGS)
}

impl Config {
    /// True if there is a setting of this name.
    #[must_use]
    pub fn has_setting(name: &str) -> bool {
        !matches!(Config::new("").set(&canonical(name), ""), Err(SettingError::Unknown(_)))
    }

    /// Applies settings by PostgREST's names (`db-max-rows`, `app.settings.NAME`; `_` may replace `-`). An empty text
    /// removes an optional value and resets any other value to its default.
    ///
    /// # Errors
    /// For the first unknown name or invalid value. The error never contains a secret.
    pub fn with_settings(mut self, settings: &[(String, String)]) -> Result<Config, SettingError> {
        for (name, value) in settings {
            self.set(&canonical(name), value)?;
        }
        self.set_keys(settings)?;
        Ok(self)
    }

    /// This configuration, overridden by the database's `pgrst.*` settings. `settings`: names without the prefix.
    ///
    /// # Errors
    /// For the first invalid value. As in PostgREST, no setting is applied then.
    pub(crate) fn overridden(&self, settings: &[(String, String)]) -> Result<Config, SettingError> {
        let named = settings.iter().map(|(name, value)| (canonical(name), value));
        // Only the last value of a name counts. An earlier one may be invalid.
        let last: BTreeMap<String, &String> = named.filter(|(name, _)| is_in_database(name)).collect();
        let settings = last.into_iter().map(|(name, value)| {
            let value = coerced(&name, value.clone());
            (name, value)
        });
        self.clone().with_settings(&settings.collect::<Vec<_>>())
    }

    /// The secret and its encoding may come from different sources, so that each is combined with the current other
    /// one.
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
        let is_known = SECRET.contains(&name)
            || self.set_pool(name, value)?
            || self.set_database(name, value)?
            || self.set_server(name, value)?
            || self.set_app_setting(name, value);
        if is_known { Ok(()) } else { Err(SettingError::Unknown(name.to_owned())) }
    }

    /// The pool and its timeouts. `false` if the name is another one.
    fn set_pool(&mut self, name: &str, value: &str) -> Result<bool, BadSetting> {
        let default = Config::new("");
        match name {
            "db-pool" => self.db_pool = optional(name, value)?.unwrap_or(default.db_pool),
            "db-pool-acquisition-timeout" => {
                self.db_pool_acquisition_timeout =
                    optional(name, value)?.map_or(default.db_pool_acquisition_timeout, Duration::from_secs);
            }
            "db-pool-max-wait" => self.db_pool_max_wait = fraction_of_seconds(name, value)?,
            "db-pool-max-lifetime" => {
                self.db_pool_max_lifetime =
                    optional(name, value)?.map_or(default.db_pool_max_lifetime, Duration::from_secs);
            }
            "db-pool-max-idletime" => {
                self.db_pool_max_idletime =
                    optional(name, value)?.map_or(default.db_pool_max_idletime, Duration::from_secs);
            }
            "db-pool-client-share" => {
                self.db_pool_client_share = optional(name, value)?.unwrap_or(default.db_pool_client_share);
            }
            "db-pool-anon-share" => {
                self.db_pool_anon_share = optional(name, value)?.unwrap_or(default.db_pool_anon_share);
            }
            "db-pool-role-share" => {
                self.db_pool_role_share = optional(name, value)?.unwrap_or(default.db_pool_role_share);
            }
            "db-query-timeout" => {
                let timeout = optional(name, value)?.map(|seconds| match seconds {
                    0 => None,
                    seconds => Some(Duration::from_secs(seconds)),
                });
                self.db_query_timeout = timeout.unwrap_or(default.db_query_timeout);
            }
            "db-pool-automatic-recovery" => {
                self.db_pool_automatic_recovery = flag(name, value, default.db_pool_automatic_recovery)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Everything else of the database. `false` if the name is another one.
    fn set_database(&mut self, name: &str, value: &str) -> Result<bool, BadSetting> {
        let default = Config::new("");
        match name {
            "db-uri" => value.clone_into(&mut self.db_uri),
            "db-direct-uri" => self.db_direct_uri = optional(name, value)?,
            "db-read-uris" => self.db_read_uris = value.split_whitespace().map(str::to_owned).collect(),
            "db-read-max-lag" => {
                self.db_read_max_lag =
                    optional(name, value)?.map_or(default.db_read_max_lag, Duration::from_secs);
            }
            "db-schemas" => self.db_schemas = schemas(name, value, default.db_schemas)?,
            "db-extra-search-path" => self.db_extra_search_path = list(value),
            "db-max-rows" => self.db_max_rows = optional(name, value)?,
            "db-anon-role" => self.db_anon_role = optional(name, value)?,
            "db-aggregates-enabled" => {
                self.db_aggregates_enabled = flag(name, value, default.db_aggregates_enabled)?;
            }
            "db-plan-enabled" => self.db_plan_enabled = flag(name, value, default.db_plan_enabled)?,
            "db-tx-end" => self.db_tx_end = choice(value, default.db_tx_end)?,
            "db-pre-request" => self.db_pre_request = optional(name, value)?,
            "db-root-spec" => self.db_root_spec = optional(name, value)?,
            "db-config" => self.db_config = flag(name, value, default.db_config)?,
            "db-pre-config" => self.db_pre_config = optional(name, value)?,
            "db-channel" => self.db_channel = optional(name, value)?.unwrap_or(default.db_channel),
            "db-channel-enabled" => self.db_channel_enabled = flag(name, value, default.db_channel_enabled)?,
            "db-hoisted-tx-settings" => {
                self.db_hoisted_tx_settings = non_empty(name, value, default.db_hoisted_tx_settings)?;
            }
            "db-prepared-statements" => {
                self.db_prepared_statements = flag(name, value, default.db_prepared_statements)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Tokens, responses and the log. `false` if the name is another one.
    fn set_server(&mut self, name: &str, value: &str) -> Result<bool, BadSetting> {
        let default = Config::new("");
        match name {
            "jwt-aud" => self.jwt_aud = optional_if(name, value, uri::is_string_or_uri)?,
            "jwt-role-claim-key" => self.jwt_role_claim_key = choice(value, default.jwt_role_claim_key)?,
            "jwt-cache-max-entries" => {
                self.jwt_cache_max_entries = optional(name, value)?.unwrap_or(default.jwt_cache_max_entries);
            }
            "client-error-verbosity" => {
                self.client_error_verbosity = choice(value, default.client_error_verbosity)?;
            }
            "log-query" => self.log_query = flag(name, value, default.log_query)?,
            "server-cors-allowed-origins" => {
                self.server_cors_allowed_origins = (!value.is_empty()).then(|| list(value));
            }
            "server-timing-enabled" => {
                self.server_timing_enabled = flag(name, value, default.server_timing_enabled)?;
            }
            "server-trace-header" => {
                self.server_trace_header =
                    optional_if(name, value, |value| value.parse::<HeaderName>().is_ok())?;
            }
            "openapi-mode" => self.openapi_mode = choice(value, default.openapi_mode)?,
            "openapi-server-proxy-uri" => {
                self.openapi_server_proxy_uri = optional_if(name, value, uri::is_address)?;
            }
            "openapi-security-active" => {
                self.openapi_security_active = flag(name, value, default.openapi_security_active)?;
            }
            "url-use-legacy-target-names" => {
                self.url_use_legacy_target_names = flag(name, value, default.url_use_legacy_target_names)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn set_app_setting(&mut self, name: &str, value: &str) -> bool {
        let is_app_setting = name.starts_with(APP_SETTINGS);
        if is_app_setting {
            // Names of GUCs are case-insensitive.
            self.app_settings.retain(|(known, _)| !known.eq_ignore_ascii_case(name));
            self.app_settings.push((name.to_owned(), value.to_owned()));
        }
        is_app_setting
    }
}

const APP_SETTINGS: &str = "app.settings.";

/// `db_max_rows` becomes `db-max-rows`. The name of an app setting is not changed.
fn canonical(name: &str) -> String {
    let app = name.strip_prefix("app_settings_").or_else(|| name.strip_prefix(APP_SETTINGS));
    match app {
        Some(app) => format!("{APP_SETTINGS}{app}"),
        None => name.replace('_', "-"),
    }
}

#[cfg(test)]
mod tests;
