//! Proof Key for Code Exchange (RFC 7636): a sign-in that goes through a browser ends with a code, which only the client
//! that began it can exchange for a session.
//!
//! `auth.flow_state` holds a row for each flow. [`Challenge::of_request`] reads what the client sent,
//! [`NewFlowState`](crate::database::NewFlowState) stores it, and `grant_type=pkce` exchanges the code.

use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use crate::error::{Error, ErrorCode, Result};

/// The prefix of the hash of a one-time token whose link ends with a code instead of a session.
pub(crate) const TOKEN_PREFIX: &str = "pkce_";
/// The shortest lifetime of a flow, and the default of `GOTRUE_EXTERNAL_FLOW_STATE_EXPIRY_DURATION`.
pub(crate) const MIN_FLOW_LIFETIME: Duration = Duration::from_secs(300);
/// The lengths of a challenge in RFC 7636, section 4.2.
const CHALLENGE_LENGTHS: std::ops::RangeInclusive<usize> = 43..=128;

/// How a challenge follows from its verifier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Method {
    /// The base64url form of the verifier's SHA-256 digest.
    S256,
    /// The verifier itself.
    Plain,
}

impl Method {
    /// The value of the column `code_challenge_method`.
    pub fn name(self) -> &'static str {
        match self {
            Method::S256 => "s256",
            Method::Plain => "plain",
        }
    }

    /// The method of this name, in any case.
    pub fn from_name(name: &str) -> Option<Method> {
        [Method::S256, Method::Plain].into_iter().find(|method| method.name().eq_ignore_ascii_case(name))
    }
}

/// The challenge of a client that begins a flow.
#[derive(Clone, Debug)]
pub(crate) struct Challenge {
    pub method: Method,
    pub text: String,
}

impl Challenge {
    /// The challenge in the fields `code_challenge_method` and `code_challenge` of a request. `None` if both are empty:
    /// the implicit flow.
    ///
    /// # Errors
    /// 400 `validation_failed` for one field without the other, and for an invalid one.
    pub fn of_request(method: &str, challenge: &str) -> Result<Option<Challenge>> {
        if method.is_empty() && challenge.is_empty() {
            return Ok(None);
        }
        if method.is_empty() || challenge.is_empty() {
            return Err(Error::invalid("PKCE flow requires code_challenge_method and code_challenge"));
        }
        if !CHALLENGE_LENGTHS.contains(&challenge.len()) {
            return Err(Error::invalid("code challenge has to be between 43 and 128 characters"));
        }
        if !challenge.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~".contains(&byte)) {
            let message = "code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes";
            return Err(Error::invalid(message));
        }
        let parsed = Method::from_name(method)
            .ok_or_else(|| Error::invalid(format!("unsupported code_challenge method {method:?}")))?;
        Ok(Some(Challenge { method: parsed, text: challenge.to_owned() }))
    }

    /// Checks that `verifier` belongs to this challenge.
    ///
    /// # Errors
    /// 400 `bad_code_verifier`.
    pub fn verify(&self, verifier: &str) -> Result<()> {
        let derived = match self.method {
            Method::S256 => BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes())),
            Method::Plain => verifier.to_owned(),
        };
        if bool::from(derived.as_bytes().ct_eq(self.text.as_bytes())) {
            return Ok(());
        }
        let message = "code challenge does not match previously saved code verifier";
        Err(Error::bad_request(ErrorCode::BadCodeVerifier, message))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example of RFC 7636, appendix B.
    const VERIFIER: &str = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
    const CHALLENGE: &str = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

    #[test]
    fn a_verifier_fits_its_own_challenge_only() {
        let challenge = Challenge::of_request("S256", CHALLENGE).unwrap().unwrap();
        assert!(challenge.verify(VERIFIER).is_ok());
        assert!(challenge.verify(CHALLENGE).is_err());
        let plain = Challenge::of_request("plain", VERIFIER).unwrap().unwrap();
        assert!(plain.verify(VERIFIER).is_ok());
        assert!(plain.verify("").is_err());
    }

    #[test]
    fn a_malformed_challenge_is_rejected() {
        assert!(Challenge::of_request("", "").unwrap().is_none());
        let long = "x".repeat(129);
        let invalid = format!("{}+", &CHALLENGE[..42]);
        for (method, challenge) in [
            ("s256", ""),
            ("", CHALLENGE),
            ("s256", "short"),
            ("s256", long.as_str()),
            ("s256", invalid.as_str()),
            ("md5", CHALLENGE),
        ] {
            assert!(Challenge::of_request(method, challenge).is_err(), "{method} {challenge}");
        }
    }
}
