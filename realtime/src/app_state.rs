//! What all connections and handlers share.

use std::sync::Arc;

use service_kit::Verifier;
use service_kit::environment::{Environment, EnvironmentError};

use crate::StartError;
use crate::authorization::Authorizer;
use crate::database::Database;
use crate::disconnects::Disconnects;
use crate::hub::{Hub, SingleNode};
use crate::rate_counter::Rates;
use crate::settings::Settings;
use crate::users::Users;

/// The shared state.
pub(crate) struct AppState {
    pub(crate) settings: Settings,
    pub(crate) verifier: Verifier,
    pub(crate) database: Database,
    pub(crate) authorizer: Authorizer,
    pub(crate) hub: Arc<Hub>,
    pub(crate) rates: Rates,
    pub(crate) users: Users,
    pub(crate) disconnects: Disconnects,
}

impl AppState {
    /// Reads the configuration. Connects to nothing yet.
    pub(crate) fn from_environment(environment: &Environment) -> Result<AppState, StartError> {
        let settings = Settings::from_environment(environment)?;
        let verifier = Verifier::from_environment(environment)?;
        let database = Database::from_environment(environment)?;
        let rates = Rates::new(&settings);
        Ok(AppState {
            verifier,
            authorizer: Authorizer::new(database.clone()),
            database,
            hub: Hub::new(rates.clone(), Box::new(SingleNode)),
            users: Users::new(settings.max_concurrent_users),
            rates,
            disconnects: Disconnects::at_signals().map_err(StartError::Signal)?,
            settings,
        })
    }
}

impl From<EnvironmentError> for StartError {
    fn from(error: EnvironmentError) -> StartError {
        StartError::Environment(error)
    }
}
