//! `sslmode`. Rejects a value that is none, and one that is too weak for `sslrootcert=system`.

use crate::error::AddressError;
use crate::parameters::Parameters;
use tokio_postgres::config::SslMode;

/// From the weakest to the strongest.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mode {
    Disable,
    /// Plain, and encrypted where the server refuses that.
    Allow,
    /// Encrypted, and plain where the server refuses that.
    Prefer,
    Require,
    VerifyCa,
    VerifyFull,
}

impl Mode {
    pub fn of(parameters: &Parameters) -> Result<Mode, AddressError> {
        let Some(setting) = &parameters.mode else {
            let usual = if parameters.trusts_the_system() { Mode::VerifyFull } else { Mode::Prefer };
            return Ok(usual);
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
        // Anybody gets a certificate that the system trusts, for a name of their own.
        if parameters.trusts_the_system() && mode < Mode::VerifyFull {
            return Err(AddressError::TooWeak { with: "sslrootcert=system", needed: "verify-full" });
        }
        Ok(mode)
    }

    /// How tokio-postgres connects, and how it does when the server refuses that.
    pub fn attempts(self) -> (SslMode, Option<SslMode>) {
        match self {
            Mode::Disable => (SslMode::Disable, None),
            Mode::Allow => (SslMode::Disable, Some(SslMode::Require)),
            Mode::Prefer => (SslMode::Prefer, Some(SslMode::Disable)),
            Mode::Require | Mode::VerifyCa | Mode::VerifyFull => (SslMode::Require, None),
        }
    }
}
