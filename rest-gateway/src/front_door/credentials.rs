//! Reads the API key of a request, and sets the `Authorization` header that services see. The key is the `apikey`
//! header, else the `apikey` query parameter, else the bearer token if that is one of the project's keys: a configured one,
//! or one that its keys have signed.
//!
//! Rejects a missing key, an unknown key, and a secret key sent by a browser.

use actix_web::dev::RequestHead;
use actix_web::http::Uri;
use actix_web::http::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue, USER_AGENT};
use percent_encoding::percent_decode_str;

use super::error::GatewayError;
use super::keys::{KeyKind, Keys};
use super::signed_keys::SignedKeys;

const APIKEY: HeaderName = HeaderName::from_static("apikey");

/// The API key that a request carries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PresentedKey {
    Missing,
    Known(KeyKind),
    /// A JWT that the project's own keys have signed for the role of this kind.
    Signed(KeyKind, String),
    /// Not one of the project's keys; holds the text as it came.
    Unknown(String),
}

impl PresentedKey {
    pub(super) fn read(head: &RequestHead, keys: &Keys, signed_keys: &SignedKeys) -> PresentedKey {
        let identify = |key: String| match keys.identify(&key) {
            Some(kind) => PresentedKey::Known(kind),
            None => match signed_keys.identify(&key) {
                Some(kind) => PresentedKey::Signed(kind, key),
                None => PresentedKey::Unknown(key),
            },
        };
        if let Some(key) = apikey(head) {
            return identify(key);
        }
        match bearer(&head.headers).map(|token| identify(token.to_owned())) {
            // A user's access token identifies the user, not the project.
            Some(PresentedKey::Unknown(token)) if !token.starts_with("sb_") => PresentedKey::Missing,
            identified => identified.unwrap_or(PresentedKey::Missing),
        }
    }

    /// The kind of a valid key.
    pub(super) fn kind(&self) -> Option<KeyKind> {
        match self {
            PresentedKey::Known(kind) | PresentedKey::Signed(kind, _) => Some(*kind),
            PresentedKey::Missing | PresentedKey::Unknown(_) => None,
        }
    }

    /// For routes that need a key.
    pub(super) fn required(&self) -> Result<KeyKind, GatewayError> {
        self.kind().ok_or(match self {
            PresentedKey::Unknown(_) => GatewayError::InvalidKey,
            _ => GatewayError::MissingKey,
        })
    }

    /// A secret key in a browser has leaked. Browsers are recognised by their user agent.
    pub(super) fn reject_secret_in_browser(&self, headers: &HeaderMap) -> Result<(), GatewayError> {
        let browser = headers
            .get(USER_AGENT)
            .and_then(|agent| agent.to_str().ok())
            .is_some_and(|agent| agent.starts_with("Mozilla/"));
        if browser && *self == PresentedKey::Known(KeyKind::Secret) {
            return Err(GatewayError::SecretKeyInBrowser);
        }
        Ok(())
    }

    /// Services accept only JWTs: an opaque key is replaced by the JWT of its role, unless the request carries a user's
    /// token.
    pub(super) fn set_authorization(&self, headers: &mut HeaderMap, keys: &Keys) {
        if headers.contains_key(AUTHORIZATION)
            && !bearer(headers).is_some_and(|token| token.starts_with("sb_"))
        {
            return;
        }
        let jwt = match self {
            PresentedKey::Known(kind) => keys.jwt(*kind),
            PresentedKey::Signed(_, key) => key.as_str(),
            PresentedKey::Unknown(key) if key.split('.').count() == 3 => key.as_str(),
            PresentedKey::Unknown(_) | PresentedKey::Missing => return,
        };
        if let Ok(value) = HeaderValue::try_from(format!("Bearer {jwt}")) {
            headers.insert(AUTHORIZATION, value);
        }
    }
}

/// Keeps the first value of each credential header. A header that came twice would be checked by one value here and
/// read by another further in.
pub(super) fn keep_first_credentials(headers: &mut HeaderMap) {
    for name in [AUTHORIZATION, APIKEY] {
        if let Some(first) = headers.get(&name).cloned() {
            headers.insert(name, first);
        }
    }
}

/// Replaces the bearer token by one that no service accepts, as if it had expired. A route that needs no token still
/// answers: somebody whose session has ended can sign in again.
pub(super) fn invalidate_token(headers: &mut HeaderMap) {
    headers.insert(AUTHORIZATION, HeaderValue::from_static("Bearer ended"));
}

/// Moves an `apikey` query parameter to the header. Otherwise the REST engine would read it as a filter, and logs would
/// contain it.
pub(super) fn move_key_out_of_query(head: &mut RequestHead) {
    let Some(query) = head.uri.query() else { return };
    if !query.split('&').any(is_apikey) {
        return;
    }
    let Some(key) = apikey(head) else { return };
    let rest: Vec<&str> = query.split('&').filter(|pair| !is_apikey(pair)).collect();
    let path = head.uri.path();
    let target = if rest.is_empty() { path.to_owned() } else { format!("{path}?{}", rest.join("&")) };
    if let (Ok(uri), Ok(key)) = (Uri::try_from(target), HeaderValue::try_from(key)) {
        head.uri = uri;
        head.headers.insert(APIKEY, key);
    }
}

fn apikey(head: &RequestHead) -> Option<String> {
    let header =
        head.headers.get(APIKEY).map(|value| String::from_utf8_lossy(value.as_bytes()).trim().to_owned());
    header.filter(|key| !key.is_empty()).or_else(|| {
        let query = head.uri.query()?;
        let (_, value) = query.split('&').find(|pair| is_apikey(pair))?.split_once('=')?;
        let key = percent_decode_str(value).decode_utf8().ok()?.into_owned();
        if key.is_empty() { None } else { Some(key) }
    })
}

fn is_apikey(pair: &str) -> bool {
    pair.split('=').next() == Some("apikey")
}

/// All session tokens of an S3 request, in headers and in the query. Only storage knows which of them counts: that of
/// the place in which it finds the signature.
pub(super) fn s3_session_tokens(head: &RequestHead) -> Vec<String> {
    const NAME: &str = "x-amz-security-token";
    let decode = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
    let headers =
        head.headers.get_all(NAME).map(|value| String::from_utf8_lossy(value.as_bytes()).into_owned());
    let pairs = head.uri.query().unwrap_or_default().split('&').filter_map(|pair| pair.split_once('='));
    let of_query = pairs.filter(|(name, _)| decode(name).eq_ignore_ascii_case(NAME));
    headers.chain(of_query.map(|(_, value)| decode(value))).collect()
}

/// The bearer token of `Authorization`.
pub(super) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") { Some(token.trim()) } else { None }
}
