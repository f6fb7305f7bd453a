//! One joined channel, as its room sees it.

use std::collections::HashSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bytes::Bytes;
use serde::{Deserialize, Serialize};
use tokio::sync::Notify;
use uuid::Uuid;

use crate::protocol::{Reference, Serializer};
use crate::queue::{PushOutcome, Queue, Wakes};

/// Identifies a member on this node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct MemberId(pub(super) u64);

/// Why a room ends a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shutdown {
    TooManyMessages,
}

impl Shutdown {
    /// The text of the system message.
    pub(crate) fn message(self) -> &'static str {
        match self {
            Shutdown::TooManyMessages => "Too many messages per second",
        }
    }
}

/// Wakes the task of a connection.
#[derive(Debug, Default)]
pub(crate) struct Control {
    pub(crate) wake: Notify,
    /// The client reads too slowly.
    too_slow: AtomicBool,
}

impl Control {
    pub(crate) fn is_too_slow(&self) -> bool {
        self.too_slow.load(Ordering::Relaxed)
    }
}

/// Sends frames to one client. Clones share its queue.
#[derive(Clone, Debug)]
pub(crate) struct Outlet {
    serializer: Serializer,
    queue: Queue,
    control: Arc<Control>,
}

impl Outlet {
    pub(crate) fn new(serializer: Serializer, queue: Queue, control: Arc<Control>) -> Outlet {
        Outlet { serializer, queue, control }
    }

    pub(crate) fn serializer(&self) -> Serializer {
        self.serializer
    }

    /// Queues a frame. A client that reads too slowly is disconnected by its task.
    pub(crate) fn send(&self, frame: Bytes, wakes: &mut Wakes) {
        if self.queue.push_with(frame, wakes) == PushOutcome::TooSlow {
            self.control.too_slow.store(true, Ordering::Relaxed);
            self.control.wake.notify_one();
        }
    }
}

/// The properties of a new member.
pub(crate) struct MemberOptions {
    pub(crate) outlet: Outlet,
    pub(crate) join_reference: Reference,
    pub(crate) reads_broadcasts: bool,
    pub(crate) reads_presence: bool,
    /// Messages that the member has been sent at its join.
    pub(crate) replayed: HashSet<Uuid>,
}

/// One joined channel.
pub(crate) struct Member {
    id: MemberId,
    outlet: Outlet,
    join_reference: Reference,
    reads_broadcasts: AtomicBool,
    reads_presence: AtomicBool,
    replayed: HashSet<Uuid>,
    exceeded_rate: AtomicBool,
}

impl Member {
    pub(super) fn new(id: MemberId, options: MemberOptions) -> Member {
        let MemberOptions { outlet, join_reference, reads_broadcasts, reads_presence, replayed } = options;
        Member {
            id,
            outlet,
            join_reference,
            reads_broadcasts: reads_broadcasts.into(),
            reads_presence: reads_presence.into(),
            replayed,
            exceeded_rate: AtomicBool::new(false),
        }
    }

    pub(crate) fn id(&self) -> MemberId {
        self.id
    }

    pub(crate) fn join_reference(&self) -> &Reference {
        &self.join_reference
    }

    pub(super) fn serializer(&self) -> Serializer {
        self.outlet.serializer()
    }

    pub(crate) fn reads_presence(&self) -> bool {
        self.reads_presence.load(Ordering::Relaxed)
    }

    pub(super) fn receives(&self, message: Option<Uuid>) -> bool {
        self.reads_broadcasts.load(Ordering::Relaxed)
            && !message.is_some_and(|id| self.replayed.contains(&id))
    }

    /// Sets what the member's token lets it read.
    pub(crate) fn set_rights(&self, reads_broadcasts: bool, reads_presence: bool) {
        self.reads_broadcasts.store(reads_broadcasts, Ordering::Relaxed);
        self.reads_presence.store(reads_presence, Ordering::Relaxed);
    }

    pub(super) fn send(&self, frame: Bytes, wakes: &mut Wakes) {
        self.outlet.send(frame, wakes);
    }

    /// Tells the connection's task to end this channel.
    pub(super) fn exceed_rate(&self) {
        if !self.exceeded_rate.swap(true, Ordering::Relaxed) {
            self.outlet.control.wake.notify_one();
        }
    }

    /// Why the channel must end, if it must.
    pub(crate) fn shutdown(&self) -> Option<Shutdown> {
        self.exceeded_rate.load(Ordering::Relaxed).then_some(Shutdown::TooManyMessages)
    }
}
