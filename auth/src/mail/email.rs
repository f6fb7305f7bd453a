//! The subject of a mail: kind, addressee, token and link.

use super::EmailKind;
use crate::models::User;

/// A mail to send.
pub(crate) struct Email<'a> {
    pub kind: EmailKind<'a>,
    /// The account; its metadata is the templates' `.Data`.
    pub user: &'a User,
    /// The address that receives the mail.
    pub to: &'a str,
    /// The digits of the one-time password; empty in notifications.
    pub token: &'a str,
    /// The token of the link, as `auth.one_time_tokens` stores it; empty in notifications.
    pub token_hash: &'a str,
    /// The final redirect target of the link; empty in notifications.
    pub redirect_to: &'a str,
}

impl<'a> Email<'a> {
    /// A mail without token and link, to `to`.
    pub fn notification(kind: EmailKind<'a>, user: &'a User, to: &'a str) -> Email<'a> {
        Email { kind, user, to, token: "", token_hash: "", redirect_to: "" }
    }
}
