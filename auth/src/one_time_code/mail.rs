//! Codes that are mailed. A code is stored within a transaction and mailed after its commit, so that a slow SMTP server
//! holds no connection and no lock. A code that could not be mailed is deleted, so that the person can ask again.

use chrono::Utc;

use super::{TokenKind, check_frequency, hash, random_digits};
use crate::app_state::AppState;
use crate::database::{AuthTransaction, Changes, NewFlowState, NewToken};
use crate::error::{Error, ErrorCode, Result};
use crate::hooks;
use crate::mail::{Email, EmailKind};
use crate::models::User;
use crate::pkce::{self, Challenge};

/// The mails with a code for an account's own address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    Confirmation,
    Invite,
    MagicLink,
    Recovery,
    Reauthentication,
}

impl Purpose {
    pub fn token(self) -> TokenKind {
        match self {
            Purpose::Confirmation | Purpose::Invite => TokenKind::Confirmation,
            Purpose::MagicLink | Purpose::Recovery => TokenKind::Recovery,
            Purpose::Reauthentication => TokenKind::Reauthentication,
        }
    }

    fn mail(self) -> EmailKind<'static> {
        match self {
            Purpose::Confirmation => EmailKind::Confirmation,
            Purpose::Invite => EmailKind::Invite,
            Purpose::MagicLink => EmailKind::MagicLink,
            Purpose::Recovery => EmailKind::Recovery,
            Purpose::Reauthentication => EmailKind::Reauthentication,
        }
    }

    /// The provider and the authentication method of a flow that ends with this mail's link.
    fn flow(self) -> (&'static str, &'static str) {
        match self {
            Purpose::Confirmation => ("email", "email/signup"),
            Purpose::Invite => ("invite", "invite"),
            Purpose::MagicLink => ("magiclink", "magiclink"),
            Purpose::Recovery | Purpose::Reauthentication => ("recovery", "recovery"),
        }
    }
}

/// A stored code, to be mailed with [`send`].
pub(crate) struct CodeMail {
    pub digits: String,
    /// The token of the link.
    pub hash: String,
    to: String,
    token: TokenKind,
    content: Content,
}

enum Content {
    Purpose(Purpose),
    EmailChange { new_email: String },
}

impl CodeMail {
    fn new(
        state: &AppState,
        to: &str,
        token: TokenKind,
        content: Content,
        challenge: Option<&Challenge>,
    ) -> CodeMail {
        let digits = random_digits(state.settings.mail.otp_length);
        let prefix = if challenge.is_some() { pkce::TOKEN_PREFIX } else { "" };
        let hash = format!("{prefix}{}", hash(to, &digits));
        CodeMail { digits, hash, to: to.to_owned(), token, content }
    }

    fn email<'a>(&'a self, user: &'a User, redirect_to: &'a str) -> Email<'a> {
        let kind = match &self.content {
            Content::Purpose(purpose) => purpose.mail(),
            Content::EmailChange { new_email } => EmailKind::EmailChange { new_email },
        };
        Email { kind, user, to: &self.to, token: &self.digits, token_hash: &self.hash, redirect_to }
    }

    async fn store(&self, transaction: &AuthTransaction<'_>, user: &User) -> Result<()> {
        let token = NewToken {
            user_id: user.id,
            kind: self.token,
            hash: &self.hash,
            relates_to: &self.to,
            now: Utc::now(),
        };
        transaction.store_token(&token).await
    }
}

/// Stores a code for the account's own address. With a challenge, the link ends with a code of that flow.
///
/// # Errors
/// 400 when mails may not go to the address; 429 when the last mail of this kind was sent a moment ago, or too many mails
/// were sent.
pub(crate) async fn store(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    user: &User,
    purpose: Purpose,
    challenge: Option<&Challenge>,
) -> Result<CodeMail> {
    check_authorized(state, user.email.as_deref().unwrap_or_default())?;
    if purpose != Purpose::Invite {
        check_mail_frequency(state, user, purpose.token())?;
    }
    count(state, transaction).await?;
    let (provider_type, authentication_method) = purpose.flow();
    store_flow(transaction, user, challenge, provider_type, authentication_method).await?;
    store_unsent(state, transaction, user, purpose, challenge).await
}

/// Stores a code that an administrator passes on instead of a mail.
pub(crate) async fn store_unsent(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    user: &User,
    purpose: Purpose,
    challenge: Option<&Challenge>,
) -> Result<CodeMail> {
    let to = user.email.as_deref().unwrap_or_default();
    let mail = CodeMail::new(state, to, purpose.token(), Content::Purpose(purpose), challenge);
    mail.store(transaction, user).await?;
    Ok(mail)
}

