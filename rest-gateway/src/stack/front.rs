//! Puts the front door together: the processes behind it, the REST engine, the page.

use super::rest::{Rest, RestError};
use super::services::{AUTH, STORAGE, ServiceError, Surroundings};
use crate::config::Config;
use crate::front_door::{self, Keys as DoorKeys, Options, Running};
use crate::function_host::{BadJwks, FunctionHost, HostError, Service, TokenVerifier};
use std::net::TcpListener;
use std::path::PathBuf;

#[derive(Debug, thiserror::Error)]
pub enum FrontError {
    #[error(transparent)]
    Service(#[from] ServiceError),
    #[error(transparent)]
    Host(#[from] HostError),
    #[error(transparent)]
    Rest(#[from] RestError),
    #[error("the keys for tokens cannot be used: {0}")]
    Keys(#[from] BadJwks),
    #[error(transparent)]
    Door(#[from] front_door::StartError),
}

/// A front door that answers, and what stands behind it.
pub struct Front {
    door: Running,
    host: FunctionHost,
    rest: Option<Rest>,
    not_served: Vec<&'static str>,
}

/// The sockets to answer on.
pub struct Listeners {
    pub api: TcpListener,
    pub admin: Option<TcpListener>,
}

impl Front {
    /// Starts the services, then opens the door.
    pub async fn open(
        surroundings: &Surroundings<'_>,
        listeners: Listeners,
        services: Vec<Service>,
    ) -> Result<Front, FrontError> {
        let (config, keys) = (surroundings.config, surroundings.keys);
        let has = |name: &str| {
            services.iter().find(|service| service.name.as_str() == name).map(|it| it.name.clone())
        };
        let auth = has(AUTH).filter(|_| config.auth.enabled);
        let storage = has(STORAGE);

        let host = FunctionHost::new(services)?;
        let (rest, ready) = tokio::join!(Rest::start(surroundings), host.eager_services_ready());
        ready?;
        let rest = rest?;
        let door = front_door::start(Options {
            listener: listeners.api,
            admin: listeners.admin,
            keys: DoorKeys {
                anon: keys.anon_key.clone(),
                service_role: keys.service_role_key.clone(),
                publishable: non_empty(&keys.publishable_key),
                secret: non_empty(&keys.secret_key),
            },
            tokens: TokenVerifier::from_jwks(&keys.jwks())?,
            engine: rest.as_ref().map(|rest| rest.engine.clone()),
            host: host.clone(),
            auth: auth.clone(),
            storage: storage.clone(),
            dist: built_site(config),
            trusted_proxies: config.api.trusted_proxies.0.clone(),
            public_url: surroundings.public_url().to_owned(),
            workers: config.api.workers.and_then(|workers| usize::try_from(workers.get()).ok()),
        })
        .await?;
        let not_served = not_served(rest.is_some(), auth.is_some(), storage.is_some());
        Ok(Front { door, host, rest, not_served })
    }

    /// The parts of Supabase's API that answer 501.
    pub fn not_served(&self) -> Vec<&'static str> {
        self.not_served.clone()
    }

    pub fn admin_port(&self) -> Option<u16> {
        self.door.admin_address().map(|address| address.port())
    }

    /// Finishes what is under way, then ends the processes.
    pub async fn stop(self) {
        self.door.stop().await;
        self.host.stop().await;
        if let Some(rest) = self.rest {
            rest.stop().await;
        }
    }
}

fn not_served(rest: bool, auth: bool, storage: bool) -> Vec<&'static str> {
    let optional = [("rest/v1", rest), ("auth/v1", auth), ("storage/v1", storage)];
    let off = optional.into_iter().filter(|(_, served)| !served).map(|(part, _)| part);
    off.chain(front_door::NOT_SERVED).collect()
}

/// The built page, if there is one.
pub fn built_site(config: &Config) -> Option<PathBuf> {
    let dist = config.resolve(config.site.dist.as_deref()?);
    dist.join("index.html").is_file().then_some(dist)
}

fn non_empty(key: &str) -> Vec<String> {
    if key.is_empty() { Vec::new() } else { vec![key.to_owned()] }
}
