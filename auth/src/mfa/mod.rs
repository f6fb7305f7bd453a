//! Multi-factor authentication: one-time codes of an authenticator app (TOTP), codes by SMS, and WebAuthn.

pub(crate) mod qr_code;
pub(crate) mod totp;
pub(crate) mod upgrade;
