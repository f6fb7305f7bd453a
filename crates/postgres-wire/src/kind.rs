//! Which kind of server it is, as far as it says so by itself: from release 14 on at the login and whenever that changes.

use postgres_protocol::message::backend::ParameterStatusBody;

/// `None` where the server has said nothing of it.
#[derive(Debug, Default)]
pub(crate) struct Kind {
    /// Whether a transaction may only read unless it says otherwise.
    read_only_default: Option<bool>,
    standby: Option<bool>,
}

impl Kind {
    pub fn hear(&mut self, status: &ParameterStatusBody) -> std::io::Result<()> {
        match status.name()? {
            "default_transaction_read_only" => self.read_only_default = Some(status.value()? == "on"),
            "in_hot_standby" => self.standby = Some(status.value()? == "on"),
            _ => {}
        }
        Ok(())
    }

    pub fn is_standby(&self) -> Option<bool> {
        self.standby
    }

    /// Whether a transaction may write unless it says otherwise.
    pub fn allows_writes(&self) -> Option<bool> {
        Some(!self.read_only_default? && !self.standby?)
    }
}
