//! Mails: their kinds, their texts, and how they are sent.

mod content;
mod defaults;
mod email;
mod error;
mod kind;
mod language;
mod link;
mod smtp;
mod template;

use std::sync::Arc;

pub(crate) use email::Email;
pub(crate) use error::MailError;
pub(crate) use kind::{EmailKind, KINDS};
pub(crate) use language::Language;

use crate::error::chain;
use crate::settings::MailSettings;
use content::Contents;
use smtp::Smtp;

/// Sends mails. A clone is cheap and shares it.
#[derive(Clone)]
pub(crate) struct Mailer(Arc<Inner>);

struct Inner {
    settings: MailSettings,
    contents: Contents,
    /// `None` without a configured server.
    smtp: Option<Smtp>,
}

impl Mailer {
    /// Reads the project's templates. Connects to the SMTP server when the first mail is sent.
    pub fn new(settings: MailSettings) -> Mailer {
        let contents = Contents::load(&settings);
        let smtp = settings.smtp.clone().map(|server| Smtp::new(server, &settings.external_url));
        Mailer(Arc::new(Inner { settings, contents, smtp }))
    }

    /// Sends a mail and waits until the SMTP server has taken it. Without a configured server, as in supabase/auth,
    /// the mail is dropped.
    ///
    /// # Errors
    /// When the server does not take it in time. The cause is logged.
    pub async fn send(&self, email: &Email<'_>) -> Result<(), MailError> {
        let Inner { settings, contents, smtp } = &*self.0;
        let Some(smtp) = smtp else {
            tracing::warn!(template = email.kind.name(), "no mail is sent: there is no SMTP server");
            return Ok(());
        };
        let failure = |cause: &(dyn std::error::Error + 'static)| {
            tracing::error!(template = email.kind.name(), cause = %chain(cause), "the mail could not be sent");
            MailError { kind: email.kind.in_error() }
        };
        let content = contents.render(settings, email).map_err(|error| failure(&error))?;
        smtp.send(email.to, content).await.map_err(|error| failure(&error))
    }

    /// The link that a mail of this kind contains; `None` for kinds without one.
    pub fn link(&self, kind: EmailKind<'_>, token_hash: &str, redirect_to: &str) -> Option<String> {
        link::confirmation_url(&self.0.settings, kind, token_hash, redirect_to)
    }
}
