//! `[auth.email]`: sign-up by e-mail, one-time passwords, the SMTP server and the project's own mails.

use crate::config::values::{GoDuration, Number, Secret, text};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The section.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Email {
    /// Whether people can sign up and sign in with an address.
    #[serde(alias = "enabled")]
    pub enable_signup: bool,
    /// Whether both addresses confirm a change.
    pub double_confirm_changes: bool,
    /// Whether a new address must be confirmed before the first sign-in.
    pub enable_confirmations: bool,
    /// Whether a change of the password needs a recent sign-in.
    pub secure_password_change: bool,
    /// The shortest time between two mails of a kind to one account.
    pub max_frequency: GoDuration,
    /// Digits of a one-time password.
    pub otp_length: Number<6, 10>,
    /// Lifetime of a one-time password and of a link, in seconds.
    pub otp_expiry: Number<1, 86_400>,
    /// The language of built-in mails to accounts that name none.
    pub language: MailLanguage,
    pub smtp: Option<Smtp>,
    pub template: BTreeMap<TemplateName, Mail>,
    pub notification: BTreeMap<NotificationName, Notification>,
}

impl Default for Email {
    fn default() -> Email {
        Email {
            enable_signup: true,
            double_confirm_changes: true,
            enable_confirmations: false,
            secure_password_change: false,
            max_frequency: GoDuration("1s".into()),
            otp_length: Number(6),
            otp_expiry: Number(3600),
            language: MailLanguage::Fr,
            smtp: None,
            template: BTreeMap::new(),
            notification: BTreeMap::new(),
        }
    }
}

impl Email {
    /// The configured SMTP server, if it is enabled.
    pub fn smtp(&self) -> Option<&Smtp> {
        self.smtp.as_ref().filter(|smtp| smtp.enabled)
    }

    /// The project's own mails.
    pub fn own_mails(&self) -> impl Iterator<Item = OwnMail<'_>> {
        let templates = self.template.iter().map(|(name, mail)| OwnMail {
            variable: name.0.to_uppercase(),
            subject: mail.subject.as_deref(),
            content_path: mail.content_path.as_deref(),
        });
        let notifications = self.notification.iter().map(|(name, mail)| OwnMail {
            variable: format!("{}_NOTIFICATION", name.0.to_uppercase()),
            subject: mail.subject.as_deref(),
            content_path: mail.content_path.as_deref(),
        });
        templates.chain(notifications)
    }
}

/// A template or a notification.
pub struct OwnMail<'a> {
    /// The end of supabase/auth's variables about it, e.g. `MAGIC_LINK`.
    pub variable: String,
    pub subject: Option<&'a str>,
    pub content_path: Option<&'a Path>,
}

/// A language of the built-in mails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MailLanguage {
    Fr,
    En,
}

impl MailLanguage {
    /// Its tag.
    pub fn tag(self) -> &'static str {
        match self {
            MailLanguage::Fr => "fr",
            MailLanguage::En => "en",
        }
    }
}

/// `[auth.email.smtp]`. TLS begins at once on port 465, and by STARTTLS on others.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Smtp {
    #[serde(default = "enabled")]
    pub enabled: bool,
    pub host: String,
    pub port: Number<1, 65535>,
    pub user: Option<String>,
    pub pass: Option<Secret>,
    /// The sender's address.
    pub admin_email: String,
    pub sender_name: Option<String>,
}

fn enabled() -> bool {
    true
}

/// The project's own mail of a kind. What it leaves out is built in.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mail {
    pub subject: Option<String>,
    /// The file of the HTML.
    pub content_path: Option<PathBuf>,
}

/// `[auth.email.notification.NAME]`.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Notification {
    pub enabled: bool,
    pub subject: Option<String>,
    /// The file of the HTML.
    pub content_path: Option<PathBuf>,
}

/// The name of a mail with a link or a code.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct TemplateName(pub String);

impl<'de> Deserialize<'de> for TemplateName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const NAMES: [&str; 6] =
            ["confirmation", "email_change", "invite", "magic_link", "reauthentication", "recovery"];
        let expected = "a mail: confirmation, email_change, invite, magic_link, reauthentication or recovery";
        text(deserializer, expected, |name| NAMES.contains(&name).then(|| TemplateName(name.to_owned())))
    }
}

/// The name of a mail about a change of the account.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct NotificationName(pub String);

impl<'de> Deserialize<'de> for NotificationName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        const NAMES: [&str; 7] = [
            "email_changed",
            "identity_linked",
            "identity_unlinked",
            "mfa_factor_enrolled",
            "mfa_factor_unenrolled",
            "password_changed",
            "phone_changed",
        ];
        let expected = "a notification: password_changed, email_changed, phone_changed, identity_linked, \
                        identity_unlinked, mfa_factor_enrolled or mfa_factor_unenrolled";
        text(deserializer, expected, |name| NAMES.contains(&name).then(|| NotificationName(name.to_owned())))
    }
}
