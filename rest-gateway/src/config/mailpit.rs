//! `[inbucket]`, also `[mailpit]` and `[local_smtp]`: the mail catcher of `up`.

use super::reader::Section;
use super::values::{Number, Port};

/// The section's names, by the version of Supabase's command line.
const NAMES: [&str; 3] = ["inbucket", "local_smtp", "mailpit"];

/// The section.
#[derive(Debug, Clone)]
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

impl Mailpit {
    /// Reads the section under the name that the file has for it.
    pub(super) fn read(root: &mut Section<'_, '_>) -> Mailpit {
        let used = NAMES.into_iter().find(|name| root.has(name)).unwrap_or(NAMES[0]);
        for other in NAMES.into_iter().filter(|name| *name != used) {
            if root.section(other, |section| {
                section.set_aside();
                section.is_present()
            }) {
                root.reject(used, &format!("[{other}] is the same section; keep one of them"));
            }
        }
        root.section(used, |section| Mailpit {
            enabled: section.value("enabled", true),
            port: section.value("port", Number(54324)),
            smtp_port: section.optional("smtp_port"),
            pop3_port: section.optional("pop3_port"),
            admin_email: section.value("admin_email", "admin@email.com".into()),
            sender_name: section.value("sender_name", "Admin".into()),
        })
    }
}
