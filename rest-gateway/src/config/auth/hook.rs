//! `[auth.hook.NAME]`: code of the project that the auth service runs.

use crate::config::Secret;
use serde::Deserialize;

/// The section, with a table for each hook.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Hooks {
    after_user_created: Option<Hook>,
    before_user_created: Option<Hook>,
    custom_access_token: Option<Hook>,
    mfa_verification_attempt: Option<Hook>,
    password_verification_attempt: Option<Hook>,
    send_email: Option<Hook>,
    send_sms: Option<Hook>,
}

/// A hook.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Hook {
    #[serde(default)]
    pub enabled: bool,
    /// `pg-functions://DATABASE/SCHEMA/FUNCTION`, or an https address.
    pub uri: String,
    /// The secrets that sign requests, separated by `|`.
    pub secrets: Option<Secret>,
}

impl Hooks {
    /// The enabled hooks with their names in `GOTRUE_HOOK_NAME_…`.
    pub fn enabled(&self) -> impl Iterator<Item = (&'static str, &Hook)> {
        let hooks = [
            ("AFTER_USER_CREATED", &self.after_user_created),
            ("BEFORE_USER_CREATED", &self.before_user_created),
            ("CUSTOM_ACCESS_TOKEN", &self.custom_access_token),
            ("MFA_VERIFICATION_ATTEMPT", &self.mfa_verification_attempt),
            ("PASSWORD_VERIFICATION_ATTEMPT", &self.password_verification_attempt),
            ("SEND_EMAIL", &self.send_email),
            ("SEND_SMS", &self.send_sms),
        ];
        let hooks = hooks.into_iter().filter_map(|(name, hook)| Some((name, hook.as_ref()?)));
        hooks.filter(|(_, hook)| hook.enabled)
    }
}
