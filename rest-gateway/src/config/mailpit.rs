//! `[inbucket]`, also `[mailpit]` and `[local_smtp]`: the mail catcher of `up`.

use super::values::{Number, Port};
use serde::Deserialize;

/// The section.
#[derive(Debug, Clone, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Mailpit {
    /// Whether `up` catches mails when no SMTP server is configured.
    pub enabled: bool,
    /// The port of the page and the API, on loopback.
    pub port: Port,
    /// The port of the SMTP server, on loopback; a free one by default.
    pub smtp_port: Option<Port>,
    /// Accepted for Supabase's files. There is no POP3.
    pub pop3_port: Option<Number<0, 65535>>,
    /// The sender's address of caught mails.
    pub admin_email: String,
    pub sender_name: String,
}

impl Default for Mailpit {
    fn default() -> Mailpit {
        Mailpit {
            enabled: true,
            port: Number(54324),
            smtp_port: None,
            pop3_port: None,
            admin_email: "admin@email.com".into(),
            sender_name: "Admin".into(),
        }
    }
}
