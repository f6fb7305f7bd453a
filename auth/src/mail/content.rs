//! A mail's subject and HTML: the project's template of its kind, or the built-in one in the account's language.

use serde_json::{Map, Value};

use super::kind::{KINDS, NAMES};
use super::language::Language;
use super::template::{Template, TemplateError};
use super::{Email, EmailKind, defaults, link};
use crate::settings::{MailSettings, TemplateSettings};

/// The largest file of a template, in bytes.
const MAX_TEMPLATE: u64 = 1_000_000;

/// The mail's content.
pub(super) struct Content {
    pub subject: String,
    pub html: String,
}

/// The project's templates, by [`EmailKind::index`].
pub(super) struct Contents {
    own: [OwnTemplate; KINDS],
    default_language: Language,
}

/// The project's template of a kind. What it leaves out is built in.
#[derive(Default)]
struct OwnTemplate {
    subject: Option<Template>,
    html: Option<Template>,
}

impl Contents {
    /// Reads the project's templates. A template that cannot be used is logged and replaced by the built-in one.
    pub fn load(settings: &MailSettings) -> Contents {
        let own = std::array::from_fn(|index| own_template(NAMES[index], settings.template(index)));
        Contents { own, default_language: settings.language }
    }

    /// Renders a mail.
    ///
    /// # Errors
    /// When not even the built-in template can be rendered.
    pub fn render(&self, settings: &MailSettings, email: &Email<'_>) -> Result<Content, TemplateError> {
        let data = fields(settings, email);
        let language = Language::of_account(&email.user.user_metadata).unwrap_or(self.default_language);
        let own = &self.own[email.kind.index()];
        let built_in = defaults::source(email.kind, language);
        let render = |template: &Option<Template>, part: &'static str| {
            let rendered = template.as_ref()?.render(&data);
            let log = |error: &TemplateError| {
                tracing::warn!(template = email.kind.name(), part, "the built-in mail is sent: {error}");
            };
            rendered.inspect_err(log).ok()
        };
        Ok(Content {
            subject: match render(&own.subject, "subject") {
                Some(subject) => subject,
                None => Template::text(built_in.subject)?.render(&data)?,
            },
            html: match render(&own.html, "content") {
                Some(html) => html,
                None => Template::html(&built_in.html)?.render(&data)?,
            },
        })
    }
}

fn own_template(name: &'static str, settings: &TemplateSettings) -> OwnTemplate {
    let log = |part: &'static str, error: &dyn std::fmt::Display| {
        tracing::warn!(template = name, part, "the built-in mail is used instead: {error}");
    };
    let subject = settings.subject.as_deref().map(Template::text);
    let subject = subject.and_then(|subject| subject.inspect_err(|error| log("subject", error)).ok());
    let source = settings.path.as_deref().map(read);
    let source = source.and_then(|source| source.inspect_err(|error| log("content", error)).ok());
    let html = source.as_deref().map(Template::html);
    let html = html.and_then(|html| html.inspect_err(|error| log("content", error)).ok());
    OwnTemplate { subject, html }
}

fn read(path: &std::path::Path) -> std::io::Result<String> {
    if std::fs::metadata(path)?.len() > MAX_TEMPLATE {
        return Err(std::io::Error::other("the file is larger than a megabyte"));
    }
    std::fs::read_to_string(path)
}

/// The fields of templates, by the names of supabase/auth.
fn fields(settings: &MailSettings, email: &Email<'_>) -> Value {
    let mut fields = Map::new();
    let mut put = |name: &str, value: Value| fields.insert(name.to_owned(), value);
    let user = email.user;
    put("SiteURL", settings.site_url.as_str().into());
    put("Email", user.email.as_deref().unwrap_or_default().into());
    put("Phone", user.phone.as_deref().unwrap_or_default().into());
    put("Data", Value::Object(user.user_metadata.clone()));
    put("SendingTo", email.to.into());
    if !email.token.is_empty() {
        put("Token", email.token.into());
    }
    if let Some(url) = link::confirmation_url(settings, email.kind, email.token_hash, email.redirect_to) {
        put("ConfirmationURL", url.into());
        put("TokenHash", email.token_hash.into());
        put("RedirectTo", email.redirect_to.into());
    }
    match email.kind {
        EmailKind::EmailChange { new_email } => put("NewEmail", new_email.into()),
        EmailKind::EmailChanged { old_email, new_email } => {
            put("OldEmail", old_email.into());
            put("Email", new_email.into())
        }
        EmailKind::PhoneChanged { old_phone, new_phone } => {
            put("OldPhone", old_phone.into());
            put("Phone", new_phone.into())
        }
        EmailKind::IdentityLinked { provider } => put("Provider", provider.into()),
        EmailKind::IdentityUnlinked { provider } => {
            put("Email", email.to.into());
            put("Provider", provider.into())
        }
        EmailKind::MfaFactorEnrolled { factor_type } | EmailKind::MfaFactorUnenrolled { factor_type } => {
            put("FactorType", factor_type.into())
        }
        _ => None,
    };
    Value::Object(fields)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_mail_is_a_valid_template() {
        let data = Value::Object(Map::new());
        let text = "";
        let kinds = [
            EmailKind::Confirmation,
            EmailKind::Invite,
            EmailKind::MagicLink,
            EmailKind::Recovery,
            EmailKind::EmailChange { new_email: text },
            EmailKind::Reauthentication,
            EmailKind::PasswordChanged,
            EmailKind::EmailChanged { old_email: text, new_email: text },
            EmailKind::PhoneChanged { old_phone: text, new_phone: text },
            EmailKind::IdentityLinked { provider: text },
            EmailKind::IdentityUnlinked { provider: text },
            EmailKind::MfaFactorEnrolled { factor_type: text },
            EmailKind::MfaFactorUnenrolled { factor_type: text },
        ];
        for kind in kinds {
            for language in [Language::French, Language::English] {
                let source = defaults::source(kind, language);
                Template::text(source.subject).unwrap().render(&data).unwrap();
                let html = Template::html(&source.html).unwrap().render(&data).unwrap();
                assert!(!html.contains('%'), "{html}");
            }
        }
    }
}
