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

/// Sends mails. A clone is cheap and shares the connection and the templates.
#[derive(Clone)]
pub(crate) struct Mailer {
    settings: Arc<MailSettings>,
    contents: Arc<Contents>,
    /// `None` without a configured server.
    smtp: Option<Arc<Smtp>>,
}

impl Mailer {
    /// Reads the project's templates. Connects to the SMTP server when the first mail is sent.
    pub fn new(settings: MailSettings) -> Mailer {
        let contents = Contents::load(&settings);
        let smtp = settings.smtp.clone().map(|server| Smtp::new(server, &settings.external_url));
        Mailer { settings: Arc::new(settings), contents: Arc::new(contents), smtp: smtp.map(Arc::new) }
    }

    /// The same mailer, whose links lead to another public address of this service.
    pub fn with_external_url(&self, url: &str) -> Mailer {
        let mut settings = MailSettings::clone(&self.settings);
        url.clone_into(&mut settings.external_url);
        Mailer { settings: Arc::new(settings), ..self.clone() }
    }

    /// Sends a mail and waits until the SMTP server has taken it. Without a configured server, as in supabase/auth,
    /// the mail is dropped.
    ///
    /// # Errors
    /// When the server does not take it in time. The cause is logged.
    pub async fn send(&self, email: &Email<'_>) -> Result<(), MailError> {
        let Mailer { settings, contents, smtp } = self;
        let Some(smtp) = smtp else {
            tracing::warn!(template = email.kind.name(), "no mail is sent: there is no SMTP server");
            return Ok(());
        };
        let failure = |cause: &(dyn std::error::Error + 'static)| {
            tracing::error!(template = email.kind.name(), cause = %chain(cause), "the mail could not be sent");
            MailError { kind: email.kind.in_error() }
        };
        let content = contents.render(settings, email).map_err(|error| failure(&error))?;
        smtp.send(email.to, email.kind, content).await.map_err(|error| failure(&error))
    }

    /// The link that a mail of this kind contains; `None` for kinds without one.
    pub fn link(&self, kind: EmailKind<'_>, token_hash: &str, redirect_to: &str) -> Option<String> {
        link::confirmation_url(&self.settings, kind, token_hash, redirect_to)
    }
}
