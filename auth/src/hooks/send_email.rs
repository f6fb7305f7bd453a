//! `send_email`: the project sends the mails itself.

use serde_json::{Value, json};

use super::dispatch::{is_enabled, run};
use super::{Hook, Metadata};
use crate::app_state::AppState;
use crate::client_context::ClientContext;
use crate::error::Result;
use crate::mail::{Email, EmailKind};

/// Sends mails to one account through the hook, or by SMTP without one. The two mails of a change of the address, to the
/// new one and to the current one, are one event of the hook. The caller must not hold a connection of the pool.
///
/// # Errors
/// When the hook fails or the SMTP server does not take a mail.
pub(crate) async fn send_email(
    state: &AppState,
    client: Option<&ClientContext>,
    mails: &[Email<'_>],
) -> Result<()> {
    if !is_enabled(state, Hook::SendEmail) {
        for mail in mails {
            state.mailer.send(mail).await?;
        }
        return Ok(());
    }
    let Some(first) = mails.first() else { return Ok(()) };
    let payload = json!({
        "metadata": Metadata::new(Hook::SendEmail, client),
        "user": first.user,
        "email_data": email_data(mails, &state.settings.mail.external_url),
    });
    run(state, Hook::SendEmail, &payload).await.map(drop)
}

/// The object `email_data`. For a change that both addresses confirm, supabase/auth pairs each token with the hash of
/// the other address: `token` and `token_hash_new` are the current address's, `token_new` and `token_hash` the new one's.
fn email_data(mails: &[Email<'_>], site_url: &str) -> Value {
    let mut data = json!({
        "token": "", "token_hash": "", "redirect_to": "", "email_action_type": "", "site_url": site_url,
        "token_new": "", "token_hash_new": "", "old_email": "", "old_phone": "", "provider": "", "factor_type": "",
    });
    let mut set = |name: &str, value: &str| data[name] = value.into();
    if let [new, current] = mails {
        set("token", current.token);
        set("token_hash_new", current.token_hash);
        set("token_new", new.token);
        set("token_hash", new.token_hash);
    } else if let Some(mail) = mails.first() {
        set("token", mail.token);
        set("token_hash", mail.token_hash);
    }
    let Some(Email { kind, redirect_to, .. }) = mails.first() else { return data };
    set("redirect_to", redirect_to);
    set("email_action_type", kind.verification_type().unwrap_or_else(|| kind.name()));
    match *kind {
        EmailKind::EmailChanged { old_email, .. } => set("old_email", old_email),
        EmailKind::PhoneChanged { old_phone, .. } => set("old_phone", old_phone),
        EmailKind::IdentityLinked { provider } | EmailKind::IdentityUnlinked { provider } => {
            set("provider", provider);
        }
        EmailKind::MfaFactorEnrolled { factor_type } | EmailKind::MfaFactorUnenrolled { factor_type } => {
            set("factor_type", factor_type);
        }
        _ => {}
    }
    data
}
