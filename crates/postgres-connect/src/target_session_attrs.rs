//! `target_session_attrs`: which kinds of server are acceptable. Rejects an unknown value.

use crate::error::AddressError;
use crate::parameters::Parameters;
use tokio_postgres::config;

/// libpq's values. A server shows its kind after the login.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum TargetSessionAttrs {
    /// Any server.
    #[default]
    Any,
    /// Sessions allow writes by default.
    ReadWrite,
    /// Sessions allow no writes by default.
    ReadOnly,
    /// The server is not in recovery, whether or not it allows writes.
    Primary,
    /// The server is in recovery.
    Standby,
    /// A standby, or any server where no standby is found.
    PreferStandby,
}

impl TargetSessionAttrs {
    /// The parameter's value, `any` by default.
    pub(crate) fn parse(parameters: &Parameters) -> Result<TargetSessionAttrs, AddressError> {
        let Some(setting) = &parameters.target_session_attrs else { return Ok(TargetSessionAttrs::Any) };
        Ok(match setting.value.as_str() {
            "any" => TargetSessionAttrs::Any,
            "read-write" => TargetSessionAttrs::ReadWrite,
            "read-only" => TargetSessionAttrs::ReadOnly,
            "primary" => TargetSessionAttrs::Primary,
            "standby" => TargetSessionAttrs::Standby,
            "prefer-standby" => TargetSessionAttrs::PreferStandby,
            _ => return Err(AddressError::Target { setting: setting.name }),
        })
    }

    /// The nearest value that tokio-postgres has: it cannot ask whether a server is in recovery.
    pub(crate) fn nearest(self) -> config::TargetSessionAttrs {
        match self {
            TargetSessionAttrs::Any | TargetSessionAttrs::PreferStandby => config::TargetSessionAttrs::Any,
            TargetSessionAttrs::ReadWrite | TargetSessionAttrs::Primary => {
                config::TargetSessionAttrs::ReadWrite
            }
            TargetSessionAttrs::ReadOnly | TargetSessionAttrs::Standby => {
                config::TargetSessionAttrs::ReadOnly
            }
        }
    }
}
