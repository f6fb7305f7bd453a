//! The rights of a channel's token in a private room, decided by the policies on `realtime.messages`.
//!
//! There are two extensions, broadcast and presence, each with a read and a write right. A right is decided by a probe:
//! rows are inserted, or read, in the token's role and with its claims, in a transaction that is rolled back. Public
//! rooms need no right.

use std::collections::HashSet;

use crate::database::{Database, DatabaseError};
use crate::token::Claims;

/// The rights of one extension. `None` is not decided yet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct ExtensionRights {
    pub(crate) read: Option<bool>,
    pub(crate) write: Option<bool>,
}

/// The rights of a channel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rights {
    pub(crate) broadcast: ExtensionRights,
    pub(crate) presence: ExtensionRights,
}

impl Rights {
    /// The rights in a public room.
    pub(crate) const ALL: Rights = Rights { broadcast: ExtensionRights::ALL, presence: ExtensionRights::ALL };
}

impl ExtensionRights {
    const ALL: ExtensionRights = ExtensionRights { read: Some(true), write: Some(true) };
}

/// The value of the column `extension`, by which policies distinguish broadcast and presence.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Extension {
    Broadcast,
    Presence,
}

impl Extension {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Extension::Broadcast => "broadcast",
            Extension::Presence => "presence",
        }
    }
}

/// The client and the room for which a right is checked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Subject<'a> {
    pub(crate) claims: &'a Claims,
    pub(crate) sub_topic: &'a str,
    /// A JSON object of request headers.
    pub(crate) headers: &'a str,
}

/// Why a right cannot be decided.
#[derive(Debug, thiserror::Error)]
pub(crate) enum AuthorizationError {
    /// A policy raised an error, or the role does not exist.
    #[error("a policy failed: {0}")]
    Policy(String),
    #[error("{0}")]
    Canceled(String),
    #[error("Realtime was unable to find the expected messages partition")]
    MissingPartition,
    #[error("every connection for authorization is in use")]
    PoolExhausted,
    #[error("the database cannot be reached: {0}")]
    Unavailable(#[source] DatabaseError),
}

/// Decides rights.
#[derive(Clone)]
pub(crate) struct Authorizer {
    database: Database,
}

impl Authorizer {
    pub(crate) fn new(database: Database) -> Authorizer {
        Authorizer { database }
    }

    /// The read rights, added to `rights`. Presence is decided on request.
    pub(crate) async fn decide_read(
        &self,
        subject: Subject<'_>,
        rights: &mut Rights,
        presence: bool,
    ) -> Result<(), AuthorizationError> {
        let mut extensions = vec![Extension::Broadcast];
        if presence {
            extensions.push(Extension::Presence);
        }
        let readable = self.database.readable(subject, &extensions).await?;
        rights.broadcast.read = Some(readable.contains(&Extension::Broadcast));
        if presence {
            rights.presence.read = Some(readable.contains(&Extension::Presence));
        }
        Ok(())
    }

    /// The write rights, added to `rights`.
    pub(crate) async fn decide_write(
        &self,
        subject: Subject<'_>,
        rights: &mut Rights,
    ) -> Result<(), AuthorizationError> {
        let writable: HashSet<Extension> =
            self.database.writable(subject, &[Extension::Broadcast, Extension::Presence]).await?;
        rights.broadcast.write = Some(writable.contains(&Extension::Broadcast));
        rights.presence.write = Some(writable.contains(&Extension::Presence));
        Ok(())
    }
}
