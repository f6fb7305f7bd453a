//! Logs in with tokio-postgres to the first acceptable server of an address.

use crate::connector::Connector;
use crate::error::{ConnectError, Error, HandshakeError};
use crate::host::{HostEntry, listed_servers};
use crate::tls::Stream;
use tokio_postgres::config::SslMode;
use tokio_postgres::error::SqlState;
use tokio_postgres::{CancelToken, Client, Config, Connection, Socket};

/// A client and the connection that it sends its requests through, which the caller must poll.
pub type Connected = (Client, Connection<Socket, Stream<Socket>>);

/// Parses an address and connects once.
///
/// # Errors
/// When the address cannot be used, or no server of it accepts the login.
pub async fn connect(address: &str) -> Result<Connected, Error> {
    Ok(Connector::parse(address)?.connect().await?)
}

impl Connector {
    /// Connects to the first acceptable server. As with libpq, a server that is not reached, that is starting, or that
    /// is of the wrong kind is skipped; a server that rejects the login ends the attempt.
    ///
    /// tokio-postgres checks `target_session_attrs` by whether the session allows writes: a primary is a server that
    /// does, a standby is one that does not, and `prefer-standby` accepts any server.
    ///
    /// # Errors
    /// The server's rejection of the login, or the failure at the last server.
    pub async fn connect(&self) -> Result<Connected, ConnectError> {
        // An address without usable hosts fails in tokio-postgres, with its message.
        let Ok(hosts) = self.hosts() else { return self.connect_with(self.config()).await };
        let mut last = None;
        for host in hosts {
            for config in self.configs_of(&host).await {
                match self.connect_with(&config).await {
                    Err(error) if !rejects_login(error.cause()) => last = Some(error),
                    outcome => return outcome,
                }
            }
        }
        match last {
            Some(error) => Err(error),
            None => self.connect_with(self.config()).await,
        }
    }

    /// Cancels the statement that runs on the token's connection, over a connection with the same encryption.
    ///
    /// # Errors
    /// When the server is not reached. Postgres does not report whether a statement was cancelled.
    pub async fn cancel(&self, token: &CancelToken) -> Result<(), ConnectError> {
        token.cancel_query(self.tls.clone()).await.map_err(|error| self.failed(error))
    }

    /// A configuration for each socket address of a host. tokio-postgres would go on to the next address after every
    /// failure, a rejected login included.
    async fn configs_of(&self, host: &HostEntry) -> Vec<Config> {
        match self.resolve(host).await {
            Ok(servers) => {
                servers.iter().map(|server| self.config_with(|config| server.add_to(config))).collect()
            }
            // tokio-postgres resolves the name once more and reports why it fails.
            Err(_) => vec![self.config_with(|config| host.add_to(config))],
        }
    }

    fn failed(&self, cause: tokio_postgres::Error) -> ConnectError {
        ConnectError::new(cause, listed_servers(self.config()))
    }

    fn config_with(&self, add_host: impl FnOnce(&mut Config)) -> Config {
        let mut config = without_hosts(self.config());
        add_host(&mut config);
        config
    }

    /// Connects with the address's SSL mode, and with its fallback where the server may require that.
    async fn connect_with(&self, config: &Config) -> Result<Connected, ConnectError> {
        let failed = |cause| self.failed(cause);
        let rejected = match config.connect(self.tls.clone()).await {
            Err(error) if may_require_other_ssl_mode(&error) => error,
            outcome => return outcome.map_err(failed),
        };
        let (_, Some(fallback)) = self.ssl_modes() else { return Err(failed(rejected)) };
        let mut config = config.clone();
        config.ssl_mode(fallback);
        // If both attempts fail, the error of the one over TLS is reported.
        config.connect(self.tls.clone()).await.map_err(|error| match fallback {
            SslMode::Disable => failed(rejected),
            _ => failed(error),
        })
    }
}

/// Whether a server that rejects with this SQLSTATE may reject only the encryption, or its absence: `pg_hba.conf`
/// rejects with the first of the two codes, poolers with the second. A wrong password has another code and is not sent
/// again.
pub fn is_encryption_rejection(code: &str) -> bool {
    [SqlState::INVALID_AUTHORIZATION_SPECIFICATION, SqlState::PROTOCOL_VIOLATION]
        .iter()
        .any(|state| state.code() == code)
}

fn may_require_other_ssl_mode(error: &tokio_postgres::Error) -> bool {
    match error.code() {
        Some(code) => is_encryption_rejection(code.code()),
        None => std::error::Error::source(error).is_some_and(|cause| cause.is::<HandshakeError>()),
    }
}

/// Whether the server was reached and the login failed. The next server must not be sent a password that has just been
/// found wrong.
fn rejects_login(error: &tokio_postgres::Error) -> bool {
    match error.code() {
        // The server is starting, shutting down or recovering.
        Some(code) => *code != SqlState::CANNOT_CONNECT_NOW,
        // tokio-postgres shows the kind of an error only in its text: a login that it gave up by itself, and a password
        // that the server requires and the address does not have.
        None => ["authentication error", "invalid configuration"]
            .iter()
            .any(|kind| error.to_string().starts_with(kind)),
    }
}

/// A copy of the settings without the servers, which tokio-postgres can only add to.
fn without_hosts(config: &Config) -> Config {
    let mut copy = Config::new();
    if let Some(user) = config.get_user() {
        copy.user(user);
    }
    if let Some(password) = config.get_password() {
        copy.password(password);
    }
    if let Some(name) = config.get_dbname() {
        copy.dbname(name);
    }
    if let Some(options) = config.get_options() {
        copy.options(options);
    }
    if let Some(name) = config.get_application_name() {
        copy.application_name(name);
    }
    if let Some(limit) = config.get_connect_timeout() {
        copy.connect_timeout(*limit);
    }
    if let Some(limit) = config.get_tcp_user_timeout() {
        copy.tcp_user_timeout(*limit);
    }
    if let Some(interval) = config.get_keepalives_interval() {
        copy.keepalives_interval(interval);
    }
    if let Some(retries) = config.get_keepalives_retries() {
        copy.keepalives_retries(retries);
    }
    copy.keepalives(config.get_keepalives())
        .keepalives_idle(config.get_keepalives_idle())
        .ssl_mode(config.get_ssl_mode())
        .ssl_negotiation(config.get_ssl_negotiation())
        .target_session_attrs(config.get_target_session_attrs())
        .channel_binding(config.get_channel_binding());
    copy
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_without_hosts_keeps_every_other_setting() {
        let settings = "user=me password=secret dbname=app options=-cjit=off application_name=test connect_timeout=3 \
                        keepalives=0 keepalives_idle=4 keepalives_interval=5 keepalives_count=6 tcp_user_timeout=7000 \
                        sslmode=require sslnegotiation=direct channel_binding=require target_session_attrs=read-write";
        let parse = |address: &str| Connector::with_variables(address, |_| None).unwrap().config().clone();
        let copy = without_hosts(&parse(&format!("host=one,two port=1,2 {settings}")));
        assert_eq!(copy, parse(settings));
    }
}
