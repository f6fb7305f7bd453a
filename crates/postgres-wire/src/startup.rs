//! The start of a session, from the startup message to the first ReadyForQuery. Supports cleartext, MD5 and SCRAM
//! passwords. Over TLS, SCRAM uses channel binding: the login is bound to the server's certificate.

use std::borrow::Cow;

use bytes::BytesMut;
use fallible_iterator::FallibleIterator;
use postgres_protocol::authentication::md5_hash;
use postgres_protocol::authentication::sasl::{
    ChannelBinding, SCRAM_SHA_256, SCRAM_SHA_256_PLUS, ScramSha256,
};
use postgres_protocol::message::backend::{AuthenticationSaslBody, Message};
use postgres_protocol::message::frontend;
use tokio_postgres::config::{self, Config};

use crate::error::Error;
use crate::session::Session;

/// The purpose of a connection, a parameter of its startup message.
#[derive(Clone, Copy)]
pub(crate) enum Purpose {
    Queries,
    Replication,
}

/// Logs in on a new connection. The session can run queries afterwards.
pub(crate) async fn start(session: &mut Session, config: &Config, purpose: Purpose) -> Result<(), Error> {
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
