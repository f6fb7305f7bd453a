//! The tokens of signed URLs: they let whoever holds them read, or write once, one object until they expire.
//!
//! They are signed with the project's shared secret, and name their scope, so that neither serves as the other and
//! neither serves as a login.

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

/// How long a signed upload URL works.
const UPLOAD_SECONDS: i64 = 7200;
/// A hundred years: what is longer is a mistake and would overflow a date.
const LONGEST_SECONDS: i64 = 100 * 365 * 24 * 3600;

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

#[derive(Debug, Serialize, Deserialize)]
pub struct DownloadToken {
    pub url: String,
    /// Tokens of older servers have none.
    #[serde(default)]
    scope: Option<Scope>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    upsert: Option<bool>,
    /// What is made of an image, where that and not the image itself is what the URL shows.
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

#[derive(Debug, Serialize, Deserialize)]
pub struct UploadToken {
    pub owner: Owner,
    pub url: String,
    pub upsert: bool,
    #[serde(default)]
    scope: Option<Scope>,
    iat: i64,
    exp: i64,
}

impl UrlSigner {
    /// Takes the shared secret from `SUPABASE_JWKS`, where it is the `oct` key.
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
            return Err(Error::InvalidRequest("body/expiresIn must be >= 1".to_owned()));
        }
        let iat = Utc::now().timestamp();
        let exp = iat + expires_in.min(LONGEST_SECONDS);
        let scope = Some(Scope::Download);
        self.encode(&DownloadToken { url, scope, upsert: None, transformations, iat, exp })
    }

    pub fn sign_upload(&self, url: String, owner: Owner, upsert: bool) -> Result<String> {
        let iat = Utc::now().timestamp();
        let exp = iat + UPLOAD_SECONDS;
        self.encode(&UploadToken { owner, url, upsert, scope: Some(Scope::Upload), iat, exp })
    }

    /// The token of a download URL, which has to be for this very object.
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

/// What a token is for.
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