/// Stores a pending change of the e-mail address, with a code for the new address and, if both must confirm, one for the
/// current address.
///
/// # Errors
/// See [`store`].
pub(crate) async fn store_email_change(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    user: &User,
    new_email: &str,
    challenge: Option<&Challenge>,
) -> Result<Vec<CodeMail>> {
    check_authorized(state, new_email)?;
    if let Some(current) = &user.email
        && state.settings.mail.confirms_both_addresses
    {
        check_authorized(state, current)?;
    }
    check_mail_frequency(state, user, TokenKind::EmailChangeNew)?;
    count(state, transaction).await?;
    store_flow(transaction, user, challenge, "email_change", "email_change").await?;
    transaction.delete_token(user.id, TokenKind::EmailChangeCurrent).await?;
    let mut mails =
        vec![store_unsent_email_change(state, transaction, user, new_email, new_email, challenge).await?];
    if let Some(current) = &user.email
        && state.settings.mail.confirms_both_addresses
    {
        mails.push(store_unsent_email_change(state, transaction, user, new_email, current, challenge).await?);
    }
    Ok(mails)
}

/// Stores a pending change of the e-mail address with a code for `to`: the new or the current address.
pub(crate) async fn store_unsent_email_change(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    user: &User,
    new_email: &str,
    to: &str,
    challenge: Option<&Challenge>,
) -> Result<CodeMail> {
    let changes =
        Changes { new_email: Some(new_email), email_change_confirm_status: Some(0), ..Changes::default() };
    transaction.update_user(user.id, &changes).await?;
    let token = if to == new_email { TokenKind::EmailChangeNew } else { TokenKind::EmailChangeCurrent };
    let content = Content::EmailChange { new_email: new_email.to_owned() };
    let mail = CodeMail::new(state, to, token, content, challenge);
    mail.store(transaction, user).await?;
    Ok(mail)
}

/// Mails codes after the commit of the transaction that stored them. The caller holds no connection.
///
/// # Errors
/// 500 when the SMTP server does not take a mail, and those of the hook `send_email`. The codes are then deleted.
pub(crate) async fn send(state: &AppState, user: &User, mails: &[CodeMail], redirect_to: &str) -> Result<()> {
    let emails: Vec<Email<'_>> = mails.iter().map(|mail| mail.email(user, redirect_to)).collect();
    if let Err(error) = hooks::send_email(state, None, &emails).await {
        delete_unsent(state, user, mails).await?;
        return Err(error);
    }
    Ok(())
}

async fn delete_unsent(state: &AppState, user: &User, mails: &[CodeMail]) -> Result<()> {
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    for mail in mails {
        transaction.withdraw_token(user.id, mail.token, &mail.hash).await?;
    }
    transaction.commit().await
}

fn check_mail_frequency(state: &AppState, user: &User, token: TokenKind) -> Result<()> {
    let frequency = state.settings.mail.max_frequency;
    check_frequency(token.sent_at(user), frequency, ErrorCode::OverEmailSendRateLimit)
}

/// Checks that mails may go to an address.
fn check_authorized(state: &AppState, address: &str) -> Result<()> {
    if address.is_empty() || state.settings.mail.is_authorized(address) {
        return Ok(());
    }
    let message = format!("Email address {address:?} cannot be used as it is not authorized");
    Err(Error::bad_request(ErrorCode::EmailAddressNotAuthorized, message))
}

/// Counts a mail for the limit of all mails. As in supabase/auth, it does not apply where addresses count as confirmed.
async fn count(state: &AppState, transaction: &AuthTransaction<'_>) -> Result<()> {
    let limits = state.settings.rate_limits;
    if limits.email_sent.events > 0.0 && state.settings.confirms_email {
        return Ok(());
    }
    limits.mail().take(transaction, ErrorCode::OverEmailSendRateLimit, "email rate limit exceeded").await
}

async fn store_flow(
    transaction: &AuthTransaction<'_>,
    user: &User,
    challenge: Option<&Challenge>,
    provider_type: &str,
    authentication_method: &str,
) -> Result<()> {
    if challenge.is_none() {
        return Ok(());
    }
    let user_id = Some(user.id);
    let flow =
        NewFlowState { challenge, provider_type, authentication_method, user_id, ..NewFlowState::default() };
    transaction.insert_flow_state(&flow).await?;
    Ok(())
}
