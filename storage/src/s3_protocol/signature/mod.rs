//! Verifies AWS Signature Version 4, in headers and in presigned URLs.
//!
//! `s3s` verifies signatures too, but takes the bucket from the path that was signed; here a prefix precedes it. It also
//! buffers each chunk of a signed body, and some clients send a file as one chunk.
//!
//! A request with a session token, a user's access token, is signed with the anonymous key and acts as that user. Any
//! other request is signed with the service key and acts as the service role.

pub mod authorization;
mod canonical_request;
mod error;
pub mod signing_key;

use std::time::Duration;

use actix_web::HttpRequest;
use chrono::{DateTime, TimeDelta, Utc};
use serde_json::Value;
use service_kit::{Claims, Verifier};
use uuid::Uuid;

pub use self::error::SignatureError;

use self::authorization::{Authorization, CONTENT_SHA256, Credential, UNSIGNED_PAYLOAD};
use self::canonical_request::canonical_requests;
use self::signing_key::SigningKey;
use super::incoming::Incoming;
use super::settings::Settings;
use crate::caller::Caller;
use crate::request_context::RequestContext;

/// The largest difference between the client's clock and this one.
const MAX_SKEW: TimeDelta = TimeDelta::minutes(15);
const SERVICE: &str = "s3";
/// The prefix of the headers that only S3 knows.
const AMZ_PREFIX: &str = "x-amz-";
const SERVICE_ROLE: &str = "service_role";

/// How a request's body is signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Payload {
    Unsigned,
    /// The body's SHA-256, hexadecimal.
    Sha256(String),
    /// `aws-chunked`, with or without a signature of each chunk.
    Chunks {
        signed: bool,
    },
}

impl Payload {
    fn parse(text: &str) -> Result<Self, SignatureError> {
        match text {
            UNSIGNED_PAYLOAD => Ok(Self::Unsigned),
            "STREAMING-AWS4-HMAC-SHA256-PAYLOAD" | "STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER" => {
                Ok(Self::Chunks { signed: true })
            }
            "STREAMING-UNSIGNED-PAYLOAD-TRAILER" => Ok(Self::Chunks { signed: false }),
            hash if hash.len() == 64 && hash.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
                Ok(Self::Sha256(hash.to_ascii_lowercase()))
            }
            _ => Err(SignatureError::Malformed("x-amz-content-sha256 is malformed")),
        }
    }
}

/// The caller of a request whose signature is valid.
pub struct Identity {
    pub claims: Claims,
    /// The session token; empty for the service role.
    pub token: String,
}

impl Identity {
    /// The session and the account of an access token. None for API keys and tokens of other issuers, which have no
    /// session.
    pub fn session(&self) -> Option<(Uuid, Uuid)> {
        let session = self.claims.all.get("session_id").and_then(Value::as_str)?;
        Some((Uuid::try_parse(session).ok()?, self.claims.sub?))
    }

    /// The caller as policies see it.
    pub fn into_caller(self, request: &HttpRequest) -> Caller {
        Caller::new(self.claims, RequestContext::new(request, &self.token))
    }
}

/// A request whose signature is valid.
pub struct Verified {
    pub identity: Identity,
    pub payload: Payload,
    pub key: SigningKey,
    /// The request's signature, with which the chain of its chunks' signatures begins.
    pub signature: String,
}

/// Verifies the signature of a request.
///
/// # Errors
/// When it has none, or an invalid or expired one.
pub fn verify(
    incoming: &Incoming<'_>,
    settings: &Settings,
    verifier: &Verifier,
    now: DateTime<Utc>,
) -> Result<Verified, SignatureError> {
    let authorization = Authorization::read(incoming)?;
    check_time(authorization.time, authorization.expires, now)?;
    let token = authorization.session_token.as_deref();
    let key = signing_key(settings, &authorization.credential, authorization.time, token)?;
    // Without its host, a signature would be valid for every server with this key.
    if !authorization.signed_headers.iter().any(|name| name == "host") {
        return Err(SignatureError::Malformed("the host header is not signed"));
    }
    check_amz_headers_are_signed(incoming, &authorization)?;
    let requests = canonical_requests(incoming, &authorization)?;
    if !requests.iter().any(|request| key.signed_request(request, &authorization.signature)) {
        return Err(SignatureError::Mismatch);
    }
    let identity = identity(verifier, token)?;
    let payload = Payload::parse(&authorization.payload)?;
    Ok(Verified { identity, payload, key, signature: authorization.signature })
}

