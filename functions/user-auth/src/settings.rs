//! The configuration of this process.

use functions_shared::AuthService;
use service_kit::Database;
use service_kit::environment::{Environment, EnvironmentError};

const MINIMUM_PASSWORD_LENGTH: usize = 6;

pub(crate) struct Settings {
    pub(crate) auth: AuthService,
    /// The profiles.
    pub(crate) database: Database,
    /// Characters. The auth service has the same minimum, and its error does not name it.
    pub(crate) minimum_password_length: usize,
}

impl Settings {
    pub(crate) fn from_environment(environment: &Environment) -> Result<Settings, EnvironmentError> {
        let minimum = environment.parsed("GOTRUE_PASSWORD_MIN_LENGTH", "a number of characters")?;
        Ok(Settings {
            auth: AuthService::from_environment(environment)?,
            database: Database::from_environment(environment, "SUPABASE_DB_URL")?,
            minimum_password_length: minimum.unwrap_or(MINIMUM_PASSWORD_LENGTH),
        })
    }
}
