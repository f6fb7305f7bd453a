//! The state that all handlers share.

use password_hashing::Passwords;
use service_kit::Verifier;
use service_kit::environment::{Environment, EnvironmentError};
use service_kit::jwt::Signer;
use service_kit::serve::set_idle_scheduling;

use crate::cleanup::Cleanup;
use crate::database::Database;
use crate::external::ProviderClients;
use crate::http_client::HttpClient;
use crate::mail::Mailer;
use crate::settings::Settings;

/// The state that all handlers share. A clone is cheap and shares it.
#[derive(Clone)]
pub(crate) struct AppState {
    pub(crate) database: Database,
    pub(crate) cleanup: Cleanup,
    pub(crate) settings: Settings,
    /// Signs access tokens, and knows the keys that `/.well-known/jwks.json` publishes.
    pub(crate) signer: Signer,
    /// Verifies access tokens and the project's keys.
    pub(crate) verifier: Verifier,
    pub(crate) passwords: Passwords,
    pub(crate) mailer: Mailer,
    /// For requests to other servers.
    pub(crate) http: HttpClient,
    /// For requests to identity providers.
    pub(crate) providers: ProviderClients,
}

impl AppState {
    /// Reads the configuration. Connects to Postgres when the first request needs it.
    ///
    /// # Errors
    /// When a required variable is missing, or a value is invalid.
    pub(crate) fn from_environment(environment: &Environment) -> Result<Self, EnvironmentError> {
        let settings = Settings::from_environment(environment)?;
        let http = HttpClient::default();
        let external = &settings.external;
        let providers =
            ProviderClients::new(http.clone(), external.allows_private_addresses, external.request_timeout);
        Ok(Self {
            database: Database::from_environment(environment)?,
            cleanup: Cleanup::default(),
            mailer: Mailer::new(settings.mail.clone()),
            settings,
            signer: Signer::from_environment(environment)?,
            verifier: Verifier::from_environment(environment)?,
            passwords: Passwords::with_lower_priority(set_idle_scheduling),
            http,
            providers,
        })
    }

    /// The state for a request whose public address is `url`: its mails lead there.
    pub(crate) fn with_external_url(&self, url: &str) -> AppState {
        let mut state = self.clone();
        state.mailer = self.mailer.with_external_url(url);
        url.clone_into(&mut state.settings.mail.external_url);
        state
    }

    /// The state with changed settings and keys. The connections and the limits of password hashing stay.
    ///
    /// # Errors
    /// When a required variable is missing, or a value is invalid.
    pub(crate) fn reloaded(&self, environment: &Environment) -> Result<Self, EnvironmentError> {
        Ok(Self {
            database: self.database.clone(),
            cleanup: self.cleanup.clone(),
            passwords: self.passwords.clone(),
            http: self.http.clone(),
            ..AppState::from_environment(environment)?
        })
    }
}
