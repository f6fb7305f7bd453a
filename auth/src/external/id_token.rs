//! Id tokens: verification of signature, issuer, audience and times (OpenID Connect Core 1.0, section 3.1.3.7).

use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use ring::digest::{self, SHA256, SHA384, SHA512};
use serde_json::{Map, Value};
use subtle::ConstantTimeEq;

use super::ProviderError;
use super::client::Client;
use super::documents::{MAX_AGE, MIN_AGE};
use super::key_set::{KeySet, SignedToken};

/// The claims required of an ID token.
pub(crate) struct Expected<'a> {
    /// The issuers; a token names one of them.
    pub issuers: &'a [&'a str],
    /// The client ids; a token is for one of them.
    pub audiences: &'a [&'a str],
}

/// A verified id token.
pub(crate) struct IdToken {
    pub claims: Map<String, Value>,
    /// Bits of the digest of its signature, which is that of `at_hash` too.
    digest_bits: u32,
}

impl IdToken {
    /// The text of a claim; empty if it is missing or no text.
    pub fn text(&self, claim: &str) -> &str {
        self.claims.get(claim).and_then(Value::as_str).unwrap_or_default()
    }

    /// The audiences that the token names.
    pub fn audiences(&self) -> Vec<&str> {
        match self.claims.get("aud") {
            Some(Value::String(audience)) => vec![audience],
            Some(Value::Array(audiences)) => audiences.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        }
    }

    /// Checks that `access_token` was issued with this token, if the token has the claim `at_hash`.
    ///
    /// # Errors
    /// When it belongs to another token.
    pub fn check_access_token(&self, access_token: &str) -> Result<(), ProviderError> {
        let stated = self.text("at_hash");
        if stated.is_empty() {
            return Ok(());
        }
        let algorithm = match self.digest_bits {
            256 => &SHA256,
            384 => &SHA384,
            _ => &SHA512,
        };
        let digest = digest::digest(algorithm, access_token.as_bytes());
        let half = digest.as_ref().get(..digest.as_ref().len() / 2).unwrap_or_default();
        let computed = BASE64_URL_SAFE_NO_PAD.encode(half);
        if bool::from(computed.as_bytes().ct_eq(stated.as_bytes())) {
            Ok(())
        } else {
            Err(ProviderError::IdToken("at_hash is another access token's"))
        }
    }
}

/// The issuer that a token names, before any check.
pub(super) fn unverified_issuer(token: &str) -> Option<String> {
    let payload = BASE64_URL_SAFE_NO_PAD.decode(token.split('.').nth(1)?).ok()?;
    let claims: Value = serde_json::from_slice(&payload).ok()?;
    Some(claims.get("iss")?.as_str()?.to_owned())
}

impl Client {
    /// Verifies a token with the key set at `jwks_uri`. Only asymmetric algorithms are accepted. The audience is checked
    /// unless `expected` names none.
    ///
    /// # Errors
    /// When the token is invalid, or the key set cannot be fetched.
    pub async fn verify_id_token(
        &self,
        jwks_uri: &str,
        token: &str,
        expected: &Expected<'_>,
    ) -> Result<IdToken, ProviderError> {
        let signed =
            SignedToken::parse(token).ok_or(ProviderError::IdToken("its algorithm is not accepted"))?;
        let mut keys = KeySet::parse(&*self.document(jwks_uri, MAX_AGE).await?);
        if !keys.has_key_of(&signed) {
            keys = KeySet::parse(&*self.document(jwks_uri, MIN_AGE).await?);
        }
        let claims =
            keys.verify(&signed).ok_or(ProviderError::IdToken("its signature or a time is wrong"))?;
        let Value::Object(claims) = claims else { return Err(ProviderError::IdToken("it has no claims")) };
        if !claims.get("exp").is_some_and(Value::is_number) {
            return Err(ProviderError::IdToken("it does not expire"));
        }
        let id_token = IdToken { claims, digest_bits: signed.digest_bits() };
        let issuer = id_token.text("iss");
        if !expected.issuers.contains(&issuer) {
            let expected = expected.issuers.join(", ");
            return Err(ProviderError::Issuer { expected, found: issuer.to_owned() });
        }
        if id_token.text("sub").is_empty() {
            return Err(ProviderError::IdToken("it has no subject"));
        }
        let is_ours = |audience: &&str| expected.audiences.contains(audience);
        if !expected.audiences.is_empty() && !id_token.audiences().iter().any(is_ours) {
            return Err(ProviderError::IdToken("it is for another client"));
        }
        Ok(id_token)
    }
}
