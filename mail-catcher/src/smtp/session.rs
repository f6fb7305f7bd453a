//! One SMTP client.

use std::borrow::Cow;
use std::io;
use std::time::Duration;

use smtp_proto::request::receiver::{DataReceiver, DummyDataReceiver, RequestReceiver};
use smtp_proto::{Error, Request};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::message::{Envelope, Message};
use crate::store::Store;

/// How long a client may stay silent.
const IDLE_TIMEOUT: Duration = Duration::from_secs(60);
/// The largest mail, in bytes.
const MAX_MESSAGE: usize = 10 << 20;
const MAX_RECIPIENTS: usize = 100;
/// Commands that are no SMTP, after which the client is disconnected.
const MAX_ERRORS: usize = 10;
const BUFFER: usize = 16 << 10;

/// What the client's next bytes are.
enum Phase {
    Commands,
    Mail {
        receiver: DataReceiver,
        raw: Vec<u8>,
    },
    /// A mail beyond the limit, which is read and dropped.
    TooLarge(DummyDataReceiver),
    End,
}

struct Session<'s> {
    store: &'s Store,
    /// Set by MAIL.
    envelope: Option<Envelope>,
    phase: Phase,
    errors: usize,
}

/// Talks to a client until it quits.
///
/// # Errors
/// When the connection fails, or the client stays silent.
pub(super) async fn serve(mut stream: TcpStream, store: &Store) -> io::Result<()> {
    let mut session = Session { store, envelope: None, phase: Phase::Commands, errors: 0 };
    let mut commands = RequestReceiver::default();
    let mut buffer = vec![0; BUFFER];
    stream.write_all(b"220 mail-catcher ESMTP\r\n").await?;
    loop {
        let length = tokio::time::timeout(IDLE_TIMEOUT, stream.read(&mut buffer)).await??;
        if length == 0 {
            return Ok(());
        }
        let reply = session.receive(&mut commands, &buffer[..length]);
        stream.write_all(reply.as_bytes()).await?;
        if matches!(session.phase, Phase::End) {
            return Ok(());
        }
    }
}

impl Session<'_> {
    /// Takes the client's bytes and returns the replies to them.
    fn receive(&mut self, commands: &mut RequestReceiver, bytes: &[u8]) -> String {
        let mut rest = bytes.iter();
        let mut replies = String::new();
        while !rest.as_slice().is_empty() && !matches!(self.phase, Phase::End) {
            match &mut self.phase {
                Phase::Commands => match commands.ingest(&mut rest) {
                    Ok(request) => replies += self.reply(request),
                    Err(Error::NeedsMoreData { .. }) => break,
                    Err(error) => replies += self.reply_to_invalid(&error),
                },
                Phase::Mail { receiver, raw } => {
                    let is_complete = receiver.ingest(&mut rest, raw);
                    if raw.len() > MAX_MESSAGE && !is_complete {
                        self.phase = Phase::TooLarge(DummyDataReceiver::new_data(receiver));
                    } else if is_complete {
                        let raw = std::mem::take(raw);
                        self.phase = Phase::Commands;
                        replies += self.store(raw);
                    }
                }
                Phase::TooLarge(receiver) => {
                    if receiver.ingest(&mut rest) {
                        self.phase = Phase::Commands;
                        self.envelope = None;
                        replies += "552 5.3.4 The mail is too large\r\n";
                    }
                }
                Phase::End => break,
            }
        }
        replies
    }

    fn reply(&mut self, request: Request<Cow<'_, str>>) -> &'static str {
        match request {
            Request::Ehlo { .. } => {
                self.envelope = None;
                "250-mail-catcher\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-PIPELINING\r\n250-AUTH PLAIN\r\n250 SIZE 10485760\r\n"
            }
            Request::Helo { .. } | Request::Rset => {
                self.envelope = None;
                OK
            }
            // Any name and password are accepted, so that a project's settings can stay as they are.
            Request::Auth { .. } => "235 2.7.0 Accepted\r\n",
            Request::Mail { from } => {
                self.envelope = Some(Envelope { sender: from.address.into_owned(), recipients: Vec::new() });
                OK
            }
            Request::Rcpt { to } => match &mut self.envelope {
                None => NO_SENDER,
                Some(envelope) if envelope.recipients.len() == MAX_RECIPIENTS => {
                    "452 4.5.3 Too many recipients\r\n"
                }
                Some(envelope) => {
                    envelope.recipients.push(to.address.into_owned());
                    OK
                }
            },
            Request::Data => match &self.envelope {
                Some(envelope) if !envelope.recipients.is_empty() => {
                    self.phase = Phase::Mail { receiver: DataReceiver::new(), raw: Vec::new() };
                    "354 End with a dot alone on a line\r\n"
                }
                _ => NO_SENDER,
            },
            Request::Noop { .. } => OK,
            Request::Quit => {
                self.phase = Phase::End;
                "221 2.0.0 Bye\r\n"
            }
            _ => "502 5.5.1 Not supported\r\n",
        }
    }

    fn reply_to_invalid(&mut self, error: &Error) -> &'static str {
        self.errors += 1;
        if self.errors == MAX_ERRORS {
            self.phase = Phase::End;
            return "421 4.7.0 Too many errors\r\n";
        }
        match error {
            Error::InvalidSenderAddress | Error::InvalidRecipientAddress => "553 5.1.3 Invalid address\r\n",
            Error::UnknownCommand => "500 5.5.1 Unknown command\r\n",
            _ => "501 5.5.4 Invalid command\r\n",
        }
    }

    fn store(&mut self, raw: Vec<u8>) -> &'static str {
        self.store.add(Message::parse(self.envelope.take().unwrap_or_default(), raw));
        "250 2.0.0 Stored\r\n"
    }
}

const OK: &str = "250 2.0.0 OK\r\n";
const NO_SENDER: &str = "503 5.5.1 MAIL and RCPT come first\r\n";
