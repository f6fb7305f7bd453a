//! `[auth.email]`: sign-up by e-mail, one-time passwords, the SMTP server and the project's own mails.

use crate::config::reader::Section;
use crate::config::values::{GoDuration, Number, Secret, text};
use serde::{Deserialize, Deserializer};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The section.
#[derive(Debug, Clone)]
pub struct Email {
    /// Whether people can sign up and sign in with an address.
    pub enable_signup: bool,
    /// Whether both addresses confirm a change.
    pub double_confirm_changes: bool,
    /// Whether a new address must be confirmed before the first sign-in.
    pub enable_confirmations: bool,
    /// Whether a change of the password needs a recent sign-in.
    pub secure_password_change: bool,
    /// Whether a change of the password needs the present one.
    pub require_current_password: bool,
    /// The shortest time between two mails of a kind to one account.
    pub max_frequency: GoDuration,
    /// Digits of a one-time password.
    pub otp_length: Number<6, 10>,
    /// Lifetime of a one-time password and of a link, in seconds.
    pub otp_expiry: Number<1, 86_400>,
    /// The language of built-in mails to accounts that name none.
    pub language: MailLanguage,
    /// The SMTP server, if it is enabled.
    pub smtp: Option<Smtp>,
    pub template: BTreeMap<TemplateName, Mail>,
    pub notification: BTreeMap<NotificationName, Notification>,
}

impl Email {
    pub(super) fn read(section: &mut Section<'_, '_>) -> Email {
        // The product's own language, or that of Supabase's mails.
        let language = if section.is_project() { MailLanguage::En } else { MailLanguage::Fr };
        Email {
            enable_signup: section.renamed("enabled", "enable_signup", true),
            double_confirm_changes: section.value("double_confirm_changes", true),
            enable_confirmations: section.value("enable_confirmations", false),
            secure_password_change: section.value("secure_password_change", false),
            require_current_password: section.value("require_current_password", false),
            max_frequency: section.value("max_frequency", GoDuration("1s".into())),
            otp_length: section.value("otp_length", Number(6)),
            otp_expiry: section.value("otp_expiry", Number(3600)),
            language: section.own("language", language),
            smtp: section.present_section("smtp", Smtp::read).flatten(),
            template: section.named_sections("template", |_, section| Mail::read(section)),
            notification: section.named_sections("notification", |_, section| Notification::read(section)),
        }
    }

    /// The configured SMTP server, if it is enabled.
    pub fn smtp(&self) -> Option<&Smtp> {
        self.smtp.as_ref()
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
#[derive(Debug, Clone)]
pub struct Smtp {
    pub host: String,
    pub port: Number<1, 65535>,
    pub user: Option<String>,
    pub pass: Option<Secret>,
    /// The sender's address.
    pub admin_email: String,
    pub sender_name: Option<String>,
}

impl Smtp {
    fn read(section: &mut Section<'_, '_>) -> Option<Smtp> {
        let is_on = section.switch("enabled", true);
        let (host, port, admin_email) =
            (section.optional("host"), section.optional("port"), section.optional("admin_email"));
        let (user, pass) = (section.optional("user"), section.optional("pass"));
        let sender_name = section.optional("sender_name");
        if !is_on {
            return None;
        }
        for (key, is_missing) in
            [("host", host.is_none()), ("port", port.is_none()), ("admin_email", admin_email.is_none())]
        {
            if is_missing && !section.was_read(key) {
                section.reject(key, "expected a value, because the section is enabled");
            }
        }
        Some(Smtp { host: host?, port: port?, user, pass, admin_email: admin_email?, sender_name })
    }
}

/// The project's own mail of a kind. Parts that it omits are the built-in ones.
#[derive(Debug, Clone, Default)]
pub struct Mail {
    pub subject: Option<String>,
    /// The file of the HTML, absolute.
    pub content_path: Option<PathBuf>,
}

impl Mail {
    fn read(section: &mut Section<'_, '_>) -> Mail {
        Mail { subject: section.optional("subject"), content_path: section.template_path("content_path") }
    }
}

/// `[auth.email.notification.NAME]`.
#[derive(Debug, Clone, Default)]
pub struct Notification {
    pub enabled: bool,
    pub subject: Option<String>,
    /// The file of the HTML, absolute.
    pub content_path: Option<PathBuf>,
}

impl Notification {
    fn read(section: &mut Section<'_, '_>) -> Notification {
        Notification {
            enabled: section.value("enabled", false),
            subject: section.optional("subject"),
            content_path: section.template_path("content_path"),
        }
    }
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
