//! The auth service's variables about text messages, second factors, passkeys, the lifetime of sessions and the OAuth
//! server.

use crate::config::Auth;
use crate::stack::services::variables::{Variables, set};

/// Adds the variables.
pub(super) fn add(auth: &Auth, env: &mut Variables) {
    let sms = &auth.sms;
    set(env, "GOTRUE_EXTERNAL_PHONE_ENABLED", sms.enable_signup);
    set(env, "GOTRUE_SMS_AUTOCONFIRM", !sms.enable_confirmations);
    set(env, "GOTRUE_SMS_MAX_FREQUENCY", &sms.max_frequency.0);
    set(env, "GOTRUE_SMS_OTP_LENGTH", sms.otp_length.get());
    set(env, "GOTRUE_SMS_OTP_EXP", sms.otp_expiry.get());
    set(env, "GOTRUE_SMS_TEST_OTP", sms.test_codes());
    let (mfa, phone) = (&auth.mfa, &auth.mfa.phone);
    set(env, "GOTRUE_MFA_MAX_ENROLLED_FACTORS", mfa.max_enrolled_factors.get());
    set(env, "GOTRUE_MFA_TOTP_ENROLL_ENABLED", mfa.totp.enroll_enabled);
    set(env, "GOTRUE_MFA_TOTP_VERIFY_ENABLED", mfa.totp.verify_enabled);
    set(env, "GOTRUE_MFA_PHONE_ENROLL_ENABLED", phone.enroll_enabled);
    set(env, "GOTRUE_MFA_PHONE_VERIFY_ENABLED", phone.verify_enabled);
    set(env, "GOTRUE_MFA_PHONE_OTP_LENGTH", phone.otp_length.get());
    set(env, "GOTRUE_MFA_PHONE_MAX_FREQUENCY", &phone.max_frequency.0);
    set(env, "GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED", mfa.web_authn.enroll_enabled);
    set(env, "GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED", mfa.web_authn.verify_enabled);
    set(env, "GOTRUE_PASSKEY_ENABLED", auth.passkey.enabled);
    set(env, "GOTRUE_WEBAUTHN_RP_ID", &auth.webauthn.rp_id);
    set(env, "GOTRUE_WEBAUTHN_RP_DISPLAY_NAME", &auth.webauthn.rp_display_name);
    set(env, "GOTRUE_WEBAUTHN_RP_ORIGINS", auth.webauthn.rp_origins.join(","));
    let server = &auth.oauth_server;
    set(env, "GOTRUE_OAUTH_SERVER_ENABLED", server.enabled);
    set(env, "GOTRUE_OAUTH_SERVER_AUTHORIZATION_PATH", &server.authorization_url_path);
    set(env, "GOTRUE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION", server.allow_dynamic_registration);
    for (name, duration) in [
        ("GOTRUE_SESSIONS_TIMEBOX", &auth.sessions.timebox),
        ("GOTRUE_SESSIONS_INACTIVITY_TIMEOUT", &auth.sessions.inactivity_timeout),
    ] {
        if let Some(duration) = duration {
            set(env, name, &duration.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::{Config, ConfigError};

    fn variables(text: &str) -> Result<Variables, ConfigError> {
        let mut env = Variables::new();
        let config = Config::parse("supabase-compat.toml".as_ref(), text, |_| None)?;
        add(&config.auth, &mut env);
        Ok(env)
    }

    fn assert_variables(text: &str, expected: &[(&str, &str)]) {
        let env = variables(text);
        for (name, value) in expected {
            let found = env.iter().flatten().find(|(known, _)| known == name);
            assert_eq!(found.map(|(_, value)| value.as_str()), Some(*value), "{name}");
        }
    }

    #[test]
    fn an_empty_section_enables_no_factor_and_ends_no_session() {
        assert_variables(
            "",
            &[
                ("GOTRUE_EXTERNAL_PHONE_ENABLED", "false"),
                ("GOTRUE_SMS_AUTOCONFIRM", "true"),
                ("GOTRUE_SMS_MAX_FREQUENCY", "5s"),
                ("GOTRUE_MFA_MAX_ENROLLED_FACTORS", "10"),
                ("GOTRUE_MFA_TOTP_ENROLL_ENABLED", "false"),
                ("GOTRUE_MFA_PHONE_MAX_FREQUENCY", "5s"),
                ("GOTRUE_MFA_WEB_AUTHN_VERIFY_ENABLED", "false"),
                ("GOTRUE_PASSKEY_ENABLED", "false"),
                ("GOTRUE_OAUTH_SERVER_ENABLED", "false"),
                ("GOTRUE_OAUTH_SERVER_AUTHORIZATION_PATH", "/oauth/consent"),
            ],
        );
        let env = variables("");
        assert!(env.iter().flatten().all(|(name, _)| !name.starts_with("GOTRUE_SESSIONS_")));
    }

    #[test]
    fn each_key_of_the_sections_has_its_variable() {
        assert_variables(
            r#"
            [auth.sms]
            enable_signup = true
            enable_confirmations = true
            max_frequency = "10s"
            otp_length = 7
            otp_expiry = 120
            [auth.sms.test_otp]
            33611223344 = "123456"
            "+33655667788" = "654321"
            [auth.mfa]
            max_enrolled_factors = 3
            [auth.mfa.totp]
            enroll_enabled = true
            [auth.mfa.phone]
            verify_enabled = true
            otp_length = 8
            max_frequency = "1m30s"
            [auth.mfa.web_authn]
            enroll_enabled = true
            [auth.passkey]
            enabled = true
            [auth.webauthn]
            rp_display_name = "Isula"
            rp_id = "isula.example"
            rp_origins = ["https://isula.example", "https://www.isula.example"]
            [auth.sessions]
            timebox = "24h"
            inactivity_timeout = "8h"
            [auth.oauth_server]
            enabled = true
            authorization_url_path = "/connect"
            allow_dynamic_registration = true
            "#,
            &[
                ("GOTRUE_EXTERNAL_PHONE_ENABLED", "true"),
                ("GOTRUE_SMS_AUTOCONFIRM", "false"),
                ("GOTRUE_SMS_MAX_FREQUENCY", "10s"),
                ("GOTRUE_SMS_OTP_LENGTH", "7"),
                ("GOTRUE_SMS_OTP_EXP", "120"),
                ("GOTRUE_SMS_TEST_OTP", "+33655667788:654321,33611223344:123456"),
                ("GOTRUE_MFA_MAX_ENROLLED_FACTORS", "3"),
                ("GOTRUE_MFA_TOTP_ENROLL_ENABLED", "true"),
                ("GOTRUE_MFA_TOTP_VERIFY_ENABLED", "false"),
                ("GOTRUE_MFA_PHONE_VERIFY_ENABLED", "true"),
                ("GOTRUE_MFA_PHONE_OTP_LENGTH", "8"),
                ("GOTRUE_MFA_PHONE_MAX_FREQUENCY", "1m30s"),
                ("GOTRUE_MFA_WEB_AUTHN_ENROLL_ENABLED", "true"),
                ("GOTRUE_PASSKEY_ENABLED", "true"),
                ("GOTRUE_WEBAUTHN_RP_ID", "isula.example"),
                ("GOTRUE_WEBAUTHN_RP_DISPLAY_NAME", "Isula"),
                ("GOTRUE_WEBAUTHN_RP_ORIGINS", "https://isula.example,https://www.isula.example"),
                ("GOTRUE_SESSIONS_TIMEBOX", "24h"),
                ("GOTRUE_SESSIONS_INACTIVITY_TIMEOUT", "8h"),
                ("GOTRUE_OAUTH_SERVER_ENABLED", "true"),
                ("GOTRUE_OAUTH_SERVER_AUTHORIZATION_PATH", "/connect"),
                ("GOTRUE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION", "true"),
            ],
        );
    }
}
