//! The state that all handlers share.

use password_hashing::Passwords;
use service_kit::Verifier;
use service_kit::environment::{Environment, EnvironmentError};
use service_kit::jwt::{Signer, SigningKey};

use crate::database::Database;
use crate::http_client::HttpClient;
use crate::mail::Mailer;
use crate::settings::Settings;

/// The state that all handlers share. A clone is cheap and shares it.
#[derive(Clone)]
pub struct AppState {
    pub(crate) database: Database,
    pub(crate) settings: Settings,
    /// Signs access tokens.
    pub(crate) signer: Signer,
    /// Verifies access tokens and the project's keys.
    pub(crate) verifier: Verifier,
    /// The keys that `/.well-known/jwks.json` publishes.
    pub(crate) signing_keys: Vec<SigningKey>,
    pub(crate) passwords: Passwords,
    pub(crate) mailer: Mailer,
    /// For requests to other servers.
    pub(crate) http: HttpClient,
}

impl AppState {
    /// Reads the configuration. Connects to Postgres when the first request needs it.
    ///
    /// # Errors
    /// When a required variable is missing, or a value is invalid.
    pub fn from_environment(environment: &Environment) -> Result<Self, EnvironmentError> {
        const KEYS: &str = "GOTRUE_JWT_KEYS";
        let signing_keys = match environment.optional(KEYS) {
            Some(json) => SigningKey::parse_all(json)
                .map_err(|cause| EnvironmentError::Unusable { name: KEYS, cause: Box::new(cause) })?,
            None => Vec::new(),
        };
        let settings = Settings::from_environment(environment)?;
        Ok(Self {
            database: Database::from_environment(environment)?,
            mailer: Mailer::new(settings.mail.clone()),
            settings,
            signer: Signer::from_environment(environment)?,
            verifier: Verifier::from_environment(environment)?,
            signing_keys,
            passwords: Passwords::new(),
            http: HttpClient::default(),
        })
    }
}
