//! The SMTP server, `GOTRUE_SMTP_…`.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::message::header::HeaderName;
use service_kit::environment::{Environment, EnvironmentError};

const ADMIN_EMAIL: &str = "GOTRUE_SMTP_ADMIN_EMAIL";
/// supabase/auth's default of `GOTRUE_SMTP_PORT`.
const DEFAULT_PORT: u16 = 587;
/// supabase/auth's, in seconds.
const DEFAULT_TIMEOUT: u64 = 10;

/// The server and the sender.
#[derive(Clone, Debug)]
pub(crate) struct SmtpSettings {
    pub host: String,
    pub port: u16,
    /// User and password.
    pub credentials: Option<(String, Password)>,
    /// `GOTRUE_SMTP_ADMIN_EMAIL` with `GOTRUE_SMTP_SENDER_NAME`.
    pub sender: Mailbox,
    /// `GOTRUE_SMTP_HEADERS`: further headers of every mail. `$messageType` in a value stands for the mail's kind.
    pub headers: Vec<(HeaderName, String)>,
    /// `MAIL_TIMEOUT`: how long a mail may take, from the wait for a permit to the server's answer.
    pub timeout: Duration,
}

/// A password, which is never printed.
#[derive(Clone)]
pub(crate) struct Password(pub String);

impl fmt::Debug for Password {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Password(…)")
    }
}

impl SmtpSettings {
    /// Reads the settings; `None` without `GOTRUE_SMTP_HOST`.
    ///
    /// # Errors
    /// When a value is missing or invalid.
    pub fn from_environment(environment: &Environment) -> Result<Option<SmtpSettings>, EnvironmentError> {
        let Some(host) = environment.optional("GOTRUE_SMTP_HOST") else { return Ok(None) };
        environment.required(ADMIN_EMAIL)?;
        let address = environment.parsed(ADMIN_EMAIL, "an e-mail address")?;
        let address = address.ok_or(EnvironmentError::Missing(ADMIN_EMAIL))?;
        let name = environment.optional("GOTRUE_SMTP_SENDER_NAME").map(str::to_owned);
        let password = environment.optional("GOTRUE_SMTP_PASS").unwrap_or_default();
        let credentials = environment
            .optional("GOTRUE_SMTP_USER")
            .map(|user| (user.to_owned(), Password(password.to_owned())));
        Ok(Some(SmtpSettings {
            host: host.to_owned(),
            port: environment.parsed("GOTRUE_SMTP_PORT", "a port")?.unwrap_or(DEFAULT_PORT),
            credentials,
            sender: Mailbox::new(name, address),
            headers: headers(environment),
            timeout: Duration::from_secs(
                environment.parsed("MAIL_TIMEOUT", "a number of seconds")?.unwrap_or(DEFAULT_TIMEOUT),
            ),
        }))
    }
}

/// The headers of a JSON object of lists of texts, `{"X-Tag": ["$messageType"]}`. The last value of a list counts. As in
/// supabase/auth, a text of another form is logged and ignored.
fn headers(environment: &Environment) -> Vec<(HeaderName, String)> {
    const HEADERS: &str = "GOTRUE_SMTP_HEADERS";
    let Some(text) = environment.optional(HEADERS) else { return Vec::new() };
    let Ok(parsed) = serde_json::from_str::<BTreeMap<String, Vec<String>>>(text) else {
        tracing::warn!("{HEADERS} is ignored: it is no JSON object of lists of texts");
        return Vec::new();
    };
    let last = |values: Vec<String>| values.into_iter().rfind(|value| !value.is_empty());
    let headers = parsed.into_iter().filter_map(|(name, values)| Some((name, last(values)?)));
    headers.filter_map(|(name, value)| Some((HeaderName::new_from_ascii(name).ok()?, value))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_an_object_of_lists() {
        let read = |text: &str| {
            let headers = headers(&Environment::from_pairs([("GOTRUE_SMTP_HEADERS", text)]));
            headers.iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>()
        };
        assert_eq!(read(r#"{"X-Tag":["a","$messageType"],"X-Empty":[""]}"#), ["X-Tag: $messageType"]);
        assert!(read(r#"{"X-Tag":"a"}"#).is_empty());
        assert!(read(r#"{"X Tag\r\n":["a"]}"#).is_empty());
    }
}
