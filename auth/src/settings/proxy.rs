//! Headers of a proxy in front of the service: the client's address, and the public host of a request.

use std::net::IpAddr;

use actix_web::http::header::{HeaderMap, HeaderName};
use service_kit::environment::{Environment, EnvironmentError};

use super::list::list;

/// The headers that are trusted.
#[derive(Clone, Debug)]
pub(crate) struct ProxySettings {
    /// `GOTRUE_RATE_LIMIT_HEADER`: the header whose first value is the client's address.
    client_header: Option<HeaderName>,
    /// `GOTRUE_MAILER_EXTERNAL_HOSTS`: the hosts in `X-Forwarded-Host` that links of mails may lead to.
    external_hosts: Vec<String>,
}

impl ProxySettings {
    /// Reads the settings.
    ///
    /// # Errors
    /// When a value is invalid.
    pub fn from_environment(environment: &Environment) -> Result<ProxySettings, EnvironmentError> {
        let hosts = environment.optional("GOTRUE_MAILER_EXTERNAL_HOSTS").unwrap_or_default();
        Ok(ProxySettings {
            client_header: environment.parsed("GOTRUE_RATE_LIMIT_HEADER", "the name of a header")?,
            external_hosts: list(hosts, ','),
        })
    }

    /// The client's address, if a header names it. Another value than an address is ignored.
    pub fn client_address(&self, headers: &HeaderMap) -> Option<IpAddr> {
        let values = headers.get(self.client_header.as_ref()?)?.to_str().ok()?;
        values.split(',').next()?.trim().parse().ok()
    }

    /// The public address of a request to one of the hosts. It is `https`, except that of this machine.
    pub fn external_url(&self, headers: &HeaderMap) -> Option<String> {
        if self.external_hosts.is_empty() {
            return None;
        }
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text("x-forwarded-host")?;
        let is_accepted = self.external_hosts.iter().any(|accepted| accepted == host);
        let is_plain = host == "localhost" && text("x-forwarded-proto") == Some("http");
        is_accepted.then(|| format!("{}://{host}", if is_plain { "http" } else { "https" }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let pairs = pairs.iter().map(|(name, value)| (HeaderName::from_static(name), value.parse().unwrap()));
        pairs.collect()
    }

    fn settings(pairs: &[(&str, &str)]) -> ProxySettings {
        ProxySettings::from_environment(&Environment::from_pairs(pairs.iter().copied())).unwrap()
    }

    #[test]
    fn the_configured_header_names_the_client() {
        let settings = settings(&[("GOTRUE_RATE_LIMIT_HEADER", "X-Real-Ip")]);
        let of = |value: &str| settings.client_address(&headers(&[("x-real-ip", value)]));
        assert_eq!(of("203.0.113.7, 10.0.0.1"), Some("203.0.113.7".parse().unwrap()));
        assert_eq!([of(", 10.0.0.1"), of("somebody")], [None; 2]);
        assert_eq!(settings.client_address(&headers(&[("x-forwarded-for", "203.0.113.7")])), None);
    }

    #[test]
    fn a_listed_host_is_the_public_address() {
        let settings = settings(&[("GOTRUE_MAILER_EXTERNAL_HOSTS", "isula.example,localhost")]);
        let of = |host: &str| {
            settings.external_url(&headers(&[("x-forwarded-host", host), ("x-forwarded-proto", "http")]))
        };
        assert_eq!(of("isula.example").as_deref(), Some("https://isula.example"));
        assert_eq!(of("localhost").as_deref(), Some("http://localhost"));
        assert_eq!([of("evil.example"), of("isula.example.evil.example"), of("")], [None, None, None]);
    }
}
