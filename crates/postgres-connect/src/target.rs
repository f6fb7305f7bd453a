//! `target_session_attrs`: which of the servers will do. Rejects a value that is none.

use crate::error::AddressError;
use crate::parameters::Parameters;
use tokio_postgres::config::TargetSessionAttrs;

/// As libpq tells them apart. What a server is, is known when somebody is logged in there.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Target {
    #[default]
    Any,
    /// Writes are allowed.
    ReadWrite,
    ReadOnly,
    /// No standby, whether or not it allows writes.
    Primary,
    Standby,
    /// A standby, or any where none is found.
    PreferStandby,
}

impl Target {
    pub(crate) fn of(parameters: &Parameters) -> Result<Target, AddressError> {
        let Some(setting) = &parameters.target else { return Ok(Target::Any) };
        Ok(match setting.value.as_str() {
            "any" => Target::Any,
            "read-write" => Target::ReadWrite,
            "read-only" => Target::ReadOnly,
            "primary" => Target::Primary,
            "standby" => Target::Standby,
            "prefer-standby" => Target::PreferStandby,
            _ => return Err(AddressError::Target { setting: setting.name }),
        })
    }

    /// The nearest that tokio-postgres knows.
    pub(crate) fn nearest(self) -> TargetSessionAttrs {
        match self {
            Target::Any | Target::PreferStandby => TargetSessionAttrs::Any,
            Target::ReadWrite | Target::Primary => TargetSessionAttrs::ReadWrite,
            Target::ReadOnly | Target::Standby => TargetSessionAttrs::ReadOnly,
        }
    }
}
