//! The configuration's values and their defaults.

use std::str::FromStr;
use std::time::Duration;

use super::bad_setting::BadSetting;
use super::share::Share;
use crate::auth::{JwtKeys, RoleClaimPath};
use crate::error::ErrorVerbosity;

/// The configuration of an engine. Fields have the names of PostgREST's settings.
#[derive(Debug, Clone)]
pub struct Config {
    /// The address of the database, as a URI or as `key=value` pairs.
    pub db_uri: String,
    /// The address of Postgres itself, if `db-uri` is that of a pooler in transaction mode. For what needs a session:
    /// LISTEN, and following the primary. Not one of PostgREST's settings.
    pub db_direct_uri: Option<String>,
    /// Replicas that answer reads, in the form of `db-uri`. Not one of PostgREST's settings.
    pub db_read_uris: Vec<String>,
    /// A replica that lags by more gets no reads. Not one of PostgREST's settings.
    pub db_read_max_lag: Duration,
    /// Exposed schemas. The first one is the default.
    pub db_schemas: Vec<String>,
    /// Schemas that are added to the `search_path` of every request.
    pub db_extra_search_path: Vec<String>,
    /// As in PostgREST, loading the schema cache fails while a configured schema does not exist.
    pub db_schemas_required: bool,
    /// The maximum number of rows in a response.
    pub db_max_rows: Option<u64>,
    /// The role of requests without a token. `None` rejects them.
    pub db_anon_role: Option<String>,
    /// The maximum number of connections to the database.
    pub db_pool: usize,
    /// How long a request waits for a connection.
    pub db_pool_acquisition_timeout: Duration,
    /// A request whose expected wait is longer is rejected at once. `None` for the acquisition timeout. Not one of
    /// PostgREST's settings.
    pub db_pool_max_wait: Option<Duration>,
    /// The maximum age of a connection when a request takes it.
    pub db_pool_max_lifetime: Duration,
    /// The maximum idle time of a connection when a request takes it.
    pub db_pool_max_idletime: Duration,
    /// The share of the pool that one client (one network with one token) may use at once.
    pub db_pool_client_share: Share,
    /// The share of the pool that all requests of the anonymous role may use at once.
    pub db_pool_anon_share: Share,
    /// The share of the pool that all requests of any one role may use at once.
    pub db_pool_role_share: Share,
    /// The statement timeout for roles and functions without their own `statement_timeout`. `None` for no limit.
    pub db_query_timeout: Option<Duration>,
    /// Clients may use aggregate functions.
    pub db_aggregates_enabled: bool,
    /// Clients may request the plan of a query.
    pub db_plan_enabled: bool,
    /// How transactions end.
    pub db_tx_end: TxEnd,
    /// A function that is called before the main query of every request.
    pub db_pre_request: Option<String>,
    /// A function whose result replaces the OpenAPI description at the root path.
    pub db_root_spec: Option<String>,
    /// A function that is called before the settings in the database are read, and may change them.
    pub db_pre_config: Option<String>,
    /// Statements stay prepared. Disable it for a pooler in transaction mode.
    pub db_prepared_statements: bool,
    /// Reconnect after a lost connection. Otherwise the loss is a fatal error.
    pub db_pool_automatic_recovery: bool,
    /// The `pgrst.*` settings of the login role override this configuration.
    pub db_config: bool,
    /// The channel for NOTIFY.
    pub db_channel: String,
    /// Listen on the channel.
    pub db_channel_enabled: bool,
    /// The settings of a called function that apply to its whole transaction.
    pub db_hoisted_tx_settings: Vec<String>,
    /// The keys that verify tokens. Without keys, requests with a token fail.
    pub jwt_secret: Option<JwtKeys>,
    /// The secret is base64.
    pub jwt_secret_is_base64: bool,
    /// The audience that a token must have, if it has one.
    pub jwt_aud: Option<String>,
    /// The path of the role in the claims.
    pub jwt_role_claim_key: RoleClaimPath,
    /// The size of the cache of verified tokens. 0 turns it off.
    pub jwt_cache_max_entries: usize,
    /// The OpenAPI description at the root path.
    pub openapi_mode: OpenApiMode,
    /// The public address in the OpenAPI description.
    pub openapi_server_proxy_uri: Option<String>,
    /// The OpenAPI description contains the security definition.
    pub openapi_security_active: bool,
    /// How detailed errors are for clients.
    pub client_error_verbosity: ErrorVerbosity,
    /// Log the SQL of each request that is logged.
    pub log_query: bool,
    /// Responses have a `Server-Timing` header.
    pub server_timing_enabled: bool,
    /// The origins that CORS allows. `None` for all. The server around the engine applies it.
    pub server_cors_allowed_origins: Option<Vec<String>>,
    /// A request header that is copied to the response.
    pub server_trace_header: Option<String>,
    /// GUCs for every transaction, with the prefix `app.settings.`.
    pub app_settings: Vec<(String, String)>,
    /// A parameter may address an aliased embed by its relation's name. The response then has a warning.
    pub url_use_legacy_target_names: bool,
    /// Maximum bytes of a request body.
    pub max_body: usize,
    /// Maximum bytes of all request bodies together.
    pub max_bodies: usize,
    /// How long a body waits for room in that budget.
    pub max_bodies_wait: Duration,
}

