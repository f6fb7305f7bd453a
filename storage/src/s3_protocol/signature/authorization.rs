//! Reads a signature from the `Authorization` header or from the query of a presigned URL.

use std::time::Duration;

use chrono::{DateTime, NaiveDateTime, Utc};

use super::error::SignatureError;
use crate::s3_protocol::incoming::Incoming;

pub const ALGORITHM: &str = "AWS4-HMAC-SHA256";
/// The longest lifetime of a presigned URL, in seconds: a week.
const MAX_EXPIRES: u64 = 7 * 24 * 60 * 60;
/// The header with the body's hash, or with how the body is signed.
pub const CONTENT_SHA256: &str = "x-amz-content-sha256";
/// The payload hash of a request whose body is not signed.
pub const UNSIGNED_PAYLOAD: &str = "UNSIGNED-PAYLOAD";

/// A credential scope, `{key id}/{date}/{region}/{service}/aws4_request`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Credential {
    pub access_key_id: String,
    /// `YYYYMMDD`.
    pub date: String,
    pub region: String,
    pub service: String,
}

impl Credential {
    /// # Errors
    /// When a part is missing.
    pub fn parse(text: &str) -> Result<Self, SignatureError> {
        let parts: Vec<&str> = text.rsplitn(5, '/').collect();
        match parts[..] {
            ["aws4_request", service, region, date, access_key_id] => Ok(Self {
                access_key_id: access_key_id.to_owned(),
                date: date.to_owned(),
                region: region.to_owned(),
                service: service.to_owned(),
            }),
            _ => Err(SignatureError::Malformed("the credential is malformed")),
        }
    }

    /// The scope without the key id.
    pub fn scope(&self) -> String {
        format!("{}/{}/{}/aws4_request", self.date, self.region, self.service)
    }
}

/// A signature and what it says about its request.
#[derive(Debug)]
pub struct Authorization {
    pub credential: Credential,
    /// In lower case.
    pub signed_headers: Vec<String>,
    /// Hexadecimal.
    pub signature: String,
    pub time: DateTime<Utc>,
    /// `x-amz-content-sha256`: the body's SHA-256, or how it is signed.
    pub payload: String,
    /// A user's access token.
    pub session_token: Option<String>,
    /// The lifetime of a presigned URL.
    pub expires: Option<Duration>,
}

impl Authorization {
    /// # Errors
    /// [`SignatureError::Missing`] when the request has no signature, or [`SignatureError::Malformed`].
    pub fn read(incoming: &Incoming<'_>) -> Result<Self, SignatureError> {
        let header = incoming.header("authorization").filter(|header| header.starts_with(ALGORITHM));
        match header {
            Some(header) => from_header(incoming, &header[ALGORITHM.len()..]),
            None if incoming.parameter("X-Amz-Signature").is_some() => from_query(incoming),
            None => Err(SignatureError::Missing),
        }
    }
}

fn from_header(incoming: &Incoming<'_>, parameters: &str) -> Result<Authorization, SignatureError> {
    let parameter = |name: &str| {
        let mut pairs = parameters.split(',').filter_map(|pair| pair.trim().split_once('='));
        pairs.find(|(found, _)| *found == name).map(|(_, value)| value)
    };
    let required =
        |name| parameter(name).ok_or(SignatureError::Malformed("the Authorization header lacks a part"));
    let time = incoming.header("x-amz-date").ok_or(SignatureError::Malformed("x-amz-date is missing"))?;
    let payload = incoming
        .header(CONTENT_SHA256)
        .ok_or(SignatureError::Malformed("x-amz-content-sha256 is missing"))?;
    Ok(Authorization {
        credential: Credential::parse(required("Credential")?)?,
        signed_headers: header_names(required("SignedHeaders")?),
        signature: required("Signature")?.to_owned(),
        time: parse_time(&time)?,
        payload,
        session_token: incoming.header("x-amz-security-token"),
        expires: None,
    })
}

fn from_query(incoming: &Incoming<'_>) -> Result<Authorization, SignatureError> {
    let required = |name| {
        incoming.parameter(name).ok_or(SignatureError::Malformed("the query lacks a part of the signature"))
    };
    if required("X-Amz-Algorithm")? != ALGORITHM {
        return Err(SignatureError::Malformed("the algorithm is not AWS4-HMAC-SHA256"));
    }
    let expires = required("X-Amz-Expires")?.parse::<u64>().ok().filter(|seconds| *seconds <= MAX_EXPIRES);
    let expires =
        expires.ok_or(SignatureError::Malformed("X-Amz-Expires is not a number of at most a week"))?;
    let signed_headers = header_names(required("X-Amz-SignedHeaders")?);
    let signed_payload = || {
        let is_signed = signed_headers.iter().any(|signed| signed == CONTENT_SHA256);
        is_signed.then(|| incoming.header(CONTENT_SHA256)).flatten()
    };
    let payload = incoming.parameter("X-Amz-Content-Sha256").map(str::to_owned).or_else(signed_payload);
    Ok(Authorization {
        credential: Credential::parse(required("X-Amz-Credential")?)?,
        signature: required("X-Amz-Signature")?.to_owned(),
        time: parse_time(required("X-Amz-Date")?)?,
        payload: payload.unwrap_or_else(|| UNSIGNED_PAYLOAD.to_owned()),
        session_token: incoming.parameter("X-Amz-Security-Token").map(str::to_owned),
        expires: Some(Duration::from_secs(expires)),
        signed_headers,
    })
}

fn header_names(text: &str) -> Vec<String> {
    text.split(';').map(str::to_ascii_lowercase).collect()
}

/// Parses `20130524T000000Z`.
pub fn parse_time(text: &str) -> Result<DateTime<Utc>, SignatureError> {
    let time = NaiveDateTime::parse_from_str(text, "%Y%m%dT%H%M%SZ");
    time.map(|time| time.and_utc()).map_err(|_| SignatureError::Malformed("the date is malformed"))
}
