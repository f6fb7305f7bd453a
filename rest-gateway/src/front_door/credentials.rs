//! How a request presents its key, and what `Authorization` becomes further in. The key is the `apikey` header, else the
//! `apikey` of the query, else the bearer alone where that is a key of ours.
//!
//! Refuses a missing key, an unknown one, and a secret one that comes from a browser.

use actix_web::dev::RequestHead;
use actix_web::http::Uri;
use actix_web::http::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue, USER_AGENT};
use percent_encoding::percent_decode_str;

use super::keys::{KeyKind, Keys};
use super::refusal::Refusal;

const APIKEY: HeaderName = HeaderName::from_static("apikey");

/// What a request says about its key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Presented {
    Nothing,
    Known(KeyKind),
    /// Not a key of ours; the text as it came.
    Unknown(String),
}

impl Presented {
    pub(super) fn read(head: &RequestHead, keys: &Keys) -> Presented {
        if let Some(key) = apikey(head) {
            return keys.identify(&key).map_or(Presented::Unknown(key), Presented::Known);
        }
        match bearer(&head.headers) {
            None => Presented::Nothing,
            Some(token) => match keys.identify(token) {
                Some(kind) => Presented::Known(kind),
                None if token.starts_with("sb_") => Presented::Unknown(token.to_owned()),
                // Somebody's access token says who they are, not which project they mean.
                None => Presented::Nothing,
            },
        }
    }

    /// For routes that need a key.
    pub(super) fn required(&self) -> Result<KeyKind, Refusal> {
        match self {
            Presented::Known(kind) => Ok(*kind),
            Presented::Nothing => Err(Refusal::NoKey),
            Presented::Unknown(_) => Err(Refusal::WrongKey),
        }
    }

    /// A secret key that a browser holds is one that has leaked.
    pub(super) fn refuse_secret_in_browser(&self, headers: &HeaderMap) -> Result<(), Refusal> {
        let browser = headers
            .get(USER_AGENT)
            .and_then(|agent| agent.to_str().ok())
            .is_some_and(|agent| agent.starts_with("Mozilla/"));
        if browser && *self == Presented::Known(KeyKind::Secret) {
            return Err(Refusal::SecretKeyInBrowser);
        }
        Ok(())
    }

    /// Services know JWTs alone: an opaque key becomes the JWT that stands for it, unless somebody's own token is there.
    pub(super) fn authorise(&self, headers: &mut HeaderMap, keys: &Keys) {
        if headers.contains_key(AUTHORIZATION)
            && !bearer(headers).is_some_and(|token| token.starts_with("sb_"))
        {
            return;
        }
        let jwt = match self {
            Presented::Known(kind) => keys.jwt(*kind),
            Presented::Unknown(key) if key.split('.').count() == 3 => key.as_str(),
            Presented::Unknown(_) | Presented::Nothing => return,
        };
        if let Ok(value) = HeaderValue::try_from(format!("Bearer {jwt}")) {
            headers.insert(AUTHORIZATION, value);
        }
    }
}

/// A header that came twice would be checked by one value here and read by another further in: the first one counts.
pub(super) fn keep_the_first(headers: &mut HeaderMap) {
    for name in [AUTHORIZATION, APIKEY] {
        if let Some(first) = headers.get(&name).cloned() {
            headers.insert(name, first);
        }
    }
}

/// Moves a key from the query to the header: PostgREST would take it for a filter, and logs would keep it.
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

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    if scheme.eq_ignore_ascii_case("bearer") { Some(token.trim()) } else { None }
}
