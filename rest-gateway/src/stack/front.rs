//! Starts the front door with everything behind it: the service processes, the REST engine and the site.

use super::auth_settings::AuthSettings;
use super::context::StackContext;
use super::database_url::as_role;
use super::function_source::FunctionSource;
use super::listeners::Listeners;
use super::live_keys::LiveKeys;
use super::rest::{Rest, RestError};
use super::roles::AUTHENTICATOR;
use super::services::{AUTH, REALTIME, STORAGE, ServiceError};
use super::third_party::ThirdPartyKeys;
use crate::config::Config;
use crate::extension_workers::{self, ExtensionWorkers};
use crate::front_door::{self, Keys as ApiKeys, Options, Running};
use crate::function_host::{FunctionHost, HostError, JwksError, Service, TokenVerifier};
use crate::session_check::SessionCheck;
use crate::signals::{Event, Signals};
use postgres_connect::AddressError;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

/// Why the front door cannot be started.
#[derive(Debug, thiserror::Error)]
pub enum FrontError {
    #[error(transparent)]
    Service(#[from] ServiceError),
    #[error(transparent)]
    Host(#[from] HostError),
    #[error(transparent)]
    Rest(#[from] RestError),
    #[error("the keys for tokens cannot be used: {0}")]
    Keys(#[from] JwksError),
    #[error("sessions cannot be checked: {0}")]
    Sessions(#[from] AddressError),
    #[error("the workers of extensions cannot start: {0}")]
    Workers(AddressError),
    #[error(transparent)]
    AppState(#[from] front_door::StartError),
}

/// A running front door with the processes and the engine behind it.
pub struct Front {
    front_door: Running,
    host: FunctionHost,
    rest: Option<Rest>,
    extension_workers: ExtensionWorkers,
    /// `None` without the auth service.
    auth_settings: Option<Box<AuthSettings>>,
    /// `None` if the functions stay as they are.
    functions: Option<Arc<FunctionSource>>,
    /// Receives new keys for as long as the front door runs.
    _live_keys: Arc<LiveKeys>,
    _third_party: Option<ThirdPartyKeys>,
    not_served: Vec<&'static str>,
}

impl Front {
    /// Starts the services and the engine, then the servers.
    ///
    /// # Errors
    /// When one of them cannot be started.
    pub async fn open(
        context: &StackContext<'_>,
        listeners: Listeners,
        services: Vec<Service>,
        auth_settings: Option<Box<AuthSettings>>,
        functions: Option<Arc<FunctionSource>>,
    ) -> Result<Front, FrontError> {
        let (config, keys) = (context.config, context.keys);
        let has = |name: &str| {
            services.iter().find(|service| service.name.as_str() == name).map(|it| it.name.clone())
        };
        let auth = has(AUTH);
        let storage = has(STORAGE);
        let realtime = has(REALTIME);

        let host = FunctionHost::new(services)?;
        let (rest, ready) = tokio::join!(Rest::start(context), host.eager_services_ready());
        ready?;
        let rest = rest?;
        let tokens = TokenVerifier::following(context.live_keys.subscribe())?;
        let front_door = front_door::start(Options {
            listener: listeners.api,
            admin: listeners.admin,
            keys: ApiKeys {
                anon: keys.anon_key.clone(),
                service_role: keys.service_role_key.clone(),
                publishable: non_empty(&keys.publishable_key),
                secret: non_empty(&keys.secret_key),
            },
            sessions: session_check(context, &tokens)?,
            tokens,
            engine: rest.as_ref().map(|rest| rest.engine.clone()),
            host: host.clone(),
            auth: auth.clone(),
            storage: storage.clone(),
            realtime: realtime.clone(),
            dist: built_site(config),
            site_functions: config.site.enabled_functions(&config.functions),
            map_style_url: config.site.map_style_url.as_ref().map(|style| style.0.clone()),
            trusted_proxies: config.api.trusted_proxies.0.clone(),
            public_url: context.public_url().to_owned(),
            workers: config.api.workers.and_then(|workers| usize::try_from(workers.get()).ok()),
        })
        .await?;
        let extension_workers = ExtensionWorkers::start(extension_workers::Options {
            db_url: context.db_url.to_owned(),
            gateway_url: context.url.to_owned(),
            gateway_port: config.api.port.into(),
        })
        .map_err(FrontError::Workers)?;
        let not_served = not_served(rest.is_some(), auth.is_some(), storage.is_some(), realtime.is_some());
        let live_keys = Arc::clone(context.live_keys);
        let third_party = config.auth.third_party.clone();
        let third_party = third_party.map(|issuer| ThirdPartyKeys::follow(issuer, Arc::clone(&live_keys)));
        Ok(Front {
            front_door,
            host,
            rest,
            extension_workers,
            auth_settings,
            functions,
            _live_keys: live_keys,
            _third_party: third_party,
            not_served,
        })
    }

    /// The parts of Supabase's API that answer 501.
    pub fn not_served(&self) -> Vec<&'static str> {
        self.not_served.clone()
    }

    /// The processes of the functions and services.
    pub fn host(&self) -> &FunctionHost {
        &self.host
    }

    /// The port of the admin server, if there is one.
    pub fn admin_port(&self) -> Option<u16> {
        self.front_door.admin_address().map(|address| address.port())
    }

    /// Serves until a termination signal. On a signal to reload, the auth service gets the settings of the changed
    /// configuration, and the functions of a project become those of the configuration. The REST engine listens for that
    /// signal itself.
    pub async fn run(&self, signals: &mut Signals) {
        while signals.next_event().await == Event::Reload {
            self.reload_auth();
            self.functions.iter().for_each(|functions| functions.update(&self.host));
        }
    }

    fn reload_auth(&self) {
        let Some(settings) = &self.auth_settings else { return };
        // A short file: the read does not delay other requests.
        match settings.reload() {
            Ok(()) => self.host.get(AUTH).into_iter().for_each(|auth| auth.reload()),
            Err(error) => tracing::error!("the settings of [auth] stay as they were: {error}"),
        }
    }

    /// Graceful shutdown: waits for requests in flight, then stops the processes and the engine. The realtime service has
    /// its clients come back, since their connections would not end by themselves.
    pub async fn stop(self) {
        drop(self.extension_workers);
        let disconnecting =
            async { self.host.get(REALTIME).into_iter().for_each(|realtime| realtime.reload()) };
        tokio::join!(self.front_door.stop(), disconnecting);
        self.host.stop().await;
        if let Some(rest) = self.rest {
            rest.stop().await;
        }
    }
}

/// The check of sessions, unless the configuration turns it off or the accounts are another service's.
fn session_check(
    context: &StackContext<'_>,
    tokens: &TokenVerifier,
) -> Result<Option<SessionCheck>, AddressError> {
    if !context.checks_sessions() {
        return Ok(None);
    }
    let url = as_role(context.db_url, AUTHENTICATOR, &context.keys.authenticator_password);
    let interval = Duration::from_secs(context.config.auth.session_check_interval.get());
    SessionCheck::new(&url, tokens.clone(), interval).map(Some)
}

fn not_served(rest: bool, auth: bool, storage: bool, realtime: bool) -> Vec<&'static str> {
    let optional = [("rest/v1", rest), ("auth/v1", auth), ("storage/v1", storage), ("realtime/v1", realtime)];
    let off = optional.into_iter().filter(|(_, served)| !served).map(|(part, _)| part);
    off.chain(front_door::NOT_SERVED).collect()
}

/// The folder of the built site, if it exists.
pub fn built_site(config: &Config) -> Option<PathBuf> {
    let dist = config.site.dist.clone()?;
    dist.join("index.html").is_file().then_some(dist)
}

fn non_empty(key: &str) -> Vec<String> {
    if key.is_empty() { Vec::new() } else { vec![key.to_owned()] }
}
