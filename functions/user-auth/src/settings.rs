//! The configuration of this process, under the names that Supabase's auth service reads.

use crate::attempts::AttemptLimit;
use password_hashing::Passwords;
use service_kit::Database;
use service_kit::environment::{Environment, EnvironmentError};
use service_kit::jwt::Signer;

const HOUR: u32 = 3600;
const MINIMUM_PASSWORD_LENGTH: usize = 6;

pub(crate) struct Settings {
    pub(crate) database: Database,
    pub(crate) passwords: Passwords,
    pub(crate) signer: Signer,
    /// The claim `iss` of tokens.
    pub(crate) issuer: String,
    /// Seconds.
    pub(crate) token_lifetime: u32,
    pub(crate) minimum_password_length: usize,
    pub(crate) signup_disabled: bool,
    pub(crate) limit: AttemptLimit,
}

impl Settings {
    pub(crate) fn from_environment(environment: &Environment) -> Result<Settings, EnvironmentError> {
        let minimum = environment.parsed("GOTRUE_PASSWORD_MIN_LENGTH", "a number of characters")?;
        let issuer = match environment.optional("GOTRUE_JWT_ISSUER") {
            Some(issuer) => issuer.to_owned(),
            None => format!("{}/auth/v1", environment.required("SUPABASE_URL")?),
        };
        Ok(Settings {
            database: Database::from_environment(environment, "GOTRUE_DB_DATABASE_URL")?,
            passwords: Passwords::new(),
            signer: Signer::from_environment(environment)?,
            issuer,
            token_lifetime: environment.parsed("GOTRUE_JWT_EXP", "a number of seconds")?.unwrap_or(HOUR),
            minimum_password_length: minimum.unwrap_or(MINIMUM_PASSWORD_LENGTH),
            signup_disabled: environment.flag("GOTRUE_DISABLE_SIGNUP")?,
            limit: AttemptLimit::from_environment(environment)?,
        })
    }
}
