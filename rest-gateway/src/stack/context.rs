//! The context of a stack: what all its processes share.

use super::keys::Keys;
use super::keys::live_keys::LiveKeys;
use super::services::mail_catcher::MailCatcher;
use crate::config::Config;
use std::sync::Arc;

/// The stack's configuration, keys and addresses.
pub struct StackContext<'a> {
    pub config: &'a Config,
    pub keys: &'a Keys,
    pub live_keys: &'a Arc<LiveKeys>,
    /// The front door's URL for processes on this machine.
    pub url: &'a str,
    /// A connection string of the database with any login. Each process gets one with its own role.
    pub db_url: &'a str,
    /// The same of the pooler in transaction mode in front of it.
    pub pooler_url: Option<&'a str>,
    pub log_level: &'a str,
    /// The mail catcher of this stack, if it runs one.
    pub mail_catcher: Option<MailCatcher>,
}

/// An owned copy of a [`StackContext`], for parts that configure processes again while the stack runs.
pub struct SavedContext {
    pub config: Config,
    keys: Keys,
    live_keys: Arc<LiveKeys>,
    url: String,
    db_url: String,
    pooler_url: Option<String>,
    log_level: String,
    mail_catcher: Option<MailCatcher>,
}

impl SavedContext {
    /// Copies the context of a starting stack.
    pub fn of(context: &StackContext<'_>) -> SavedContext {
        SavedContext {
            config: context.config.clone(),
            keys: context.keys.clone(),
            live_keys: Arc::clone(context.live_keys),
            url: context.url.to_owned(),
            db_url: context.db_url.to_owned(),
            pooler_url: context.pooler_url.map(str::to_owned),
            log_level: context.log_level.to_owned(),
            mail_catcher: context.mail_catcher,
        }
    }

    /// The context with another configuration.
    pub fn with_config<'a>(&'a self, config: &'a Config) -> StackContext<'a> {
        StackContext {
            config,
            keys: &self.keys,
            live_keys: &self.live_keys,
            url: &self.url,
            db_url: &self.db_url,
            pooler_url: self.pooler_url.as_deref(),
            log_level: &self.log_level,
            mail_catcher: self.mail_catcher,
        }
    }
}

impl StackContext<'_> {
    /// The front door's public URL.
    pub fn public_url(&self) -> &str {
        self.config.api.external_url.as_ref().map_or(self.url, |url| &url.0)
    }

    /// The public URL of the auth service.
    pub fn auth_url(&self) -> String {
        let configured = self.config.auth.external_url.as_ref();
        configured.map_or_else(|| format!("{}/auth/v1", self.public_url()), |url| url.0.clone())
    }

    /// Whether the front door checks the sessions of access tokens.
    pub fn checks_sessions(&self) -> bool {
        self.config.auth.enabled && self.config.auth.session_check_interval.get() > 0
    }
}
