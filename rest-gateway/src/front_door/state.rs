//! The state that every worker thread of the front door shares.

use std::sync::Arc;
use std::time::Duration;

use super::keys::Keys;
use super::lifecycle::Lifecycle;
use super::metrics::Metrics;
use super::page::Site;
use super::readiness::Readiness;
use super::signed_keys::SignedKeys;
use crate::function_host::{FunctionHost, ServiceName, TokenVerifier};
use crate::session_check::SessionCheck;
use crate::trusted_proxies::TrustedProxies;

/// Registered as actix app data on both ports.
pub(super) struct AppState {
    pub(super) keys: Keys,
    pub(super) signed_keys: SignedKeys,
    pub(super) tokens: TokenVerifier,
    pub(super) sessions: Option<SessionCheck>,
    pub(super) engine: Option<Arc<rest_engine::Engine>>,
    pub(super) host: FunctionHost,
    pub(super) auth: Option<ServiceName>,
    pub(super) auth_needs_key: bool,
    pub(super) storage: Option<ServiceName>,
    pub(super) realtime: Option<ServiceName>,
    pub(super) site: Option<Site>,
    pub(super) trusted_proxies: TrustedProxies,
    pub(super) https_only: bool,
    pub(super) metrics: Metrics,
    pub(super) lifecycle: Lifecycle,
    pub(super) readiness: Readiness,
    /// The duration from which a request is logged as slow.
    pub(super) slow_after: Option<Duration>,
}
