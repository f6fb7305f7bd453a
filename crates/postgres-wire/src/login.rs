//! Logs in to the first server that accepts, with the address' encryption mode.

use postgres_connect::{Connector, Server, SslMode, TargetSessionAttrs, is_encryption_rejection};
use tokio::time::timeout;

use crate::error::Error;
use crate::session::Session;
use crate::startup::{Purpose, start};

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
