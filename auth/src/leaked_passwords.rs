//! Passwords of known leaks, by the range API of Have I Been Pwned: it is asked for all suffixes of the first five
//! characters of the SHA-1 digest, so that it learns neither the password nor its digest.

use std::time::Duration;

use actix_web::web::Bytes;
use http_body_util::Full;
use hyper::Request;
use hyper::header::USER_AGENT;
use ring::digest::{SHA1_FOR_LEGACY_USE_ONLY, digest};

use crate::app_state::AppState;
use crate::error::{Error, Result};
use crate::settings::LeakedPasswordSettings;

/// supabase/auth's timeout.
const TIMEOUT: Duration = Duration::from_secs(5);
/// In bytes. A range has about a thousand lines of forty characters.
const MAX_RESPONSE: usize = 512 * 1024;
/// Characters of the digest that the API gets.
const PREFIX: usize = 5;

/// Whether the password is known from a leak. False if the check is disabled.
///
/// # Errors
/// 500 when the API does not answer and the check fails closed.
pub(crate) async fn is_leaked(state: &AppState, password: &str) -> Result<bool> {
    let Some(settings) = &state.settings.leaked_passwords else { return Ok(false) };
    let digest = digest(&SHA1_FOR_LEGACY_USE_ONLY, password.as_bytes());
    let digest: String = digest.as_ref().iter().map(|byte| format!("{byte:02X}")).collect();
    let (prefix, suffix) = digest.split_at(PREFIX);
    match find(state, settings, prefix, suffix).await {
        Ok(found) => Ok(found),
        Err(cause) => {
            tracing::warn!(%cause, "the range API of leaked passwords does not answer");
            if settings.fails_closed {
                let message = "Unable to perform password strength check with HaveIBeenPwned.org.";
                return Err(Error::failed(message));
            }
            Ok(false)
        }
    }
}

async fn find(
    state: &AppState,
    settings: &LeakedPasswordSettings,
    prefix: &str,
    suffix: &str,
) -> Result<bool, Box<dyn std::error::Error + Send + Sync>> {
    let url = format!("{}/{prefix}", settings.url.trim_end_matches('/'));
    // With padding, the size of the answer does not reveal the prefix.
    let request = Request::get(url)
        .header(USER_AGENT, &settings.user_agent)
        .header("add-padding", "true")
        .body(Full::new(Bytes::new()))?;
    let response = state.http.send(request, MAX_RESPONSE, TIMEOUT).await?;
    if !response.status.is_success() {
        return Err(format!("the status is {}", response.status.as_u16()).into());
    }
    let lines = std::str::from_utf8(&response.body)?.lines();
    let mut counted = lines.filter_map(|line| line.trim().split_once(':'));
    // Padding has the count zero.
    Ok(counted.any(|(known, count)| known.eq_ignore_ascii_case(suffix) && count != "0"))
}
