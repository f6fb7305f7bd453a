//! Logs in to the first server that accepts, with the address' encryption mode. Supports cleartext, MD5 and SCRAM
//! passwords. Over TLS, SCRAM uses channel binding: the login is bound to the server's certificate.

use std::borrow::Cow;

use bytes::BytesMut;
use fallible_iterator::FallibleIterator;
use postgres_connect::{Connector, Server, SslMode, TargetSessionAttrs, is_encryption_rejection};
use postgres_protocol::authentication::md5_hash;
use postgres_protocol::authentication::sasl::{
    ChannelBinding, SCRAM_SHA_256, SCRAM_SHA_256_PLUS, ScramSha256,
};
use postgres_protocol::message::backend::{AuthenticationSaslBody, Message};
use postgres_protocol::message::frontend;
use tokio::time::timeout;
use tokio_postgres::config::{self, Config};

use crate::error::Error;
use crate::session::Session;

/// Connects and logs in.
///
/// # Errors
/// When no server of the address accepts the login.
pub async fn connect(connector: &Connector) -> Result<Session, Error> {
    match connector.target_session_attrs() {
        TargetSessionAttrs::PreferStandby => {
            match find(connector, TargetSessionAttrs::Standby, Purpose::Queries).await {
                Err(error) if !is_rejected_login(&error) => {
                    find(connector, TargetSessionAttrs::Any, Purpose::Queries).await
                }
                outcome => outcome,
            }
        }
        target => find(connector, target, Purpose::Queries).await,
    }
}

/// Connects for logical replication in the address' database. The role needs the attribute REPLICATION.
///
/// # Errors
/// When no server of the address accepts the login.
pub async fn connect_replication(connector: &Connector) -> Result<Session, Error> {
    find(connector, connector.target_session_attrs(), Purpose::Replication).await
}

/// The purpose of a connection, a parameter of its startup message.
#[derive(Clone, Copy)]
enum Purpose {
    Queries,
    Replication,
}

/// Tries the servers of each host in turn. As in libpq, a server that cannot be reached or has the wrong kind is
/// skipped, and a rejected login ends the search.
async fn find(connector: &Connector, target: TargetSessionAttrs, purpose: Purpose) -> Result<Session, Error> {
    let mut last = Error::Closed;
    for host in connector.hosts()? {
        let find = async { Ok(connector.resolve(&host).await?) };
        let servers = match within(connector, find).await {
            Ok(servers) => servers,
            Err(error) => {
                last = error;
                continue;
            }
        };
        for server in servers {
            match log_in(connector, server, target, purpose).await {
                Err(error) if !is_rejected_login(&error) => last = error,
                outcome => return outcome,
            }
        }
    }
    Err(last)
}

/// Logs in with the first encryption mode of the address. If the server may accept only the second mode, retries with
/// it.
async fn log_in(
    connector: &Connector,
    server: Server,
    target: TargetSessionAttrs,
    purpose: Purpose,
) -> Result<Session, Error> {
    let attempt = |mode| within(connector, connect_to(connector, server.clone(), target, mode, purpose));
    let (first, otherwise) = connector.ssl_modes();
    let first_error = match attempt(first).await {
        Err(error) if may_accept_other_mode(&error) => error,
        outcome => return outcome,
    };
    let Some(otherwise) = otherwise else { return Err(first_error) };
    // If both fail, the error of the attempt with TLS is more useful.
    attempt(otherwise).await.map_err(|error| match otherwise {
        SslMode::Disable => first_error,
        _ => error,
    })
}

fn may_accept_other_mode(error: &Error) -> bool {
    match error {
        Error::Server(error) => is_encryption_rejection(&error.code),
        Error::Open(error) => error.is_encryption_rejection(),
        _ => false,
    }
}

/// SQLSTATE `cannot_connect_now`: the server is starting up, shutting down or in recovery.
const CANNOT_CONNECT_NOW: &str = "57P03";

/// The server rejected the login. The next server must not be tried, because it would be sent a password that is known
/// to be wrong.
fn is_rejected_login(error: &Error) -> bool {
    match error {
        Error::Server(error) => error.code != CANNOT_CONNECT_NOW,
        Error::Login(_) => true,
        _ => false,
    }
}

/// As in libpq, `connect_timeout` applies to each server and includes the login.
async fn within<T>(
    connector: &Connector,
    attempt: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    match connector.config().get_connect_timeout() {
        Some(limit) => timeout(*limit, attempt).await.unwrap_or(Err(Error::TimedOut)),
        None => attempt.await,
    }
}

async fn connect_to(
    connector: &Connector,
    server: Server,
    target: TargetSessionAttrs,
    mode: SslMode,
    purpose: Purpose,
) -> Result<Session, Error> {
    let socket = connector.open(&server, mode).await?;
    let mut session = Session::new(socket, server, mode);
    start(&mut session, connector.config(), purpose).await?;
    check_kind(&mut session, target).await?;
    Ok(session)
}

async fn start(session: &mut Session, config: &Config, purpose: Purpose) -> Result<(), Error> {
    let user = match config.get_user() {
        Some(user) => Cow::Borrowed(user),
        None => Cow::Owned(whoami::username().map_err(|error| Error::Login(error.to_string()))?),
    };
    let named = [
        ("user", Some(user.as_ref())),
        ("client_encoding", Some("UTF8")),
        ("database", config.get_dbname()),
        ("options", config.get_options()),
        ("application_name", config.get_application_name()),
        ("replication", matches!(purpose, Purpose::Replication).then_some("database")),
    ];
    let given = named.into_iter().filter_map(|(name, value)| value.map(|value| (name, value)));
    send(session, |out| frontend::startup_message(given, out)).await?;
    authenticate(session, config, &user).await?;
    read_until_ready(session).await
}

