//! The requests of one connection: how many there are, and how many their client has cancelled.

use std::cell::Cell;
use std::rc::Rc;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::http_server::address_limit::Slot;

/// How many more requests a client may cancel than it lets be answered. A page that cancels the requests of each letter
/// typed stays far below; an attack by requests that are cancelled at once does not (CVE-2023-44487).
const MAX_CANCELLED: usize = 200;

pub(super) struct Load {
    /// The connection's own share of its client's limit. Each request takes another one.
    slot: Option<Slot>,
    in_flight: Cell<usize>,
    quiet_since: Cell<Instant>,
    /// Minus those that were answered.
    cancelled: Cell<usize>,
    is_ending: Cell<bool>,
    changed: Notify,
}

/// The client's address has as many connections and requests as it may have.
#[derive(Debug)]
pub(super) struct Refused;

/// A request that is counted until this is dropped.
pub(super) struct InFlight {
    load: Rc<Load>,
    is_answered: bool,
    _slot: Option<Slot>,
}

impl Load {
    pub(super) fn new(slot: Option<Slot>) -> Rc<Load> {
        Rc::new(Load {
            slot,
            in_flight: Cell::new(0),
            quiet_since: Cell::new(Instant::now()),
            cancelled: Cell::new(0),
            is_ending: Cell::new(false),
            changed: Notify::new(),
        })
    }

    pub(super) fn begin(self: &Rc<Self>) -> Result<InFlight, Refused> {
        let slot = self.slot.as_ref().map(Slot::another).transpose().map_err(|()| Refused)?;
        self.in_flight.set(self.in_flight.get() + 1);
        Ok(InFlight { load: Rc::clone(self), is_answered: false, _slot: slot })
    }

    /// The end of the last request, or the beginning of the connection. `None` while there are requests.
    pub(super) fn quiet_since(&self) -> Option<Instant> {
        (self.in_flight.get() == 0).then(|| self.quiet_since.get())
    }

    /// Ends the connection after the requests that have begun.
    pub(super) fn end(&self) {
        self.is_ending.set(true);
        self.changed.notify_one();
    }

    pub(super) fn is_ending(&self) -> bool {
        self.is_ending.get()
    }

    /// Whether the connection ends because of cancelled requests.
    pub(super) fn is_abusive(&self) -> bool {
        self.cancelled.get() > MAX_CANCELLED
    }

    /// Resolves when the last request has ended, and when the connection is to end.
    pub(super) async fn changed(&self) {
        self.changed.notified().await;
    }
}

impl InFlight {
    pub(super) fn end_connection(&self) {
        self.load.end();
    }

    /// Ends the request without counting it as cancelled.
    pub(super) fn answered(mut self) {
        self.is_answered = true;
    }
}

impl Drop for InFlight {
    fn drop(&mut self) {
        let load = &self.load;
        let cancelled = load.cancelled.get();
        load.cancelled.set(if self.is_answered { cancelled.saturating_sub(1) } else { cancelled + 1 });
        if load.is_abusive() {
            load.end();
        }
        load.in_flight.set(load.in_flight.get() - 1);
        if load.in_flight.get() == 0 {
            load.quiet_since.set(Instant::now());
            load.changed.notify_one();
        }
    }
}