/// Whoever has a presigned URL may add headers to its request. One that names another operation, such as
/// `x-amz-copy-source`, would act with the signer's rights. The hash of the body is part of what is signed in any case.
fn check_amz_headers_are_signed(
    incoming: &Incoming<'_>,
    authorization: &Authorization,
) -> Result<(), SignatureError> {
    let mut names = incoming.request.headers().keys().map(|name| name.as_str());
    let is_unsigned = |name: &str| {
        name.starts_with(AMZ_PREFIX)
            && name != CONTENT_SHA256
            && !authorization.signed_headers.iter().any(|signed| signed == name)
    };
    if names.any(is_unsigned) { Err(SignatureError::UnsignedHeader) } else { Ok(()) }
}

/// The key that must have signed a request with this credential and session token.
///
/// # Errors
/// When the key id is unknown, or the scope is not this service's.
pub fn signing_key(
    settings: &Settings,
    credential: &Credential,
    time: DateTime<Utc>,
    session_token: Option<&str>,
) -> Result<SigningKey, SignatureError> {
    if credential.service != SERVICE || credential.date != time.format("%Y%m%d").to_string() {
        return Err(SignatureError::Malformed("the credential scope is not of this service and date"));
    }
    if !settings.accepts_region(&credential.region) {
        return Err(SignatureError::WrongRegion);
    }
    let key = if session_token.is_some() { &settings.session_key } else { &settings.service_key };
    let key = key.as_ref().filter(|key| key.id == credential.access_key_id);
    let secret = &key.ok_or(SignatureError::UnknownKey)?.secret;
    Ok(SigningKey::new(secret, credential, time))
}

/// The caller: the session token's, or the service role without one.
///
/// # Errors
/// When the token is not a valid access token.
pub fn identity(verifier: &Verifier, session_token: Option<&str>) -> Result<Identity, SignatureError> {
    match session_token {
        None => Ok(Identity { claims: Claims::of_role(SERVICE_ROLE), token: String::new() }),
        Some(token) => {
            let claims = verifier.verify(token).map_err(|_| SignatureError::InvalidToken)?;
            Ok(Identity { claims, token: token.to_owned() })
        }
    }
}

fn check_time(
    time: DateTime<Utc>,
    expires: Option<Duration>,
    now: DateTime<Utc>,
) -> Result<(), SignatureError> {
    let age = now - time;
    if age < -MAX_SKEW {
        return Err(SignatureError::Skewed);
    }
    match expires {
        None if age > MAX_SKEW => Err(SignatureError::Skewed),
        Some(lifetime) if age > TimeDelta::from_std(lifetime).unwrap_or(TimeDelta::MAX) => {
            Err(SignatureError::Expired)
        }
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> DateTime<Utc> {
        authorization::parse_time(text).unwrap()
    }

    #[test]
    fn the_clock_may_differ_by_a_quarter_of_an_hour() {
        let now = at("20130524T120000Z");
        for (time, expected) in [
            ("20130524T120000Z", Ok(())),
            ("20130524T114500Z", Ok(())),
            ("20130524T114459Z", Err(SignatureError::Skewed)),
            ("20130524T121500Z", Ok(())),
            ("20130524T121501Z", Err(SignatureError::Skewed)),
        ] {
            assert_eq!(check_time(at(time), None, now), expected, "{time}");
        }
    }

    #[test]
    fn a_presigned_url_is_valid_for_its_lifetime() {
        let now = at("20130524T120000Z");
        let hour = Some(Duration::from_secs(3600));
        for (time, expected) in [
            ("20130524T110000Z", Ok(())),
            ("20130524T105959Z", Err(SignatureError::Expired)),
            ("20130524T121501Z", Err(SignatureError::Skewed)),
        ] {
            assert_eq!(check_time(at(time), hour, now), expected, "{time}");
        }
    }

    /// The example of "Signature Calculations for the Authorization Header" in the Amazon S3 API Reference.
    #[test]
    fn signs_as_in_the_documentation() {
        let credential =
            Credential::parse("AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request").unwrap();
        let key =
            SigningKey::new("wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", &credential, at("20130524T000000Z"));
        let request = "GET\n/test.txt\n\nhost:examplebucket.s3.amazonaws.com\nrange:bytes=0-9\n\
            x-amz-content-sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855\n\
            x-amz-date:20130524T000000Z\n\nhost;range;x-amz-content-sha256;x-amz-date\n\
            e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        let signature = "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41";
        assert!(key.signed_request(request, signature));
        assert!(!key.signed_request(request, &signature.replace('f', "e")));
    }

    #[test]
    fn rejects_unknown_payload_hashes() {
        assert_eq!(
            Payload::parse("STREAMING-UNSIGNED-PAYLOAD-TRAILER"),
            Ok(Payload::Chunks { signed: false })
        );
        for invalid in ["", "abc", "STREAMING-AWS4-ECDSA-P256-SHA256-PAYLOAD"] {
            assert!(Payload::parse(invalid).is_err(), "{invalid}");
        }
    }
}
