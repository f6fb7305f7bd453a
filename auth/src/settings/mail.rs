//! Settings of mails: the SMTP server, the links, and one-time passwords.

use std::path::PathBuf;
use std::time::Duration;

use service_kit::environment::{Environment, EnvironmentError};

use super::list::list;
use super::{GoDuration, SmtpSettings};
use crate::mail::{EmailKind, KINDS, Language};

/// supabase/auth's default of `GOTRUE_SMTP_MAX_FREQUENCY`.
const DEFAULT_MAX_FREQUENCY: Duration = Duration::from_secs(60);
/// Of `GOTRUE_MAILER_OTP_EXP`.
const DEFAULT_OTP_LIFETIME: u64 = 86_400;
/// Of `GOTRUE_MAILER_URLPATHS_…`.
const DEFAULT_LINK_PATH: &str = "/verify";

/// Whether sign-ins need no confirmed address.
pub(super) const ALLOW_UNVERIFIED: &str = "GOTRUE_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS";

/// By [`EmailKind::index`].
const SUBJECTS: [&str; KINDS] = [
    "GOTRUE_MAILER_SUBJECTS_CONFIRMATION",
    "GOTRUE_MAILER_SUBJECTS_INVITE",
    "GOTRUE_MAILER_SUBJECTS_MAGIC_LINK",
    "GOTRUE_MAILER_SUBJECTS_RECOVERY",
    "GOTRUE_MAILER_SUBJECTS_EMAIL_CHANGE",
    "GOTRUE_MAILER_SUBJECTS_REAUTHENTICATION",
    "GOTRUE_MAILER_SUBJECTS_PASSWORD_CHANGED_NOTIFICATION",
    "GOTRUE_MAILER_SUBJECTS_EMAIL_CHANGED_NOTIFICATION",
    "GOTRUE_MAILER_SUBJECTS_PHONE_CHANGED_NOTIFICATION",
    "GOTRUE_MAILER_SUBJECTS_IDENTITY_LINKED_NOTIFICATION",
    "GOTRUE_MAILER_SUBJECTS_IDENTITY_UNLINKED_NOTIFICATION",
    "GOTRUE_MAILER_SUBJECTS_MFA_FACTOR_ENROLLED_NOTIFICATION",
    "GOTRUE_MAILER_SUBJECTS_MFA_FACTOR_UNENROLLED_NOTIFICATION",
];
/// By [`EmailKind::index`].
const TEMPLATES: [&str; KINDS] = [
    "GOTRUE_MAILER_TEMPLATES_CONFIRMATION",
    "GOTRUE_MAILER_TEMPLATES_INVITE",
    "GOTRUE_MAILER_TEMPLATES_MAGIC_LINK",
    "GOTRUE_MAILER_TEMPLATES_RECOVERY",
    "GOTRUE_MAILER_TEMPLATES_EMAIL_CHANGE",
    "GOTRUE_MAILER_TEMPLATES_REAUTHENTICATION",
    "GOTRUE_MAILER_TEMPLATES_PASSWORD_CHANGED_NOTIFICATION",
    "GOTRUE_MAILER_TEMPLATES_EMAIL_CHANGED_NOTIFICATION",
    "GOTRUE_MAILER_TEMPLATES_PHONE_CHANGED_NOTIFICATION",
    "GOTRUE_MAILER_TEMPLATES_IDENTITY_LINKED_NOTIFICATION",
    "GOTRUE_MAILER_TEMPLATES_IDENTITY_UNLINKED_NOTIFICATION",
    "GOTRUE_MAILER_TEMPLATES_MFA_FACTOR_ENROLLED_NOTIFICATION",
    "GOTRUE_MAILER_TEMPLATES_MFA_FACTOR_UNENROLLED_NOTIFICATION",
];
/// The notifications among the kinds.
const NOTIFICATIONS: [(EmailKind<'_>, &str); 7] = [
    (EmailKind::PasswordChanged, "GOTRUE_MAILER_NOTIFICATIONS_PASSWORD_CHANGED_ENABLED"),
    (
        EmailKind::EmailChanged { old_email: "", new_email: "" },
        "GOTRUE_MAILER_NOTIFICATIONS_EMAIL_CHANGED_ENABLED",
    ),
    (
        EmailKind::PhoneChanged { old_phone: "", new_phone: "" },
        "GOTRUE_MAILER_NOTIFICATIONS_PHONE_CHANGED_ENABLED",
    ),
    (EmailKind::IdentityLinked { provider: "" }, "GOTRUE_MAILER_NOTIFICATIONS_IDENTITY_LINKED_ENABLED"),
    (EmailKind::IdentityUnlinked { provider: "" }, "GOTRUE_MAILER_NOTIFICATIONS_IDENTITY_UNLINKED_ENABLED"),
    (
        EmailKind::MfaFactorEnrolled { factor_type: "" },
        "GOTRUE_MAILER_NOTIFICATIONS_MFA_FACTOR_ENROLLED_ENABLED",
    ),
    (
        EmailKind::MfaFactorUnenrolled { factor_type: "" },
        "GOTRUE_MAILER_NOTIFICATIONS_MFA_FACTOR_UNENROLLED_ENABLED",
    ),
];

/// The settings.
#[derive(Clone, Debug)]
pub(crate) struct MailSettings {
    /// `GOTRUE_SITE_URL`: the site's address, and the default of `redirect_to`.
    pub site_url: String,
    /// `API_EXTERNAL_URL`: this service's public address; `SUPABASE_URL` by default.
    pub external_url: String,
    /// `GOTRUE_SMTP_MAX_FREQUENCY`: the shortest time between two mails of a kind to one account.
    pub max_frequency: Duration,
    /// `GOTRUE_MAILER_OTP_EXP`: how long a token is valid.
    pub otp_lifetime: Duration,
    /// `GOTRUE_MAILER_OTP_LENGTH`: the number of digits, from 6 to 10.
    pub otp_length: usize,
    /// `GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED`: whether both addresses confirm a change.
    pub confirms_both_addresses: bool,
    /// `GOTRUE_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS`: whether people may sign in with a provider that has not verified
    /// their address, before they confirm it.
    pub allows_unverified: bool,
    /// `GOTRUE_EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES`: the addresses that mails may go to. All if empty.
    authorized_addresses: Vec<String>,
    /// `GOTRUE_SMTP_…`; `None` without a server.
    pub smtp: Option<SmtpSettings>,
    /// `MAIL_LANGUAGE`: the language of built-in mails to accounts that name none; French by default.
    pub language: Language,
    link_paths: LinkPaths,
    templates: [TemplateSettings; KINDS],
    /// `GOTRUE_MAILER_NOTIFICATIONS_…_ENABLED`, by [`EmailKind::index`].
    notifies: [bool; KINDS],
}

/// `GOTRUE_MAILER_SUBJECTS_…` and `GOTRUE_MAILER_TEMPLATES_…`: the project's own mail of a kind.
#[derive(Clone, Debug, Default)]
pub(crate) struct TemplateSettings {
    pub subject: Option<String>,
    /// A file. supabase/auth takes an address instead.
    pub path: Option<PathBuf>,
}

/// `GOTRUE_MAILER_URLPATHS_…`: a path, or a whole address, without a query.
#[derive(Clone, Debug)]
struct LinkPaths {
    confirmation: String,
    invite: String,
    recovery: String,
    email_change: String,
}

impl MailSettings {
    /// Reads the settings.
    ///
    /// # Errors
    /// When a value is invalid.
    pub fn from_environment(environment: &Environment) -> Result<MailSettings, EnvironmentError> {
        let text = |name, default: &str| environment.optional(name).unwrap_or(default).to_owned();
        let path = |name| text(name, DEFAULT_LINK_PATH);
        let otp_length = environment.parsed("GOTRUE_MAILER_OTP_LENGTH", "a number of digits")?;
        let max_frequency = environment
            .parsed::<GoDuration>("GOTRUE_SMTP_MAX_FREQUENCY", "a duration such as 1m")?
            .map(|duration| duration.0)
            .filter(|duration| !duration.is_zero());
        let otp_lifetime = environment.parsed("GOTRUE_MAILER_OTP_EXP", "a number of seconds")?;
        let template = |kind: usize| TemplateSettings {
            subject: environment.optional(SUBJECTS[kind]).map(str::to_owned),
            path: environment.optional(TEMPLATES[kind]).map(PathBuf::from),
        };
        let mut notifies = [false; KINDS];
        for (kind, name) in NOTIFICATIONS {
            notifies[kind.index()] = environment.flag(name)?;
        }
        Ok(MailSettings {
            site_url: text("GOTRUE_SITE_URL", ""),
            external_url: text("API_EXTERNAL_URL", &text("SUPABASE_URL", "")),
            max_frequency: max_frequency.unwrap_or(DEFAULT_MAX_FREQUENCY),
            otp_lifetime: Duration::from_secs(
                otp_lifetime.filter(|seconds| *seconds > 0).unwrap_or(DEFAULT_OTP_LIFETIME),
            ),
            otp_length: otp_length.filter(|length| (6..=10).contains(length)).unwrap_or(6),
            confirms_both_addresses: environment
                .flag_or("GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED", true)?,
            allows_unverified: environment.flag(ALLOW_UNVERIFIED)?,
            authorized_addresses: list(&text("GOTRUE_EXTERNAL_EMAIL_AUTHORIZED_ADDRESSES", ""), ','),
            smtp: SmtpSettings::from_environment(environment)?,
            language: environment.parsed("MAIL_LANGUAGE", "fr or en")?.unwrap_or_default(),
            templates: std::array::from_fn(template),
            notifies,
            link_paths: LinkPaths {
                confirmation: path("GOTRUE_MAILER_URLPATHS_CONFIRMATION"),
                invite: path("GOTRUE_MAILER_URLPATHS_INVITE"),
                recovery: path("GOTRUE_MAILER_URLPATHS_RECOVERY"),
                email_change: path("GOTRUE_MAILER_URLPATHS_EMAIL_CHANGE"),
            },
        })
    }

    /// Whether mails may go to an address. A label, as in `marie+test@exemple.fr`, does not count.
    pub fn is_authorized(&self, address: &str) -> bool {
        let (name, domain) = address.rsplit_once('@').unwrap_or((address, ""));
        let plain = format!("{}@{domain}", name.split('+').next().unwrap_or_default());
        let mut authorized = self.authorized_addresses.iter();
        self.authorized_addresses.is_empty() || authorized.any(|address| address.eq_ignore_ascii_case(&plain))
    }

    /// The project's own mail of a kind, by [`EmailKind::index`].
    pub fn template(&self, kind: usize) -> &TemplateSettings {
        &self.templates[kind]
    }

    /// Whether owners of accounts are notified of changes of this kind.
    pub fn notifies(&self, kind: EmailKind<'_>) -> bool {
        self.notifies[kind.index()]
    }

    /// The path of the link in a mail of this kind.
    pub fn link_path(&self, kind: EmailKind<'_>) -> &str {
        match kind {
            EmailKind::Invite => &self.link_paths.invite,
            EmailKind::Recovery | EmailKind::MagicLink => &self.link_paths.recovery,
            EmailKind::EmailChange { .. } => &self.link_paths.email_change,
            _ => &self.link_paths.confirmation,
        }
    }
}
