//! `[auth.hook.NAME]`: code of the project that the auth service runs.

use crate::config::Secret;
use crate::config::reader::Section;

/// The section, with a table for each hook.
#[derive(Debug, Clone, Default)]
pub struct Hooks {
    after_user_created: Option<Hook>,
    before_user_created: Option<Hook>,
    custom_access_token: Option<Hook>,
    mfa_verification_attempt: Option<Hook>,
    password_verification_attempt: Option<Hook>,
    send_email: Option<Hook>,
    send_sms: Option<Hook>,
}

/// An enabled hook.
#[derive(Debug, Clone)]
pub struct Hook {
    /// `pg-functions://DATABASE/SCHEMA/FUNCTION`, or an http or https address.
    pub uri: String,
    /// The secrets that sign requests, separated by `|`.
    pub secrets: Option<Secret>,
}

impl Hook {
    fn read(section: &mut Section<'_, '_>) -> Option<Hook> {
        let is_on = section.switch("enabled", false);
        let uri: String = section.optional("uri").unwrap_or_default();
        let secrets = section.optional("secrets");
        if !is_on {
            return None;
        }
        match uri.split_once("://").map(|(scheme, _)| scheme.to_ascii_lowercase()).as_deref() {
            Some("pg-functions") => {}
            Some("http" | "https") if secrets.is_some() || section.was_read("secrets") => {}
            Some("http" | "https") => {
                section.reject("secrets", "expected the secrets that sign the requests: v1,whsec_BASE64");
            }
            _ if uri.is_empty() && section.was_read("uri") => {}
            _ => section.reject("uri", "expected pg-functions://DATABASE/SCHEMA/FUNCTION, or a web address"),
        }
        Some(Hook { uri, secrets })
    }
}

impl Hooks {
    pub(super) fn read(section: &mut Section<'_, '_>) -> Hooks {
        Hooks {
            after_user_created: section.section("after_user_created", Hook::read),
            before_user_created: section.section("before_user_created", Hook::read),
            custom_access_token: section.section("custom_access_token", Hook::read),
            mfa_verification_attempt: section.section("mfa_verification_attempt", Hook::read),
            password_verification_attempt: section.section("password_verification_attempt", Hook::read),
            send_email: section.section("send_email", Hook::read),
            send_sms: section.section("send_sms", Hook::read),
        }
    }

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
        hooks.into_iter().filter_map(|(name, hook)| Some((name, hook.as_ref()?)))
    }
}
