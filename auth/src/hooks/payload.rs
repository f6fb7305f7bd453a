//! The object `metadata`, which every payload contains.

use chrono::Utc;
use serde::Serialize;
use uuid::Uuid;

use crate::client_context::ClientContext;
use crate::settings::Hook;
use crate::timestamp;

/// Identifies one run of a hook.
#[derive(Serialize)]
pub(crate) struct Metadata {
    uuid: Uuid,
    time: String,
    name: &'static str,
    #[serde(skip_serializing_if = "String::is_empty")]
    ip_address: String,
}

impl Metadata {
    pub fn new<'a>(hook: Hook, client: impl Into<Option<&'a ClientContext>>) -> Metadata {
        let name = match hook {
            Hook::AfterUserCreated => "after-user-created",
            Hook::BeforeUserCreated => "before-user-created",
            Hook::CustomAccessToken => "customize-access-token",
            Hook::MfaVerificationAttempt => "mfa-verification",
            Hook::PasswordVerificationAttempt => "password-verification",
            Hook::SendEmail => "send-email",
            Hook::SendSms => "send-sms",
        };
        let ip_address = client.into().map(ClientContext::address_text).unwrap_or_default();
        Metadata { uuid: Uuid::new_v4(), time: timestamp::text(&Utc::now()), name, ip_address }
    }
}
