//! Primary or standby, read-write or read-only: Postgres 14 and later report it at login and on every change.

use postgres_protocol::message::backend::ParameterStatusBody;

/// `None` for what the server did not report.
#[derive(Debug, Default)]
pub(crate) struct ServerKind {
    /// Transactions are read-only by default.
    read_only_default: Option<bool>,
    standby: Option<bool>,
}

impl ServerKind {
    pub fn update(&mut self, status: &ParameterStatusBody) -> std::io::Result<()> {
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

    /// Transactions are read-write by default.
    pub fn allows_writes(&self) -> Option<bool> {
        Some(!self.read_only_default? && !self.standby?)
    }
}
