//! Logical streaming replication: the server sends changes from the write-ahead log after their commit, and the client
//! confirms the position up to which it has handled them. The messages are those of the chapter "Streaming Replication
//! Protocol" of Postgres' manual.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::{Buf, BufMut, Bytes, BytesMut};
use postgres_protocol::message::backend::Message;
use postgres_protocol::message::frontend;

use crate::error::Error;
use crate::session::Session;

/// A position in the write-ahead log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Lsn(pub u64);

impl std::fmt::Display for Lsn {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:X}/{:X}", self.0 >> 32, self.0 & 0xffff_ffff)
    }
}

/// A text that is no position.
#[derive(Debug, thiserror::Error)]
#[error("not a position in the write-ahead log")]
pub struct NotAnLsn;

impl std::str::FromStr for Lsn {
    type Err = NotAnLsn;

    fn from_str(text: &str) -> Result<Lsn, NotAnLsn> {
        let part = |part: &str| u32::from_str_radix(part, 16).map(u64::from).map_err(|_| NotAnLsn);
        let (high, low) = text.split_once('/').ok_or(NotAnLsn)?;
        Ok(Lsn(part(high)? << 32 | part(low)?))
    }
}

/// A message of the server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ReplicationMessage {
    /// A message of the output plugin.
    Data {
        /// The message.
        data: Bytes,
        /// The server's time, in microseconds since the beginning of 2000.
        sent_at: i64,
    },
    /// A sign of life while there are no changes.
    KeepAlive {
        /// The position up to which the server has sent all changes.
        end: Lsn,
        /// Whether the server ends the connection if the client does not confirm a position soon.
        wants_reply: bool,
    },
}

/// A running replication. Dropping it ends the connection.
pub struct ReplicationStream {
    session: Session,
}

/// Seconds from 1970 to 2000, where Postgres' time begins.
const EPOCH: Duration = Duration::from_secs(946_684_800);
/// CopyBothResponse, which postgres-protocol does not know.
const COPY_BOTH: u8 = b'W';
/// A tag and a length.
const HEADER: usize = 5;

impl Session {
    /// Starts replication by a `START_REPLICATION` command.
    ///
    /// # Errors
    /// The server's error, e.g. 55006 if another connection reads the slot.
    pub async fn start_replication(mut self, command: &str) -> Result<ReplicationStream, Error> {
        self.begin()?;
        frontend::query(command, &mut self.stream.outbox).map_err(Error::unsendable)?;
        self.send().await?;
        loop {
            self.stream.fill_to(HEADER).await?;
            if self.stream.inbox[0] == COPY_BOTH {
                self.skip_message().await?;
                return Ok(ReplicationStream { session: self });
            }
            match self.message().await? {
                Message::NoticeResponse(_) | Message::ParameterStatus(_) => {}
                Message::ErrorResponse(body) => return Err(body.into()),
                _ => return Err(Error::Unexpected),
            }
        }
    }

    async fn skip_message(&mut self) -> Result<(), Error> {
        let mut length = &self.stream.inbox[1..HEADER];
        // The length counts itself and not the tag.
        let length = usize::try_from(length.get_u32()).map_err(|_| Error::Unexpected)?;
        self.stream.fill_to(1 + length).await?;
        self.stream.inbox.advance(1 + length);
        Ok(())
    }
}

impl ReplicationStream {
    /// The next message. The future is cancel-safe.
    ///
    /// # Errors
    /// When the replication or the connection ends.
    pub async fn next(&mut self) -> Result<ReplicationMessage, Error> {
        loop {
            match self.session.stream.message().await? {
                Message::CopyData(body) => return parse(body.into_bytes()).ok_or(Error::Unexpected),
                Message::NoticeResponse(_) | Message::ParameterStatus(_) => {}
                Message::ErrorResponse(body) => return Err(body.into()),
                Message::CopyDone => return Err(Error::Closed),
                _ => return Err(Error::Unexpected),
            }
        }
    }

    /// Confirms that everything before a position has been handled, so that the server may discard it.
    ///
    /// # Errors
    /// When the connection fails.
    pub async fn confirm(&mut self, position: Lsn) -> Result<(), Error> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().saturating_sub(EPOCH);
        let mut update = BytesMut::with_capacity(34);
        update.put_u8(b'r');
        // Written, flushed and applied.
        for _ in 0..3 {
            update.put_u64(position.0);
        }
        update.put_i64(i64::try_from(now.as_micros()).unwrap_or(i64::MAX));
        // No reply is requested.
        update.put_u8(0);
        let message = frontend::CopyData::new(update.freeze()).map_err(Error::unsendable)?;
        message.write(&mut self.session.stream.outbox);
        self.session.stream.send().await?;
        self.session.stream.shrink_inbox();
        Ok(())
    }
}

fn parse(mut message: Bytes) -> Option<ReplicationMessage> {
    match message.try_get_u8().ok()? {
        b'w' => {
            // The start of the message in the log, and the log's end.
            let _start = message.try_get_u64().ok()?;
            let _end = message.try_get_u64().ok()?;
            let sent_at = message.try_get_i64().ok()?;
            Some(ReplicationMessage::Data { data: message, sent_at })
        }
        b'k' => {
            let end = Lsn(message.try_get_u64().ok()?);
            let _sent_at = message.try_get_i64().ok()?;
            Some(ReplicationMessage::KeepAlive { end, wants_reply: message.try_get_u8().ok()? == 1 })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_data_and_keepalives() {
        let data = [b"w".as_slice(), &[0; 15], &[1], &7_i64.to_be_bytes(), b"Bxyz"].concat();
        let expected = ReplicationMessage::Data { data: Bytes::from_static(b"Bxyz"), sent_at: 7 };
        assert_eq!(parse(Bytes::from(data)), Some(expected));
        let alive = [b"k".as_slice(), &0x16_b374_d848_u64.to_be_bytes(), &[0; 8], &[1]].concat();
        let end = Lsn(0x16_b374_d848);
        assert_eq!(end.to_string(), "16/B374D848");
        assert_eq!(
            parse(Bytes::from(alive.clone())),
            Some(ReplicationMessage::KeepAlive { end, wants_reply: true })
        );
        for end in 0..alive.len() {
            assert_eq!(parse(Bytes::copy_from_slice(&alive[..end])), None);
        }
    }
}
