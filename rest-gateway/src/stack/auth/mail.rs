//! The auth service's variables about mails.

use crate::config::OwnMail;
use crate::stack::context::StackContext;
use crate::stack::services::variables::{Variables, set};

impl StackContext<'_> {
    /// Adds the variables of supabase/auth about mails.
    pub(super) fn add_mail(&self, env: &mut Variables) {
        let email = &self.config.auth.email;
        let api = self.auth_url();
        set(env, "API_EXTERNAL_URL", &api);
        for kind in ["CONFIRMATION", "INVITE", "RECOVERY", "EMAIL_CHANGE"] {
            set(env, &format!("GOTRUE_MAILER_URLPATHS_{kind}"), format!("{api}/verify"));
        }
        set(env, "GOTRUE_EXTERNAL_EMAIL_ENABLED", email.enable_signup);
        set(env, "GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED", email.double_confirm_changes);
        set(env, "GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION", email.secure_password_change);
        set(env, "GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_CURRENT_PASSWORD", email.require_current_password);
        set(env, "GOTRUE_SMTP_MAX_FREQUENCY", &email.max_frequency.0);
        set(env, "GOTRUE_MAILER_OTP_LENGTH", email.otp_length.get());
        set(env, "GOTRUE_MAILER_OTP_EXP", email.otp_expiry.get());
        set(env, "MAIL_LANGUAGE", email.language.tag());
        for (name, notification) in &email.notification {
            let name = name.0.to_uppercase();
            set(env, &format!("GOTRUE_MAILER_NOTIFICATIONS_{name}_ENABLED"), notification.enabled);
        }
        for OwnMail { variable, subject, content_path } in email.own_mails() {
            if let Some(subject) = subject {
                set(env, &format!("GOTRUE_MAILER_SUBJECTS_{variable}"), subject);
            }
            if let Some(path) = content_path {
                set(env, &format!("GOTRUE_MAILER_TEMPLATES_{variable}"), path.display());
            }
        }
        self.add_smtp(env);
    }

    /// The configured server, else the mail catcher.
    fn add_smtp(&self, env: &mut Variables) {
        if let Some(smtp) = self.config.auth.email.smtp() {
            set(env, "GOTRUE_SMTP_HOST", &smtp.host);
            set(env, "GOTRUE_SMTP_PORT", smtp.port.get());
            set(env, "GOTRUE_SMTP_ADMIN_EMAIL", &smtp.admin_email);
            set(env, "GOTRUE_SMTP_SENDER_NAME", smtp.sender_name.as_deref().unwrap_or_default());
            set(env, "GOTRUE_SMTP_USER", smtp.user.as_deref().unwrap_or_default());
            set(env, "GOTRUE_SMTP_PASS", smtp.pass.as_ref().map_or("", |pass| pass.0.as_str()));
        } else if let Some(catcher) = &self.mail_catcher {
            set(env, "GOTRUE_SMTP_HOST", catcher.smtp.ip());
            set(env, "GOTRUE_SMTP_PORT", catcher.smtp.port());
            set(env, "GOTRUE_SMTP_ADMIN_EMAIL", &self.config.mailpit.admin_email);
            set(env, "GOTRUE_SMTP_SENDER_NAME", &self.config.mailpit.sender_name);
        }
    }
}
