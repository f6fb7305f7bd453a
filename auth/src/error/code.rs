//! Error codes of supabase/auth (`internal/api/apierrors/errorcode.go`).

use serde::Serialize;

/// The machine-readable error: `error_code` or `code` of the body.
#[allow(missing_docs)] // The names are the codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    AnonymousProviderDisabled,
    BadCodeVerifier,
    BadJson,
    BadJwt,
    Conflict,
    EmailExists,
    EmailNotConfirmed,
    EmailProviderDisabled,
    FlowStateExpired,
    FlowStateNotFound,
    HookPayloadInvalidContentType,
    HookPayloadOverSizeLimit,
    HookTimeout,
    HookTimeoutAfterRetry,
    InvalidCredentials,
    NoAuthorization,
    NotAdmin,
    OverRequestRateLimit,
    PhoneExists,
    PhoneNotConfirmed,
    PhoneProviderDisabled,
    RefreshTokenAlreadyUsed,
    RefreshTokenNotFound,
    RequestEntityTooLarge,
    RequestTimeout,
    SamePassword,
    SessionExpired,
    SessionNotFound,
    SignupDisabled,
    UnexpectedFailure,
    Unknown,
    UserAlreadyExists,
    UserBanned,
    UserNotFound,
    UserSsoManaged,
    ValidationFailed,
    WeakPassword,
}
