//! Starts the front door with everything behind it: the service processes, the REST engine and the site.

use super::auth::settings::AuthSettings;
use super::context::StackContext;
use super::database::database_url::as_role;
use super::database::roles::AUTHENTICATOR;
use super::functions::source::FunctionSource;
use super::keys::live_keys::LiveKeys;
use super::keys::third_party::ThirdPartyKeys;
use super::services::listeners::Listeners;
use super::services::rest::{Rest, RestError};
use super::services::{AUTH, REALTIME, STORAGE, ServiceError};
use super::shutdown::Shutdown;
use crate::config::{Config, Tls};
use crate::extension_workers::{self, ExtensionWorkers};
use crate::front_door::{self, CertificateError, Certificates, Check, Keys as ApiKeys, Options, Running};
use crate::function_host::{FunctionHost, HostError, JwksError, STOP_GRACE, Service, TokenVerifier};
use crate::health_checks::{self, Systems};
use crate::session_check::SessionCheck;
use crate::signals::{Event, Signals};
use postgres_connect::AddressError;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;
use tokio::time::Instant;

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
    #[error("[api.tls]: {0}")]
    Certificates(#[from] CertificateError),
    #[error("the database cannot be checked: {0}")]
    Checks(AddressError),
    #[error("the workers of extensions cannot start: {0}")]
    Workers(AddressError),
    #[error(transparent)]
    FrontDoor(#[from] front_door::StartError),
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
    shutdown: Shutdown,
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
        shutdown: Shutdown,
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
            certificates: certificates(config.api.tls.as_ref())?,
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
            auth_needs_key: !config.is_local_project(),
            storage: storage.clone(),
            realtime: realtime.clone(),
            dist: built_site(config),
            site_functions: config.site.enabled_functions(&config.functions),
            map_style_url: config.site.map_style_url.as_ref().map(|style| style.0.clone()),
            trusted_proxies: config.api.trusted_proxies.0.clone(),
            public_url: context.public_url().to_owned(),
            workers: config.api.workers.and_then(|workers| usize::try_from(workers.get()).ok()),
            checks: checks(context).map_err(FrontError::Checks)?,
            slow_after: config.api.slow_request_ms.map(|after| Duration::from_millis(after.get())),
            drain: shutdown.timeout,
        })
        .await?;
        let extension_workers = ExtensionWorkers::start(extension_workers::Options {
            db_url: context.db_url.to_owned(),
            gateway_url: context.url.to_owned(),
            gateway_port: config.api.port.into(),
        })
        .map_err(FrontError::Workers)?;
        let not_served = not_served([
            ("rest/v1", rest.is_some()),
            ("auth/v1", auth.is_some()),
            ("storage/v1", storage.is_some()),
            ("storage/v1/s3", storage.is_some() && config.storage.s3_protocol.enabled),
            ("realtime/v1", realtime.is_some()),
        ]);
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
            shutdown,
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

    /// Graceful shutdown: reports that the gateway is not ready, waits until load balancers have noticed, closes the
    /// listener, waits for requests in flight, then stops the processes and the engine. The realtime service closes its
    /// connections and long polls, which would not end by themselves.
    pub async fn stop(mut self) {
        drop(self.extension_workers);
        self.front_door.drain();
        if !self.shutdown.delay.is_zero() {
            tracing::info!(
                seconds = self.shutdown.delay.as_secs(),
                "not ready any more; the listener closes later"
            );
            tokio::time::sleep(self.shutdown.delay).await;
        }
        if let Some(rest) = &mut self.rest {
            rest.stop_reloading().await;
        }
        let deadline = Instant::now() + self.shutdown.timeout;
        let disconnecting =
            async { self.host.get(REALTIME).into_iter().for_each(|realtime| realtime.reload()) };
        tokio::join!(self.front_door.stop(), disconnecting);
        let left = deadline.saturating_duration_since(Instant::now());
        self.host.stop_within(left.max(STOP_GRACE)).await;
        if let Some(rest) = self.rest {
            rest.stop().await;
        }
    }
}

/// The certificate of `[api.tls]`.
fn certificates(tls: Option<&Tls>) -> Result<Option<Arc<Certificates>>, CertificateError> {
    tls.map(|tls| Certificates::follow(tls.certificate.clone(), tls.key.clone())).transpose()
}

/// The checks of the systems behind the gateway. The stack's own S3 server is one of the processes, which are checked
/// anyway.
fn checks(context: &StackContext<'_>) -> Result<Vec<Check>, AddressError> {
    let config = context.config;
    let s3_endpoint = config.storage.s3.endpoint.as_ref().filter(|_| config.storage.enabled);
    health_checks::checks(&Systems {
        db_url: &as_authenticator(context, context.db_url),
        pooler_url: context.pooler_url.map(|url| as_authenticator(context, url)).as_deref(),
        read_urls: &read_urls(context),
        s3_endpoint: s3_endpoint.map(|url| url.0.as_str()),
        redis_url: config.cluster.redis_url.as_ref().map(|url| url.0.as_str()),
    })
}

/// The check of sessions, unless the configuration turns it off or another service has the accounts.
fn session_check(
    context: &StackContext<'_>,
    tokens: &TokenVerifier,
) -> Result<Option<SessionCheck>, AddressError> {
    if !context.checks_sessions() {
        return Ok(None);
    }
    let url = as_authenticator(context, context.db_url);
    let interval = Duration::from_secs(context.config.auth.session_check_interval.get());
    SessionCheck::new(&url, tokens.clone(), interval)?.with_replicas(&read_urls(context)).map(Some)
}

fn as_authenticator(context: &StackContext<'_>, url: &str) -> String {
    as_role(url, AUTHENTICATOR, &context.keys.authenticator_password)
}

fn read_urls(context: &StackContext<'_>) -> Vec<String> {
    context.config.db.read_urls.iter().map(|url| as_authenticator(context, &url.0.0)).collect()
}

fn not_served<const N: usize>(optional: [(&'static str, bool); N]) -> Vec<&'static str> {
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
