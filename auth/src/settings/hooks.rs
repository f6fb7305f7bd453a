//! The settings of hooks: `GOTRUE_HOOK_<NAME>_ENABLED`, `_URI` and `_SECRETS`, for each hook of [`Hook`].

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use ring::hmac;
use service_kit::environment::{Environment, EnvironmentError};

/// The separator of several secrets.
const SECRET_SEPARATOR: char = '|';
/// What precedes the base64 of a shared secret.
const SECRET_PREFIX: &str = "v1,whsec_";
/// In bytes: supabase/auth accepts up to 88 characters of base64.
const SECRET_LENGTHS: std::ops::RangeInclusive<usize> = 24..=66;
/// The hosts that a hook may call without TLS.
const LOCAL_HOSTS: [&str; 4] = ["localhost", "127.0.0.1", "[::1]", "host.docker.internal"];
/// The longest identifier of Postgres, in bytes.
const MAX_IDENTIFIER: usize = 63;

/// An event that a project's own code may decide or change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Hook {
    AfterUserCreated,
    BeforeUserCreated,
    CustomAccessToken,
    MfaVerificationAttempt,
    PasswordVerificationAttempt,
    SendEmail,
    SendSms,
}

/// The variables of a hook: enabled, address, secrets.
type Variables = [&'static str; 3];

impl Hook {
    fn variables(self) -> Variables {
        match self {
            Hook::AfterUserCreated => [
                "GOTRUE_HOOK_AFTER_USER_CREATED_ENABLED",
                "GOTRUE_HOOK_AFTER_USER_CREATED_URI",
                "GOTRUE_HOOK_AFTER_USER_CREATED_SECRETS",
            ],
            Hook::BeforeUserCreated => [
                "GOTRUE_HOOK_BEFORE_USER_CREATED_ENABLED",
                "GOTRUE_HOOK_BEFORE_USER_CREATED_URI",
                "GOTRUE_HOOK_BEFORE_USER_CREATED_SECRETS",
            ],
            Hook::CustomAccessToken => [
                "GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_ENABLED",
                "GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_URI",
                "GOTRUE_HOOK_CUSTOM_ACCESS_TOKEN_SECRETS",
            ],
            Hook::MfaVerificationAttempt => [
                "GOTRUE_HOOK_MFA_VERIFICATION_ATTEMPT_ENABLED",
                "GOTRUE_HOOK_MFA_VERIFICATION_ATTEMPT_URI",
                "GOTRUE_HOOK_MFA_VERIFICATION_ATTEMPT_SECRETS",
            ],
            Hook::PasswordVerificationAttempt => [
                "GOTRUE_HOOK_PASSWORD_VERIFICATION_ATTEMPT_ENABLED",
                "GOTRUE_HOOK_PASSWORD_VERIFICATION_ATTEMPT_URI",
                "GOTRUE_HOOK_PASSWORD_VERIFICATION_ATTEMPT_SECRETS",
            ],
            Hook::SendEmail => [
                "GOTRUE_HOOK_SEND_EMAIL_ENABLED",
                "GOTRUE_HOOK_SEND_EMAIL_URI",
                "GOTRUE_HOOK_SEND_EMAIL_SECRETS",
            ],
            Hook::SendSms => {
                ["GOTRUE_HOOK_SEND_SMS_ENABLED", "GOTRUE_HOOK_SEND_SMS_URI", "GOTRUE_HOOK_SEND_SMS_SECRETS"]
            }
        }
    }
}

/// Where each hook runs; `None` for one that is disabled.
#[derive(Clone, Debug)]
pub(crate) struct Hooks {
    after_user_created: Option<Target>,
    before_user_created: Option<Target>,
    custom_access_token: Option<Target>,
    mfa_verification_attempt: Option<Target>,
    password_verification_attempt: Option<Target>,
    send_email: Option<Target>,
    send_sms: Option<Target>,
}

/// The code that a hook runs, and its address as configured, which clients see when the hook fails.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub uri: String,
    pub code: Code,
}

/// A hook's code.
#[derive(Clone, Debug)]
pub(crate) enum Code {
    /// A Postgres function, as `"schema"."name"`.
    Function(String),
    /// An HTTP endpoint; requests are signed with each key.
    Endpoint(Vec<hmac::Key>),
}

impl Hooks {
    /// Reads the settings of all hooks.
    ///
    /// # Errors
    /// When the address or a secret of an enabled hook is invalid.
    pub fn from_environment(environment: &Environment) -> Result<Hooks, EnvironmentError> {
        let target = |hook: Hook| Target::from_environment(environment, hook.variables());
        Ok(Hooks {
            after_user_created: target(Hook::AfterUserCreated)?,
            before_user_created: target(Hook::BeforeUserCreated)?,
            custom_access_token: target(Hook::CustomAccessToken)?,
            mfa_verification_attempt: target(Hook::MfaVerificationAttempt)?,
            password_verification_attempt: target(Hook::PasswordVerificationAttempt)?,
            send_email: target(Hook::SendEmail)?,
            send_sms: target(Hook::SendSms)?,
        })
    }

