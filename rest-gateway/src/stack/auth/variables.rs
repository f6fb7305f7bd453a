//! The environment variables of the auth service, as supabase/auth names them: database, keys, sign-up, rate limits,
//! hooks and providers. `mail` and `factor_variables` add the rest.

use super::factor_variables;
use crate::config::provider_variables;
use crate::container_address::without_containers;
use crate::stack::context::StackContext;
use crate::stack::database::database_url::as_role;
use crate::stack::database::roles::AUTH_ADMIN;
use crate::stack::services::variables::{Variables, set};

pub(in crate::stack) const MIN_PASSWORD_LENGTH: &str = "GOTRUE_PASSWORD_MIN_LENGTH";

impl StackContext<'_> {
    /// The variables that do not change while the stack runs.
    pub(in crate::stack) fn fixed_auth_variables(&self) -> Variables {
        self.auth_variables().into_iter().filter(is_fixed).collect()
    }

    /// The variables that follow the configuration while the stack runs.
    pub(super) fn auth_settings(&self) -> Variables {
        self.auth_variables().into_iter().filter(|variable| !is_fixed(variable)).collect()
    }

    fn auth_variables(&self) -> Variables {
        let mut env = Variables::new();
        self.add_auth(&mut env);
        self.add_hooks(&mut env);
        self.add_external(&mut env);
        self.add_mail(&mut env);
        factor_variables::add(&self.config.auth, &mut env);
        env
    }

    fn add_auth(&self, env: &mut Variables) {
        let auth = &self.config.auth;
        let issuer = auth.jwt_issuer.clone().unwrap_or_else(|| self.auth_url());
        set(env, "GOTRUE_DB_DATABASE_URL", as_role(self.db_url, AUTH_ADMIN, &self.keys.auth_admin_password));
        set(env, "GOTRUE_DB_CLEANUP_ENABLED", true);
        set(env, "GOTRUE_JWT_SECRET", &self.keys.jwt_secret);
        if let Some(signing) = &self.keys.signing_keys {
            set(env, "GOTRUE_JWT_KEYS_FILE", signing.path.display());
        }
        set(env, "GOTRUE_JWT_EXP", auth.jwt_expiry.get());
        set(env, "GOTRUE_JWT_ISSUER", issuer);
        set(env, "GOTRUE_SITE_URL", &auth.site_url.0);
        set(env, "GOTRUE_URI_ALLOW_LIST", self.redirect_patterns().join(","));
        set(env, MIN_PASSWORD_LENGTH, auth.minimum_password_length.get());
        set(env, "GOTRUE_PASSWORD_REQUIRED_CHARACTERS", auth.password_requirements.required_characters());
        set(env, "GOTRUE_RATE_LIMIT_SIGN_IN_SIGN_UPS", auth.rate_limit.sign_in_sign_ups.get());
        set(env, "GOTRUE_DISABLE_SIGNUP", !auth.enable_signup);
        set(env, "GOTRUE_MAILER_AUTOCONFIRM", !auth.email.enable_confirmations);
        set(env, "GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED", auth.enable_anonymous_sign_ins);
        set(env, "GOTRUE_RATE_LIMIT_ANONYMOUS_USERS", auth.rate_limit.anonymous_users.get());
        set(env, "GOTRUE_RATE_LIMIT_TOKEN_REFRESH", auth.rate_limit.token_refresh.get());
        set(env, "GOTRUE_RATE_LIMIT_OTP", auth.rate_limit.sign_in_sign_ups.get());
        set(env, "GOTRUE_RATE_LIMIT_VERIFY", auth.rate_limit.token_verifications.get());
        set(env, "GOTRUE_RATE_LIMIT_EMAIL_SENT", auth.rate_limit.email_sent.get());
        set(env, "GOTRUE_RATE_LIMIT_SMS_SENT", auth.rate_limit.sms_sent.get());
        set(env, "GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED", auth.enable_refresh_token_rotation);
        set(env, "GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL", auth.refresh_token_reuse_interval.get());
    }

    /// The pages that links of mails may lead to: those of the configuration, and the site at the gateway's own address,
    /// whose port `up` may have chosen.
    fn redirect_patterns(&self) -> Vec<String> {
        let own_site = format!("{}/**", self.public_url().trim_end_matches('/'));
        self.config.auth.additional_redirect_urls.iter().cloned().chain([own_site]).collect()
    }

    fn add_hooks(&self, env: &mut Variables) {
        for (name, hook) in self.config.auth.hook.enabled() {
            set(env, &format!("GOTRUE_HOOK_{name}_ENABLED"), true);
            set(env, &format!("GOTRUE_HOOK_{name}_URI"), self.hook_address(&hook.uri));
            if let Some(secrets) = &hook.secrets {
                set(env, &format!("GOTRUE_HOOK_{name}_SECRETS"), &secrets.0);
            }
        }
    }

    fn hook_address(&self, uri: &str) -> String {
        match self.config.source.is_project() {
            true => without_containers(uri, self.url, self.config.api.port.into()),
            false => uri.to_owned(),
        }
    }

    /// Variables that only the auth service gets, because they contain secrets of other services.
    fn add_external(&self, env: &mut Variables) {
        let auth = &self.config.auth;
        set(env, "GOTRUE_SECURITY_MANUAL_LINKING_ENABLED", auth.enable_manual_linking);
        let service_url = self.auth_url();
        env.extend(provider_variables(&auth.external, &service_url));
        set(env, "GOTRUE_CUSTOM_OAUTH_EXTERNAL_URL", service_url);
        set(env, "GOTRUE_SECURITY_CAPTCHA_ENABLED", auth.captcha.enabled);
        set(env, "GOTRUE_SECURITY_CAPTCHA_PROVIDER", auth.captcha.provider.name());
        if let Some(secret) = &auth.captcha.secret {
            set(env, "GOTRUE_SECURITY_CAPTCHA_SECRET", &secret.0);
        }
    }
}

/// Whether a variable keeps its value while the stack runs.
fn is_fixed((name, _): &(String, String)) -> bool {
    ["GOTRUE_DB_DATABASE_URL", "GOTRUE_JWT_SECRET", "GOTRUE_JWT_KEYS_FILE"].contains(&name.as_str())
}
