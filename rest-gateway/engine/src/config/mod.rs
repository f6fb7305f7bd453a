//! The engine's settings, under the names that PostgREST gives them. They arrive here already read from file and
//! environment; texts that name one of a few choices are refused when they name none.

mod bad_setting;
mod coerce;
mod settings;
mod share;
mod uri;

use std::str::FromStr;
use std::time::Duration;

pub use bad_setting::BadSetting;
pub use coerce::{coerce_bool, coerce_int, coerced};
pub use settings::SettingError;
pub(crate) use settings::{RoleSettings, RolesSettings, names_in_database, role_settings};
pub use share::{NotAShare, Share};

use crate::auth::{JwtKeys, RoleClaimPath};
pub use crate::error::ErrorVerbosity;

#[derive(Debug, Clone)]
pub struct Config {
    pub db_uri: String,
    /// Exposed schemas; the first is the default one.
    pub db_schemas: Vec<String>,
    pub db_extra_search_path: Vec<String>,
    /// Whether nothing is loaded while a schema that is named is not there, which is how PostgREST has it.
    pub db_schemas_required: bool,
    pub db_max_rows: Option<u64>,
    pub db_anon_role: Option<String>,
    pub db_pool: usize,
    pub db_pool_acquisition_timeout: Duration,
    /// How old a connection may be that is lent.
    pub db_pool_max_lifetime: Duration,
    /// For how long a connection may have waited that is lent.
    pub db_pool_max_idletime: Duration,
    /// The share of the pool that requests of one client, one address with one token, may use at once.
    pub db_pool_client_share: Share,
    /// The share of the pool that requests of the anonymous role may use at once.
    pub db_pool_anon_share: Share,
    /// How long a statement may run whose role and function have no `statement_timeout`; `None` sets no limit.
    pub db_query_timeout: Option<Duration>,
    pub db_aggregates_enabled: bool,
    /// Whether clients may ask for the plan of a query.
    pub db_plan_enabled: bool,
    pub db_tx_end: TxEnd,
    pub db_pre_request: Option<String>,
    /// A function whose answer is the root's, instead of the API's description.
    pub db_root_spec: Option<String>,
    /// A function that is called before the database's own settings are read, and may set them.
    pub db_pre_config: Option<String>,
    /// Whether statements are kept prepared; a pooler that hands out a connection per transaction wants none.
    pub db_prepared_statements: bool,
    /// Whether a lost connection is made anew; without, the loss is told as fatal.
    pub db_pool_automatic_recovery: bool,
    /// `pgrst.*` settings of the connecting role override this configuration.
    pub db_config: bool,
    pub db_channel: String,
    pub db_channel_enabled: bool,
    /// Settings of a called function that are applied to its whole transaction.
    pub db_hoisted_tx_settings: Vec<String>,
    pub jwt_secret: Option<JwtKeys>,
    pub jwt_secret_is_base64: bool,
    pub jwt_aud: Option<String>,
    pub jwt_role_claim_key: RoleClaimPath,
    /// Verified tokens that are remembered; 0 verifies each time.
    pub jwt_cache_max_entries: usize,
    pub openapi_mode: OpenApiMode,
    pub openapi_server_proxy_uri: Option<String>,
    pub openapi_security_active: bool,
    pub client_error_verbosity: ErrorVerbosity,
    /// Whether the log tells the SQL of each request, as far as it tells of the request.
    pub log_query: bool,
    /// Whether answers tell in `Server-Timing` how long their making took.
    pub server_timing_enabled: bool,
    /// Origins whose pages may read answers, where a server heeds it; none means every origin.
    pub server_cors_allowed_origins: Option<Vec<String>>,
    /// A header that goes back as it came.
    pub server_trace_header: Option<String>,
    pub app_settings: Vec<(String, String)>,
    /// Whether a parameter may name an aliased embed by its relation; the answer then carries a warning.
    pub url_use_legacy_target_names: bool,
    /// Bytes of a request's body.
    pub max_body: usize,
    /// Bytes of the bodies of all requests under way.
    pub max_bodies: usize,
    /// How long a body waits for others to make room.
    pub max_bodies_wait: Duration,
}

impl Config {
    /// PostgREST's defaults for a database.
    pub fn new(db_uri: impl Into<String>) -> Config {
        Config {
            db_uri: db_uri.into(),
            db_schemas: vec!["public".to_owned()],
            db_extra_search_path: vec!["public".to_owned()],
            db_schemas_required: false,
            db_max_rows: None,
            db_anon_role: None,
            db_pool: 10,
            db_pool_acquisition_timeout: Duration::from_secs(10),
            db_pool_max_lifetime: Duration::from_secs(1800),
            db_pool_max_idletime: Duration::from_secs(30),
            db_pool_client_share: Share::HALF,
            db_pool_anon_share: Share::THREE_QUARTERS,
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

/// How a transaction ends, and whether `Prefer: tx=` may say otherwise.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TxEnd {
    Commit,
    CommitAllowOverride,
    Rollback,
    RollbackAllowOverride,
}

impl TxEnd {
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            TxEnd::Commit => "commit",
            TxEnd::CommitAllowOverride => "commit-allow-override",
            TxEnd::Rollback => "rollback",
            TxEnd::RollbackAllowOverride => "rollback-allow-override",
        }
    }

    pub fn allows_override(self) -> bool {
        matches!(self, TxEnd::CommitAllowOverride | TxEnd::RollbackAllowOverride)
    }

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

/// What the root answers with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenApiMode {
    FollowPrivileges,
    IgnorePrivileges,
    Disabled,
}

impl OpenApiMode {
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
