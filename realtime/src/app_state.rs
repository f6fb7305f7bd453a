//! The state that all connections and handlers share.

use std::sync::Arc;

use service_kit::Verifier;
use service_kit::environment::{Environment, EnvironmentError};
use tokio::sync::watch;

use crate::authorization::Authorizer;
use crate::changes::Subscriptions;
use crate::cluster::{ClusterAddress, ClusterLink, Inbox, Publisher, ReaderStatus};
use crate::database::{self, Database};
use crate::disconnects::Disconnects;
use crate::hub::{Hub, NodeId};
use crate::long_poll::LongPollSessions;
use crate::metrics::Metrics;
use crate::rate_counter::Rates;
use crate::replication::{self, Replication, ReplicationContext};
use crate::sessions::Sessions;
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
    pub(crate) metrics: Metrics,
    pub(crate) users: Users,
    pub(crate) sessions: Sessions,
    pub(crate) long_polls: LongPollSessions,
    pub(crate) subscriptions: Arc<Subscriptions>,
    pub(crate) publisher: Publisher,
    pub(crate) reader: ReaderStatus,
    pub(crate) disconnects: Disconnects,
    /// True while some node reads changes from the database.
    pub(crate) replication_ready: watch::Receiver<bool>,
}

impl AppState {
    /// Reads the configuration. It does not connect. The caller runs the other parts; there is no link
    /// without Redis.
    pub(crate) fn from_environment(
        environment: &Environment,
    ) -> Result<(AppState, Replication, Option<ClusterLink>), StartError> {
        let settings = Settings::from_environment(environment)?;
        let verifier = Verifier::from_environment(environment)?;
        let database = Database::from_environment(environment)?;
        let address = ClusterAddress::from_environment(environment)?;
        let rates = Rates::new(&settings);
        let users = Users::new(settings.max_concurrent_users);
        let (publisher, reader) = (Publisher::new(NodeId::random()), ReaderStatus::new());
        let hub = Hub::new(rates.clone(), Box::new(publisher.clone()));
        let subscriptions = Arc::<Subscriptions>::default();
        let connector = replication::connector(environment.required(database::URL)?)
            .map_err(|cause| EnvironmentError::Unusable { name: database::URL, cause: cause.into() })?;
        let replication = Replication::new(ReplicationContext {
            connector,
            is_clustered: address.is_some(),
            database: database.clone(),
            hub: Arc::clone(&hub),
            subscriptions: Arc::clone(&subscriptions),
            publisher: publisher.clone(),
            reader: reader.clone(),
            rates: rates.clone(),
            settings: &settings,
        });
        let inbox = Inbox::new(
            Arc::clone(&hub),
            publisher.clone(),
            Arc::clone(&subscriptions),
            rates.clone(),
            users.clone(),
            reader.clone(),
        );
        let link = address.map(|address| ClusterLink::new(address, inbox));
        let state = AppState {
            verifier,
            authorizer: Authorizer::new(database.clone()),
            database,
            hub,
            replication_ready: reader.subscribe(),
            reader,
            publisher,
            subscriptions,
            users,
            sessions: Sessions::default(),
            long_polls: LongPollSessions::default(),
            rates,
            metrics: Metrics::default(),
            disconnects: Disconnects::at_signals().map_err(StartError::Signal)?,
            settings,
        };
        Ok((state, replication, link))
    }
}
