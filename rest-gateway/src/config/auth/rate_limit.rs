//! `[auth.rate_limit]`.

use crate::config::reader::{Kind, Section};
use crate::config::values::Number;

/// Rate limits per client address; over five minutes unless noted otherwise.
#[derive(Debug, Clone)]
pub struct AuthRateLimit {
    /// Sign-ups and logins per client address, and per account.
    pub sign_in_sign_ups: Number<1, 1_000_000_000>,
    /// Anonymous sign-ins in an hour.
    pub anonymous_users: Number<1, 1_000_000_000>,
    /// Refreshes of a session.
    pub token_refresh: Number<1, 1_000_000_000>,
    /// Verified codes and links.
    pub token_verifications: Number<1, 1_000_000_000>,
    /// Mails to all people in an hour.
    pub email_sent: Number<1, 1_000_000_000>,
    /// Text messages to all people in an hour.
    pub sms_sent: Number<1, 1_000_000_000>,
}

impl Default for AuthRateLimit {
    fn default() -> AuthRateLimit {
        AuthRateLimit {
            sign_in_sign_ups: Number(30),
            anonymous_users: Number(30),
            token_refresh: Number(150),
            token_verifications: Number(30),
            email_sent: Number(30),
            sms_sent: Number(30),
        }
    }
}

impl AuthRateLimit {
    /// The limit of mails does not apply in a project without an SMTP server, because the mails stay in the catcher.
    pub(super) fn read(section: &mut Section<'_, '_>, has_smtp: bool) -> AuthRateLimit {
        let default = AuthRateLimit::default();
        section.ignore(&[("web3", Kind::Number(30))]);
        let email_sent = section.value("email_sent", default.email_sent);
        AuthRateLimit {
            sign_in_sign_ups: section.value("sign_in_sign_ups", default.sign_in_sign_ups),
            anonymous_users: section.value("anonymous_users", default.anonymous_users),
            token_refresh: section.value("token_refresh", default.token_refresh),
            token_verifications: section.value("token_verifications", default.token_verifications),
            email_sent: if section.is_project() && !has_smtp { Number(360_000) } else { email_sent },
            sms_sent: section.value("sms_sent", default.sms_sent),
        }
    }
}
