//! The addresses of the mail catcher.

use super::listeners::{ListenError, free_loopback_address, loopback_address};
use crate::config::Config;
use std::net::SocketAddr;

/// The addresses of a mail catcher, on loopback.
#[derive(Clone, Copy, Debug)]
pub struct MailCatcher {
    /// Its page and its API.
    pub http: SocketAddr,
    pub smtp: SocketAddr,
}

impl MailCatcher {
    /// The catcher's addresses, if this configuration needs one: it has no SMTP server. With `any_port`, and where the
    /// configured port is in use, a free port is taken.
    ///
    /// # Errors
    /// When no port is free.
    pub fn of_stack(config: &Config, any_port: bool) -> Result<Option<MailCatcher>, ListenError> {
        let section = &config.mailpit;
        if !config.auth.enabled || !section.enabled || config.auth.email.smtp().is_some() {
            return Ok(None);
        }
        let address = |port: Option<u16>| match port.filter(|_| !any_port) {
            Some(port) => loopback_address(port),
            None => free_loopback_address(),
        };
        let http = address(Some(section.port.into()))?;
        Ok(Some(MailCatcher { http, smtp: address(section.smtp_port.map(u16::from))? }))
    }

    /// The address of its page.
    pub fn url(&self) -> String {
        format!("http://{}", self.http)
    }
}
