//! The state that all connections and handlers share.

use std::sync::Arc;

use service_kit::Verifier;
use service_kit::environment::{Environment, EnvironmentError};
use tokio::sync::watch;

use crate::authorization::Authorizer;
use crate::changes::Subscriptions;
use crate::database::{self, Database};
use crate::disconnects::Disconnects;
use crate::hub::{Hub, SingleNode};
use crate::rate_counter::Rates;
use crate::replication::{self, Replication};
use crate::settings::Settings;
use crate::start_error::StartError;
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
    pub(crate) subscriptions: Arc<Subscriptions>,
    pub(crate) disconnects: Disconnects,
    /// True while changes are read from the database.
    pub(crate) replication_ready: watch::Receiver<bool>,
}

impl AppState {
    /// Reads the configuration, without connecting. The caller runs the returned [`Replication`].
    pub(crate) fn from_environment(environment: &Environment) -> Result<(AppState, Replication), StartError> {
        let settings = Settings::from_environment(environment)?;
        let verifier = Verifier::from_environment(environment)?;
        let database = Database::from_environment(environment)?;
        let rates = Rates::new(&settings);
        let hub = Hub::new(rates.clone(), Box::new(SingleNode));
        let subscriptions = Arc::<Subscriptions>::default();
        let connector = replication::connector(environment.required(database::URL)?)
            .map_err(|cause| EnvironmentError::Unusable { name: database::URL, cause: cause.into() })?;
        let (replication, replication_ready) =
            Replication::new(connector, Arc::clone(&hub), Arc::clone(&subscriptions), &rates, &settings);
        let state = AppState {
            verifier,
            authorizer: Authorizer::new(database.clone()),
            database,
            hub,
            replication_ready,
            subscriptions,
            users: Users::new(settings.max_concurrent_users),
            rates,
            disconnects: Disconnects::at_signals().map_err(StartError::Signal)?,
            settings,
        };
        Ok((state, replication))
    }
}