    /// Where a hook runs; `None` if it is disabled.
    pub fn target(&self, hook: Hook) -> Option<&Target> {
        match hook {
            Hook::AfterUserCreated => self.after_user_created.as_ref(),
            Hook::BeforeUserCreated => self.before_user_created.as_ref(),
            Hook::CustomAccessToken => self.custom_access_token.as_ref(),
            Hook::MfaVerificationAttempt => self.mfa_verification_attempt.as_ref(),
            Hook::PasswordVerificationAttempt => self.password_verification_attempt.as_ref(),
            Hook::SendEmail => self.send_email.as_ref(),
            Hook::SendSms => self.send_sms.as_ref(),
        }
    }
}

impl Target {
    fn from_environment(
        environment: &Environment,
        [enabled, address, secrets]: Variables,
    ) -> Result<Option<Target>, EnvironmentError> {
        if !environment.flag(enabled)? {
            return Ok(None);
        }
        let uri = environment.required(address)?.to_owned();
        let expected =
            "pg-functions://DATABASE/SCHEMA/FUNCTION, an https address, or an http one on this host";
        let invalid_address = EnvironmentError::Invalid { name: address, expected };
        let code = match uri.split_once("://") {
            Some(("pg-functions", path)) => Code::Function(function_name(path).ok_or(invalid_address)?),
            Some(("https", _)) => Code::Endpoint(signing_keys(environment, secrets)?),
            Some(("http", rest)) if is_local(rest) => Code::Endpoint(signing_keys(environment, secrets)?),
            _ => return Err(invalid_address),
        };
        Ok(Some(Target { uri, code }))
    }
}

/// The quoted name of the function in `DATABASE/SCHEMA/FUNCTION`.
fn function_name(path: &str) -> Option<String> {
    let mut parts = path.split('/').skip(1);
    let (schema, name) = (parts.next()?, parts.next()?);
    // Names of this form contain no quotation mark.
    let is_identifier = |name: &str| {
        name.len() <= MAX_IDENTIFIER
            && name.starts_with(|first: char| first == '_' || first.is_ascii_alphabetic())
            && name.chars().all(|letter| letter == '_' || letter.is_ascii_alphanumeric())
    };
    (is_identifier(schema) && is_identifier(name)).then(|| format!("\"{schema}\".\"{name}\""))
}

fn is_local(rest: &str) -> bool {
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    LOCAL_HOSTS
        .iter()
        .any(|host| authority.strip_prefix(host).is_some_and(|port| port.is_empty() || port.starts_with(':')))
}

fn signing_keys(environment: &Environment, name: &'static str) -> Result<Vec<hmac::Key>, EnvironmentError> {
    let expected = "secrets of the form v1,whsec_BASE64 with 24 to 66 bytes, separated by |";
    let secrets = environment.optional(name).unwrap_or_default().split(SECRET_SEPARATOR);
    let keys = secrets.filter(|secret| !secret.is_empty()).map(|secret| {
        let bytes = BASE64_STANDARD.decode(secret.strip_prefix(SECRET_PREFIX)?).ok()?;
        SECRET_LENGTHS.contains(&bytes.len()).then(|| hmac::Key::new(hmac::HMAC_SHA256, &bytes))
    });
    keys.collect::<Option<_>>().ok_or(EnvironmentError::Invalid { name, expected })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn target(uri: &str, secrets: &str) -> Result<Option<Target>, EnvironmentError> {
        let environment = Environment::from_pairs([
            ("GOTRUE_HOOK_SEND_EMAIL_ENABLED", "true"),
            ("GOTRUE_HOOK_SEND_EMAIL_URI", uri),
            ("GOTRUE_HOOK_SEND_EMAIL_SECRETS", secrets),
        ]);
        Hooks::from_environment(&environment).map(|hooks| hooks.target(Hook::SendEmail).cloned())
    }

    #[test]
    fn a_function_is_named_with_quotation_marks() {
        let target = target("pg-functions://postgres/public/Check", "").unwrap().unwrap();
        assert!(matches!(target.code, Code::Function(name) if name == r#""public"."Check""#));
    }

    #[test]
    fn an_address_or_secret_of_another_form_is_rejected() {
        let secret = format!("v1,whsec_{}", BASE64_STANDARD.encode([7; 32]));
        for uri in ["https://example.org/hook", "http://127.0.0.1:9000/hook", "http://[::1]/hook"] {
            let target = target(uri, &format!("{secret}|{secret}")).unwrap().unwrap();
            assert!(matches!(target.code, Code::Endpoint(keys) if keys.len() == 2), "{uri}");
        }
        for uri in [
            "http://example.org/hook",
            "http://localhost.example.org/hook",
            "ftp://127.0.0.1/hook",
            "pg-functions://postgres/public",
            r#"pg-functions://postgres/public/f"(); --"#,
            "",
        ] {
            assert!(target(uri, &secret).is_err(), "{uri}");
        }
        for secret in ["whsec_AAAA", "v1,whsec_AAAA", "v1a,whpk_AAAA:whsk_AAAA"] {
            assert!(target("https://example.org/hook", secret).is_err(), "{secret}");
        }
    }
}
