//! The settings of the S3 protocol: its key pairs, its region, and the path below which clients find it.

use service_kit::environment::{Environment, EnvironmentError};

use crate::tenant;

/// The region of Supabase's local stack.
const DEFAULT_REGION: &str = "local";
/// Regions that a client may name besides the configured one, because tools default to them.
const OTHER_REGIONS: [&str; 2] = ["us-east-1", "auto"];

/// The settings, from `S3_PROTOCOL_*`, `TENANT_ID`, `SUPABASE_ANON_KEY` and `REQUEST_ALLOW_X_FORWARDED_PATH`.
#[derive(Clone)]
pub struct Settings {
    /// The key pair whose bearer acts as the service role.
    pub service_key: Option<AccessKey>,
    /// The key pair of requests with a session token. Its secret, the anonymous key, is public: the token decides who
    /// the caller is.
    pub session_key: Option<AccessKey>,
    pub region: String,
    /// What a proxy removes from the front of a path, `/storage/v1` in a stack. Clients sign the path with it.
    pub path_prefix: String,
    /// Whether the header `X-Forwarded-Prefix` precedes it. `REQUEST_ALLOW_X_FORWARDED_PATH`.
    pub allow_forwarded_prefix: bool,
    /// Whether the session of a token in a form must be live. The gateway checks the tokens of other requests.
    pub checks_sessions: bool,
}

/// An access key id and its secret.
#[derive(Clone)]
pub struct AccessKey {
    pub id: String,
    pub secret: String,
}

impl Settings {
    /// None when `S3_PROTOCOL_ENABLED` is false.
    ///
    /// # Errors
    /// When a variable has an invalid value.
    pub fn from_environment(environment: &Environment) -> Result<Option<Self>, EnvironmentError> {
        let enabled = environment.parsed::<bool>("S3_PROTOCOL_ENABLED", "true or false")?.unwrap_or(true);
        if !enabled {
            return Ok(None);
        }
        let text = |name| environment.optional(name).filter(|text| !text.is_empty()).map(str::to_owned);
        let key = |id: Option<String>, secret: Option<String>| Some(AccessKey { id: id?, secret: secret? });
        Ok(Some(Self {
            service_key: key(text("S3_PROTOCOL_ACCESS_KEY_ID"), text("S3_PROTOCOL_ACCESS_KEY_SECRET")),
            session_key: key(Some(tenant::from_environment(environment)?), text("SUPABASE_ANON_KEY")),
            region: text("S3_PROTOCOL_REGION").unwrap_or_else(|| DEFAULT_REGION.to_owned()),
            path_prefix: text("S3_PROTOCOL_PREFIX").unwrap_or_default().trim_end_matches('/').to_owned(),
            allow_forwarded_prefix: environment.flag("REQUEST_ALLOW_X_FORWARDED_PATH")?,
            checks_sessions: environment.flag("S3_PROTOCOL_SESSION_CHECK")?,
        }))
    }

    /// Whether a signature may be for this region.
    pub fn accepts_region(&self, region: &str) -> bool {
        region == self.region || OTHER_REGIONS.contains(&region)
    }
}
