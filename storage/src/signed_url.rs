//! The tokens of signed URLs. A token allows its bearer to download one object, or to upload one, until it expires.
//!
//! Tokens are JWTs, signed with the project's shared secret (HS256). Each names its scope, so that a download token is
//! not accepted for an upload or the reverse. They name no role: as a bearer token they make their holder `anon`.

use std::collections::HashSet;

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use chrono::{DateTime, Utc};
use jwt::errors::ErrorKind;
use jwt::{Algorithm, DecodingKey, EncodingKey, Header, Validation};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use service_kit::environment::{Environment, EnvironmentError};

use crate::caller::Owner;
use crate::error::{Error, Result};
use crate::names::{BucketName, ObjectKey};

/// The lifetime of a signed upload URL, in seconds.
const UPLOAD_LIFETIME: i64 = 7200;
/// The longest lifetime of a download URL, in seconds: a hundred years. A longer one would overflow a date.
const MAX_DOWNLOAD_LIFETIME: i64 = 100 * 365 * 24 * 3600;

/// Signs and verifies the tokens.
#[derive(Clone)]
pub struct UrlSigner {
    encoding: EncodingKey,
    decoding: DecodingKey,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Scope {
    Download,
    Upload,
}

/// The claims of a download token.
#[derive(Debug, Serialize, Deserialize)]
pub struct DownloadToken {
    /// `{bucket}/{key}`.
    pub url: String,
    /// Older versions of Supabase's server issued tokens without one.
    #[serde(default)]
    scope: Option<Scope>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    upsert: Option<bool>,
    /// The image transformation, when the URL is for a transformed image and not for the object itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transformations: Option<String>,
    iat: i64,
    exp: i64,
}

impl DownloadToken {
    pub fn expires(&self) -> Option<DateTime<Utc>> {
        DateTime::from_timestamp(self.exp, 0)
    }
}

/// The claims of an upload token.
#[derive(Debug, Serialize, Deserialize)]
pub struct UploadToken {
    /// The account that signed the URL and will own the object.
    pub owner: Owner,
    /// `{bucket}/{key}`.
    pub url: String,
    pub upsert: bool,
    #[serde(default)]
    scope: Option<Scope>,
    iat: i64,
    exp: i64,
}

impl UrlSigner {
    /// Reads the shared secret, which is the `oct` key of `SUPABASE_JWKS`.
    pub fn from_environment(environment: &Environment) -> Result<Self, EnvironmentError> {
        const NAME: &str = "SUPABASE_JWKS";
        let secret = shared_secret(environment.required(NAME)?).ok_or(EnvironmentError::Invalid {
            name: NAME,
            expected: "a JSON Web Key Set with a key of type oct",
        })?;
        Ok(Self { encoding: EncodingKey::from_secret(&secret), decoding: DecodingKey::from_secret(&secret) })
    }

    pub fn sign_download(
        &self,
        url: String,
        transformations: Option<String>,
        expires_in: i64,
    ) -> Result<String> {
        if expires_in < 1 {
            return Err(Error::Validation("body/expiresIn must be >= 1".to_owned()));
        }
        let iat = Utc::now().timestamp();
        let exp = iat + expires_in.min(MAX_DOWNLOAD_LIFETIME);
        let scope = Some(Scope::Download);
        self.encode(&DownloadToken { url, scope, upsert: None, transformations, iat, exp })
    }

    pub fn sign_upload(&self, url: String, owner: Owner, upsert: bool) -> Result<String> {
        let iat = Utc::now().timestamp();
        let exp = iat + UPLOAD_LIFETIME;
        self.encode(&UploadToken { owner, url, upsert, scope: Some(Scope::Upload), iat, exp })
    }

    /// Verifies the token of a download URL and that it is for this object.
    pub fn verify_download(
        &self,
        token: &str,
        bucket: &BucketName,
        key: &ObjectKey,
    ) -> Result<DownloadToken> {
        let token: DownloadToken = self.decode(token)?;
        let scoped =
            token.scope.unwrap_or(if token.upsert.is_some() { Scope::Upload } else { Scope::Download });
        if scoped != Scope::Download {
            return Err(Error::InvalidSignature("Token is not scoped for download"));
        }
        if token.url != object_url(bucket, key) {
            return Err(Error::InvalidSignature("Invalid signature"));
        }
        Ok(token)
    }

    /// Verifies the token of an upload URL and that it is for this object.
    pub fn verify_upload(&self, token: &str, bucket: &BucketName, key: &ObjectKey) -> Result<UploadToken> {
        let token: UploadToken = self.decode(token)?;
        if token.scope.is_some_and(|scope| scope != Scope::Upload) {
            return Err(Error::InvalidSignature("Token is not scoped for upload"));
        }
        if token.url != object_url(bucket, key) {
            return Err(Error::InvalidSignature("Invalid signature"));
        }
        Ok(token)
    }

    fn encode(&self, token: &impl Serialize) -> Result<String> {
        jwt::encode(&Header::new(Algorithm::HS256), token, &self.encoding).map_err(Error::internal)
    }

    fn decode<T: DeserializeOwned>(&self, token: &str) -> Result<T> {
        let mut validation = Validation::new(Algorithm::HS256);
        validation.leeway = 0;
        validation.validate_aud = false;
        validation.required_spec_claims = HashSet::from(["exp".to_owned()]);
        let decoded = jwt::decode(token, &self.decoding, &validation);
        decoded.map(|token| token.claims).map_err(|error| match error.kind() {
            ErrorKind::ExpiredSignature => {
                Error::InvalidJwt("\"exp\" claim timestamp check failed".to_owned())
            }
            ErrorKind::InvalidSignature => Error::InvalidJwt("signature verification failed".to_owned()),
            _ => Error::InvalidJwt("Invalid Compact JWS".to_owned()),
        })
    }
}

/// The `url` claim of an object's tokens.
pub fn object_url(bucket: &BucketName, key: &ObjectKey) -> String {
    format!("{bucket}/{key}")
}

fn shared_secret(jwks: &str) -> Option<Vec<u8>> {
    #[derive(Deserialize)]
    struct Keys {
        keys: Vec<Key>,
    }
    #[derive(Deserialize)]
    struct Key {
        kty: String,
        k: Option<String>,
    }
    let set: Keys = serde_json::from_str(jwks).ok()?;
    let key = set.keys.into_iter().find(|key| key.kty == "oct")?;
    BASE64_URL_SAFE_NO_PAD.decode(key.k?.trim_end_matches('=')).ok()
}