async fn send(
    session: &mut Session,
    write: impl FnOnce(&mut BytesMut) -> std::io::Result<()>,
) -> Result<(), Error> {
    write(&mut session.stream.outbox).map_err(Error::unsendable)?;
    session.send().await
}

/// The next message, or the server's error.
async fn receive(session: &mut Session) -> Result<Message, Error> {
    match session.receive().await? {
        Message::ErrorResponse(body) => Err(body.into()),
        message => Ok(message),
    }
}

async fn authenticate(session: &mut Session, config: &Config, user: &str) -> Result<(), Error> {
    let request = receive(session).await?;
    if !matches!(request, Message::AuthenticationSasl(_)) {
        check_binding_optional(config)?;
    }
    match request {
        Message::AuthenticationOk => return Ok(()),
        Message::AuthenticationCleartextPassword => {
            let password = password(config)?;
            send(session, |out| frontend::password_message(password, out)).await?;
        }
        Message::AuthenticationMd5Password(body) => {
            let hash = md5_hash(user.as_bytes(), password(config)?, body.salt());
            send(session, |out| frontend::password_message(hash.as_bytes(), out)).await?;
        }
        Message::AuthenticationSasl(body) => authenticate_scram(session, config, &body).await?,
        _ => return Err(failed("the server asks for an authentication method that is not supported")),
    }
    match receive(session).await? {
        Message::AuthenticationOk => Ok(()),
        _ => Err(Error::Unexpected),
    }
}

fn password(config: &Config) -> Result<&[u8], Error> {
    config.get_password().ok_or_else(|| failed("the server asks for a password, and there is none"))
}

fn failed(what: &str) -> Error {
    Error::Login(what.to_owned())
}

fn check_binding_optional(config: &Config) -> Result<(), Error> {
    match config.get_channel_binding() {
        config::ChannelBinding::Require => {
            Err(failed("the server does not bind the login to its certificate"))
        }
        _ => Ok(()),
    }
}

async fn authenticate_scram(
    session: &mut Session,
    config: &Config,
    body: &AuthenticationSaslBody,
) -> Result<(), Error> {
    let password = password(config)?;
    let offered: Vec<&str> = body.mechanisms().collect()?;
    let may_bind = config.get_channel_binding() != config::ChannelBinding::Disable;
    let end_point = session.tls_server_end_point().filter(|_| may_bind);
    let (mechanism, binding) = match end_point {
        Some(hash) if offered.contains(&SCRAM_SHA_256_PLUS) => {
            (SCRAM_SHA_256_PLUS, ChannelBinding::tls_server_end_point(hash))
        }
        // Tells the server that this client supports channel binding. If the server supports it too, a man in the
        // middle has removed its offer, and the server fails the login.
        Some(_) => (SCRAM_SHA_256, ChannelBinding::unrequested()),
        None => (SCRAM_SHA_256, ChannelBinding::unsupported()),
    };
    if !offered.contains(&mechanism) {
        return Err(failed("the server asks for an authentication method that is not supported"));
    }
    if mechanism == SCRAM_SHA_256 {
        check_binding_optional(config)?;
    }
    let rejected = |error: std::io::Error| Error::Login(error.to_string());
    let mut scram = ScramSha256::new(password, binding);
    send(session, |out| frontend::sasl_initial_response(mechanism, scram.message(), out)).await?;
    match receive(session).await? {
        Message::AuthenticationSaslContinue(body) => scram.update(body.data()).map_err(rejected)?,
        _ => return Err(Error::Unexpected),
    }
    send(session, |out| frontend::sasl_response(scram.message(), out)).await?;
    match receive(session).await? {
        Message::AuthenticationSaslFinal(body) => scram.finish(body.data()).map_err(rejected),
        _ => Err(Error::Unexpected),
    }
}

/// Reads the messages after the login. One of them is the key for cancel requests.
async fn read_until_ready(session: &mut Session) -> Result<(), Error> {
    loop {
        match receive(session).await? {
            Message::BackendKeyData(body) => session.set_cancel_key(body.process_id(), body.secret_key()),
            Message::ReadyForQuery(_) => return Ok(()),
            _ => return Err(Error::Unexpected),
        }
    }
}

const READ_ONLY: &str = "SHOW transaction_read_only";
const IN_RECOVERY: &str = "SELECT pg_catalog.pg_is_in_recovery()::pg_catalog.text";

async fn check_kind(session: &mut Session, target: TargetSessionAttrs) -> Result<(), Error> {
    let (matches, message) = match target {
        TargetSessionAttrs::Any | TargetSessionAttrs::PreferStandby => return Ok(()),
        TargetSessionAttrs::ReadWrite => (allows_writes(session).await?, "the server allows no writes"),
        TargetSessionAttrs::ReadOnly => (!allows_writes(session).await?, "the server allows writes"),
        TargetSessionAttrs::Primary => (!is_standby(session).await?, "the server is a standby"),
        TargetSessionAttrs::Standby => (is_standby(session).await?, "the server is no standby"),
    };
    if matches { Ok(()) } else { Err(Error::OtherKind(message)) }
}

async fn allows_writes(session: &mut Session) -> Result<bool, Error> {
    match session.kind.allows_writes() {
        Some(allows) => Ok(allows),
        None => returns(session, READ_ONLY, "off").await,
    }
}

async fn is_standby(session: &mut Session) -> Result<bool, Error> {
    match session.kind.is_standby() {
        Some(standby) => Ok(standby),
        None => returns(session, IN_RECOVERY, "true").await,
    }
}

async fn returns(session: &mut Session, query: &str, expected: &str) -> Result<bool, Error> {
    let rows = session.query(query, &[]).await?;
    Ok(rows.first().map(|row| row.text(0)).transpose()?.flatten() == Some(expected))
}
