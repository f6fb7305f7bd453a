//! Mails that notify the owner of an account of a change.

use crate::app_state::AppState;
use crate::hooks;
use crate::mail::{Email, EmailKind};
use crate::models::User;

/// Mails `user` about a change if the settings ask for mails of this kind: through the hook `send_email`, or by SMTP
/// without one. The mail goes to the address that `user` has. A failure is logged, because the change is made already.
/// The caller holds no connection.
pub(crate) async fn notify(state: &AppState, kind: EmailKind<'_>, user: &User) {
    let Some(address) = &user.email else { return };
    if !state.settings.mail.notifies(kind) {
        return;
    }
    if let Err(error) = hooks::send_email(state, None, &[Email::notification(kind, user, address)]).await {
        tracing::warn!(template = kind.name(), %error, "a notification was not sent");
    }
}
