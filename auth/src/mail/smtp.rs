//! Hands mails to the SMTP server.

use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message};
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use lettre::{Address, AsyncSmtpTransport, AsyncTransport, Tokio1Executor};
use tokio::sync::{OnceCell, Semaphore};
use uuid::Uuid;

use super::EmailKind;
use super::content::Content;
use crate::settings::SmtpSettings;

/// Mails that are sent at the same time. Others wait.
const MAX_CONCURRENT: usize = 16;
/// The port on which TLS begins at once.
const TLS_PORT: u16 = 465;

type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// The connection to the configured SMTP server.
pub(super) struct Smtp {
    settings: SmtpSettings,
    /// The name that the client gives in its greeting.
    client_name: String,
    transport: OnceCell<Transport>,
    permits: Semaphore,
}

/// The error of a mail that was not sent. Leaves out the server's reply, which may repeat the address.
#[derive(Debug, thiserror::Error)]
pub(super) enum SmtpError {
    #[error("no answer from the SMTP server in time")]
    Deadline,
    #[error("the address is invalid: {0}")]
    Address(#[from] lettre::address::AddressError),
    #[error("the mail is invalid: {0}")]
    Message(#[from] lettre::error::Error),
    #[error("the SMTP server answered {0}")]
    Rejected(String),
    #[error("the SMTP server cannot be used: {0}")]
    Connection(lettre::transport::smtp::Error),
}

impl From<lettre::transport::smtp::Error> for SmtpError {
    fn from(error: lettre::transport::smtp::Error) -> SmtpError {
        match error.status() {
            Some(status) => SmtpError::Rejected(status.to_string()),
            None => SmtpError::Connection(error),
        }
    }
}

impl Smtp {
    /// A client of the server. `external_url` names the host of the greeting.
    pub fn new(settings: SmtpSettings, external_url: &str) -> Smtp {
        let authority = external_url.split("://").last().unwrap_or_default();
        let host = authority.split(['/', ':', '?']).next().filter(|host| !host.is_empty());
        let client_name = host.unwrap_or("localhost").to_owned();
        Smtp { settings, client_name, transport: OnceCell::new(), permits: Semaphore::new(MAX_CONCURRENT) }
    }

    /// Sends a mail.
    ///
    /// # Errors
    /// When the server does not accept it before the deadline.
    pub async fn send(&self, to: &str, kind: EmailKind<'_>, content: Content) -> Result<(), SmtpError> {
        let message = self.message(to, kind, content)?;
        let deliver = async {
            let _permit = self.permits.acquire().await.map_err(|_| SmtpError::Deadline)?;
            self.transport().await?.send(message).await?;
            Ok(())
        };
        tokio::time::timeout(self.settings.timeout, deliver).await.unwrap_or(Err(SmtpError::Deadline))
    }

    fn message(&self, to: &str, kind: EmailKind<'_>, content: Content) -> Result<Message, SmtpError> {
        let to = Mailbox::new(None, to.parse::<Address>()?);
        let domain = self.settings.sender.email.domain();
        let mut message = Message::builder()
            .from(self.settings.sender.clone())
            .to(to)
            .subject(content.subject)
            .message_id(Some(format!("<{}@{domain}>", Uuid::new_v4())))
            .header(ContentType::TEXT_HTML)
            .body(content.html)?;
        // RFC 3834: prevents out-of-office replies.
        let header = HeaderName::new_from_ascii_str("Auto-Submitted");
        message.headers_mut().insert_raw(HeaderValue::new(header, "auto-generated".to_owned()));
        for (name, value) in &self.settings.headers {
            let value = value.replace("$messageType", kind.name());
            message.headers_mut().insert_raw(HeaderValue::new(name.clone(), value));
        }
        Ok(message)
    }

    /// Prepared at the first mail, because TLS reads the system's certificates.
    async fn transport(&self) -> Result<&Transport, SmtpError> {
        self.transport.get_or_try_init(async || self.connect_options()).await
    }

    fn connect_options(&self) -> Result<Transport, SmtpError> {
        let SmtpSettings { host, port, credentials, timeout, .. } = &self.settings;
        let mut builder = Transport::builder_dangerous(host)
            .port(*port)
            .tls(self.tls()?)
            .timeout(Some(*timeout))
            .hello_name(ClientId::Domain(self.client_name.clone()));
        if let Some((user, password)) = credentials {
            builder = builder.credentials(Credentials::new(user.clone(), password.0.clone()));
        }
        Ok(builder.build())
    }

    /// A password is only sent over TLS. A server on this machine gets neither.
    fn tls(&self) -> Result<Tls, SmtpError> {
        let SmtpSettings { host, port, credentials, .. } = &self.settings;
        let is_local = matches!(host.as_str(), "localhost" | "127.0.0.1" | "::1");
        if is_local && *port != TLS_PORT {
            return Ok(Tls::None);
        }
        let parameters = TlsParameters::new(host.clone())?;
        Ok(match credentials {
            _ if *port == TLS_PORT => Tls::Wrapper(parameters),
            Some(_) => Tls::Required(parameters),
            None => Tls::Opportunistic(parameters),
        })
    }
}
