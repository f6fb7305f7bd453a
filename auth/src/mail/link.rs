//! `.ConfirmationURL`: the address of `/verify` with a token.

use super::EmailKind;
use crate::settings::MailSettings;

/// The link of a mail of this kind; `None` for mails without one.
pub(super) fn confirmation_url(
    settings: &MailSettings,
    kind: EmailKind<'_>,
    token_hash: &str,
    redirect_to: &str,
) -> Option<String> {
    let verification_type = kind.verification_type()?;
    let path = settings.link_path(kind);
    let base = if path.starts_with('/') { origin(&settings.external_url) } else { "" };
    let (token, redirect) = (query_escape(token_hash), redirect_parameter(redirect_to));
    Some(format!("{base}{path}?token={token}&type={verification_type}&redirect_to={redirect}"))
}

/// `redirect_to` as supabase/auth writes it: escaped unless it has no separators, which clients escape themselves.
fn redirect_parameter(url: &str) -> String {
    if url.contains(['&', '=', '#']) { query_escape(url) } else { url.to_owned() }
}

/// The part of a URL before its path.
fn origin(url: &str) -> &str {
    let host = url.find("://").map_or(0, |scheme| scheme + 3);
    url[host..].find(['/', '?', '#']).map_or(url, |path| &url[..host + path])
}

/// Percent-encoding of a query's value, with `+` for a space.
pub(super) fn query_escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for byte in text.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                escaped.push(char::from(byte))
            }
            b' ' => escaped.push('+'),
            other => escaped.push_str(&format!("%{other:02X}")),
        }
    }
    escaped
}
