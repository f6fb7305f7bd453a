//! Codes that are sent to a phone, by the hook `send_sms`. Like mails they are stored first and sent after the commit.

use chrono::Utc;
use serde_json::json;

use super::{TokenKind, check_frequency, hash, random_digits};
use crate::app_state::AppState;
use crate::client_context::ClientContext;
use crate::database::{AuthTransaction, Changes, NewToken};
use crate::error::{Error, ErrorCode, Result};
use crate::hooks::{self, Hook, Metadata};
use crate::models::User;

/// `message_id` of a number with a fixed code.
const TEST_MESSAGE_ID: &str = "test-otp";

/// A stored code, to be sent with [`send`].
pub(crate) struct CodeSms {
    digits: String,
    hash: String,
    phone: String,
    token: TokenKind,
    is_test: bool,
}

/// Stores a code for `phone`. With [`TokenKind::PhoneChange`], `phone` also becomes the account's pending number.
///
/// # Errors
/// 429 when the last code of this kind was sent a moment ago, or too many were sent in the last hour; 500 when nothing
/// is configured that sends messages.
pub(crate) async fn store(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    user: &User,
    token: TokenKind,
    phone: &str,
) -> Result<CodeSms> {
    let settings = &state.settings.sms;
    check_frequency(token.sent_at(user), settings.max_frequency, ErrorCode::OverSmsSendRateLimit)?;
    let test_code = settings.test_code(phone);
    if test_code.is_none() {
        if !hooks::is_enabled(state, Hook::SendSms) {
            return Err(Error::failed("Unable to get SMS provider"));
        }
        if !state.settings.confirms_phone {
            let limit = state.settings.rate_limits.sms();
            limit.take(transaction, ErrorCode::OverSmsSendRateLimit, "SMS rate limit exceeded").await?;
        }
    }
    let digits = test_code.map_or_else(|| random_digits(settings.otp_length), str::to_owned);
    if token == TokenKind::PhoneChange {
        let changes = Changes { new_phone: Some(phone), ..Changes::default() };
        transaction.update_user(user.id, &changes).await?;
    }
    let hash = hash(phone, &digits);
    let stored = NewToken { user_id: user.id, kind: token, hash: &hash, relates_to: phone, now: Utc::now() };
    transaction.store_token(&stored).await?;
    Ok(CodeSms { digits, hash, phone: phone.to_owned(), token, is_test: test_code.is_some() })
}

/// Sends a code after the commit of the transaction that stored it. The caller holds no connection. Returns the
/// message's id, if there is one.
///
/// # Errors
/// When the message cannot be sent. The code is then deleted.
pub(crate) async fn send(
    state: &AppState,
    user: &User,
    sms: &CodeSms,
    client: &ClientContext,
) -> Result<Option<&'static str>> {
    if sms.is_test {
        return Ok(Some(TEST_MESSAGE_ID));
    }
    let payload = json!({
        "metadata": Metadata::new(Hook::SendSms, client),
        "user": user,
        "sms": { "otp": sms.digits, "phone": sms.phone },
    });
    if let Err(error) = hooks::run(state, Hook::SendSms, &payload).await {
        let mut connection = state.database.connection().await?;
        let transaction = connection.begin();
        transaction.withdraw_token(user.id, sms.token, &sms.hash).await?;
        transaction.commit().await?;
        return Err(error);
    }
    Ok(None)
}

/// Checks the field `channel` of a request. The hook decides itself how it sends a message.
///
/// # Errors
/// 400 for any other channel than `sms`, unless the hook is enabled.
pub(crate) fn check_channel(state: &AppState, channel: &str) -> Result<()> {
    if matches!(channel, "" | "sms") || hooks::is_enabled(state, Hook::SendSms) {
        return Ok(());
    }
    let message = "Invalid channel, supported values are 'sms' or 'whatsapp'. 'whatsapp' is only supported if Twilio or Twilio Verify is used as the provider.";
    Err(Error::invalid(message))
}
