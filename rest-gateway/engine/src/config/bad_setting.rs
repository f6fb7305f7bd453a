//! The error for an invalid value. It starts with PostgREST's message, for settings that have one.

use std::fmt;

/// An invalid value of a setting.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct BadSetting {
    /// The setting's name, with hyphens.
    pub setting: String,
    /// The rejected value.
    pub value: String,
}

impl fmt::Display for BadSetting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BadSetting { setting, value } = self;
        match setting.as_str() {
            "client-error-verbosity" | "openapi-mode" => {
                write!(f, "Invalid {setting}. Check your configuration. ")?;
            }
            "db-schemas" if !value.contains(',') => {
                write!(f, "db-schemas does not allow schema: '{value}'. ")?
            }
            "db-tx-end" => f.write_str("Invalid transaction termination. Check your configuration. ")?,
            "jwt-aud" => f.write_str("jwt-aud should be a string or a valid URI. ")?,
            "jwt-role-claim-key" => write!(f, "failed to parse role-claim-key value ({value}). ")?,
            "openapi-server-proxy-uri" => {
                f.write_str("Malformed proxy uri, a correct example: https://example.com:8443/basePath. ")?;
            }
            _ => {}
        }
        write!(f, "`{value}` is not a value of {setting}")
    }
}
