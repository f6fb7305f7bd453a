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
    CurrentPasswordInvalid,
    CurrentPasswordRequired,
    EmailExists,
    EmailNotConfirmed,
    EmailProviderDisabled,
    FlowStateExpired,
    FlowStateNotFound,
    HookPayloadInvalidContentType,
    HookPayloadOverSizeLimit,
    HookTimeout,
    HookTimeoutAfterRetry,
    InsufficientAal,
    InvalidCredentials,
    MfaChallengeExpired,
    MfaFactorNameConflict,
    MfaFactorNotFound,
    MfaIpAddressMismatch,
    MfaPhoneEnrollNotEnabled,
    MfaPhoneVerifyNotEnabled,
    MfaTotpEnrollNotEnabled,
    MfaTotpVerifyNotEnabled,
    MfaVerificationFailed,
    MfaVerificationRejected,
    MfaVerifiedFactorExists,
    MfaWebauthnEnrollNotEnabled,
    MfaWebauthnVerifyNotEnabled,
    NoAuthorization,
    NotAdmin,
    OtpDisabled,
    OtpExpired,
    OverEmailSendRateLimit,
    OverRequestRateLimit,
    OverSmsSendRateLimit,
    PasskeyDisabled,
    PhoneExists,
    PhoneNotConfirmed,
    PhoneProviderDisabled,
    ReauthenticationNeeded,
    ReauthenticationNotValid,
    RefreshTokenAlreadyUsed,
    RefreshTokenNotFound,
    RequestEntityTooLarge,
    RequestTimeout,
    SamePassword,
    SessionExpired,
    SessionNotFound,
    SignupDisabled,
    TooManyEnrolledMfaFactors,
    TooManyPasskeys,
    UnexpectedFailure,
    Unknown,
    UserAlreadyExists,
    UserBanned,
    UserNotFound,
    UserSsoManaged,
    ValidationFailed,
    WeakPassword,
    WebauthnChallengeExpired,
    WebauthnChallengeNotFound,
    WebauthnCredentialExists,
    WebauthnVerificationFailed,
}

impl ErrorCode {
    /// The code as clients see it, e.g. `otp_expired`.
    pub(crate) fn name(self) -> String {
        let name = serde_json::to_value(self).ok();
        name.as_ref().and_then(|name| name.as_str()).unwrap_or_default().to_owned()
    }
}