impl Config {
    /// PostgREST's defaults for a database.
    pub fn new(db_uri: impl Into<String>) -> Config {
        Config {
            db_uri: db_uri.into(),
            db_direct_uri: None,
            db_read_uris: Vec::new(),
            db_read_max_lag: Duration::from_secs(10),
            db_schemas: vec!["public".to_owned()],
            db_extra_search_path: vec!["public".to_owned()],
            db_schemas_required: false,
            db_max_rows: None,
            db_anon_role: None,
            db_pool: 10,
            db_pool_acquisition_timeout: Duration::from_secs(10),
            db_pool_max_wait: None,
            db_pool_max_lifetime: Duration::from_secs(1800),
            db_pool_max_idletime: Duration::from_secs(30),
            db_pool_client_share: Share::HALF,
            db_pool_anon_share: Share::THREE_QUARTERS,
            db_pool_role_share: Share::WHOLE,
            db_query_timeout: Some(Duration::from_secs(60)),
            db_aggregates_enabled: false,
            db_plan_enabled: false,
            db_tx_end: TxEnd::Commit,
            db_pre_request: None,
            db_root_spec: None,
            db_pre_config: None,
            db_prepared_statements: true,
            db_pool_automatic_recovery: true,
            db_config: true,
            db_channel: "pgrst".to_owned(),
            db_channel_enabled: true,
            db_hoisted_tx_settings: [
                "statement_timeout",
                "plan_filter.statement_cost_limit",
                "default_transaction_isolation",
            ]
            .map(str::to_owned)
            .to_vec(),
            jwt_secret: None,
            jwt_secret_is_base64: false,
            jwt_aud: None,
            jwt_role_claim_key: RoleClaimPath::default(),
            jwt_cache_max_entries: 1000,
            openapi_mode: OpenApiMode::FollowPrivileges,
            openapi_server_proxy_uri: None,
            openapi_security_active: false,
            client_error_verbosity: ErrorVerbosity::Verbose,
            log_query: false,
            server_timing_enabled: false,
            server_cors_allowed_origins: None,
            server_trace_header: None,
            app_settings: Vec::new(),
            url_use_legacy_target_names: true,
            max_body: 16 * 1024 * 1024,
            max_bodies: 256 * 1024 * 1024,
            max_bodies_wait: Duration::from_secs(10),
        }
    }
}

/// How a transaction ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TxEnd {
    /// It commits.
    Commit,
    /// It commits, unless the request has `Prefer: tx=rollback`.
    CommitAllowOverride,
    /// It rolls back.
    Rollback,
    /// It rolls back, unless the request has `Prefer: tx=commit`.
    RollbackAllowOverride,
}

impl TxEnd {
    /// The value of `db-tx-end`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TxEnd::Commit => "commit",
            TxEnd::CommitAllowOverride => "commit-allow-override",
            TxEnd::Rollback => "rollback",
            TxEnd::RollbackAllowOverride => "rollback-allow-override",
        }
    }

    /// `Prefer: tx=` is respected.
    #[must_use]
    pub fn allows_override(self) -> bool {
        matches!(self, TxEnd::CommitAllowOverride | TxEnd::RollbackAllowOverride)
    }

    /// It rolls back by default.
    #[must_use]
    pub fn rolls_back(self) -> bool {
        matches!(self, TxEnd::Rollback | TxEnd::RollbackAllowOverride)
    }
}

impl FromStr for TxEnd {
    type Err = BadSetting;

    fn from_str(value: &str) -> Result<TxEnd, BadSetting> {
        let all = [TxEnd::Commit, TxEnd::CommitAllowOverride, TxEnd::Rollback, TxEnd::RollbackAllowOverride];
        let bad = || BadSetting { setting: "db-tx-end".to_owned(), value: value.to_owned() };
        all.into_iter().find(|one| one.name() == value).ok_or_else(bad)
    }
}

impl FromStr for ErrorVerbosity {
    type Err = BadSetting;

    fn from_str(value: &str) -> Result<ErrorVerbosity, BadSetting> {
        let all = [ErrorVerbosity::Verbose, ErrorVerbosity::Minimal];
        let bad = || BadSetting { setting: "client-error-verbosity".to_owned(), value: value.to_owned() };
        all.into_iter().find(|one| one.name() == value).ok_or_else(bad)
    }
}

/// The OpenAPI description at the root path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenApiMode {
    /// Describes what the request's role may use.
    FollowPrivileges,
    /// Describes every exposed object.
    IgnorePrivileges,
    /// No description: the root path is a 404.
    Disabled,
}

impl OpenApiMode {
    /// The value of `openapi-mode`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            OpenApiMode::FollowPrivileges => "follow-privileges",
            OpenApiMode::IgnorePrivileges => "ignore-privileges",
            OpenApiMode::Disabled => "disabled",
        }
    }
}

impl FromStr for OpenApiMode {
    type Err = BadSetting;

    fn from_str(value: &str) -> Result<OpenApiMode, BadSetting> {
        let all = [OpenApiMode::FollowPrivileges, OpenApiMode::IgnorePrivileges, OpenApiMode::Disabled];
        let bad = || BadSetting { setting: "openapi-mode".to_owned(), value: value.to_owned() };
        all.into_iter().find(|one| one.name() == value).ok_or_else(bad)
    }
}
