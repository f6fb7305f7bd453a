//! `sslmode`. Rejects an unknown value, and one that is too weak for `sslrootcert=system`.

use crate::error::AddressError;
use crate::parameters::Parameters;
use tokio_postgres::config::SslMode;

/// libpq's values, from the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    Disable,
    /// Plain first; encrypted if the server rejects that.
    Allow,
    /// Encrypted first; plain if the server rejects that.
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

impl Mode {
    /// The parameter's value; by default `prefer`, or `verify-full` with `sslrootcert=system`.
    pub fn parse(parameters: &Parameters) -> Result<Mode, AddressError> {
        let Some(setting) = &parameters.mode else {
            let default = if parameters.trusts_system() { Mode::VerifyFull } else { Mode::Prefer };
            return Ok(default);
        };
        let mode = match setting.value.as_str() {
            "disable" => Mode::Disable,
            "allow" => Mode::Allow,
            "prefer" => Mode::Prefer,
            "require" => Mode::Require,
            "verify-ca" => Mode::VerifyCa,
            "verify-full" => Mode::VerifyFull,
            _ => return Err(AddressError::Mode { setting: setting.name }),
        };
        // Anybody can obtain a certificate that the system trusts, for a name of their own: without a check of the name
        // it proves nothing.
        if parameters.trusts_system() && mode < Mode::VerifyFull {
            return Err(AddressError::TooWeak { with: "sslrootcert=system", needed: "verify-full" });
        }
        Ok(mode)
    }

    /// tokio-postgres's mode for the first attempt at a server, and for the second one if the server rejects the first.
    pub fn attempts(self) -> (SslMode, Option<SslMode>) {
        match self {
            Mode::Disable => (SslMode::Disable, None),
            Mode::Allow => (SslMode::Disable, Some(SslMode::Require)),
            Mode::Prefer => (SslMode::Prefer, Some(SslMode::Disable)),
            Mode::Require | Mode::VerifyCa | Mode::VerifyFull => (SslMode::Require, None),
        }
    }
}
