//! Settings of sessions and their refresh tokens: `GOTRUE_SESSIONS_…` and `GOTRUE_SECURITY_REFRESH_TOKEN_…`.

use std::time::Duration;

use service_kit::environment::{Environment, EnvironmentError};

use super::GoDuration;
use super::list::list;

/// The settings of sessions.
#[derive(Clone, Debug)]
pub(crate) struct SessionSettings {
    /// `GOTRUE_SESSIONS_SINGLE_PER_USER`: whether only the account's most recently refreshed session can be refreshed.
    pub is_single_per_user: bool,
    /// `GOTRUE_SESSIONS_TAGS`: with several tags, one session of each. A session without a tag has the first one.
    pub tags: Vec<String>,
    /// `GOTRUE_SESSIONS_ALLOW_LOW_AAL`: how long a session of an account with a factor lasts before the factor is verified.
    pub low_aal: Option<Duration>,
    /// `GOTRUE_SECURITY_REFRESH_TOKEN_ALGORITHM_VERSION` is 2: new sessions get signed counters as refresh tokens.
    pub uses_counters: bool,
    /// `GOTRUE_SECURITY_REFRESH_TOKEN_UPGRADE_PERCENTAGE`: the share of older sessions that a refresh moves to counters.
    pub upgrade_percentage: u8,
    /// `GOTRUE_SECURITY_REFRESH_TOKEN_ALLOW_REUSE`: whether a used counter is accepted at any time.
    pub allows_counter_reuse: bool,
}

impl SessionSettings {
    /// Reads the settings.
    ///
    /// # Errors
    /// When a value is invalid.
    pub fn from_environment(environment: &Environment) -> Result<SessionSettings, EnvironmentError> {
        const ALGORITHM: &str = "GOTRUE_SECURITY_REFRESH_TOKEN_ALGORITHM_VERSION";
        const PERCENTAGE: &str = "GOTRUE_SECURITY_REFRESH_TOKEN_UPGRADE_PERCENTAGE";
        let expected = "0, 1 or 2";
        let version = environment.parsed::<u8>(ALGORITHM, expected)?.unwrap_or(0);
        if version > 2 {
            return Err(EnvironmentError::Invalid { name: ALGORITHM, expected });
        }
        let expected = "a percentage from 0 to 100";
        let upgrade_percentage = environment.parsed::<u8>(PERCENTAGE, expected)?.unwrap_or(0);
        if upgrade_percentage > 100 {
            return Err(EnvironmentError::Invalid { name: PERCENTAGE, expected });
        }
        Ok(SessionSettings {
            is_single_per_user: environment.flag("GOTRUE_SESSIONS_SINGLE_PER_USER")?,
            tags: list(environment.optional("GOTRUE_SESSIONS_TAGS").unwrap_or_default(), ','),
            low_aal: environment
                .parsed::<GoDuration>("GOTRUE_SESSIONS_ALLOW_LOW_AAL", "a duration such as 15m")?
                .map(|duration| duration.0)
                .filter(|duration| !duration.is_zero()),
            uses_counters: version == 2,
            upgrade_percentage,
            allows_counter_reuse: environment.flag("GOTRUE_SECURITY_REFRESH_TOKEN_ALLOW_REUSE")?,
        })
    }
}
