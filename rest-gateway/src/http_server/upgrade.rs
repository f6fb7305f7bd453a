//! Connections that have become tunnels, to which the timeouts of HTTP do not apply.

use std::cell::Cell;
use std::rc::Rc;

/// Marks a connection as a tunnel. The handler that accepts an upgrade sets it; it is connection data in actix's terms.
#[derive(Clone, Debug, Default)]
pub(crate) struct UpgradeFlag(Rc<Cell<bool>>);

impl UpgradeFlag {
    pub(crate) fn set(&self) {
        self.0.set(true);
    }

    pub(super) fn is_set(&self) -> bool {
        self.0.get()
    }
}
