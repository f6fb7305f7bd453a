//! What the host runs: a function (on its first request) or a service of the stack (from the start). Rejects names that
//! could not be a path segment, a file name and a host name all at once.

use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;
use std::time::Duration;

use crate::child_process::ChildCommand;

/// One process to keep.
#[derive(Clone, Debug)]
pub struct Service {
    pub name: ServiceName,
    /// Started as it stands; the host adds `SOCKET` where it listens on one.
    pub command: ChildCommand,
    pub listen: Listen,
    pub start: Start,
    /// What `/functions/v1/NAME` needs to know; `None` keeps the service off that route.
    pub function: Option<FunctionRules>,
    /// Bytes of a request's body.
    pub body_limit: u64,
    /// From the end of the request to the first byte of the answer.
    pub timeout: Duration,
}

impl Service {
    /// Hosted functions have no documented limit of their own; the largest thing that this stack sends is a form of photos.
    pub const BODY_LIMIT: u64 = 64 * 1024 * 1024;
    /// As hosted.
    pub const TIMEOUT: Duration = Duration::from_secs(150);

    /// A function as Supabase's `config.toml` defaults it.
    #[must_use]
    pub fn function(name: ServiceName, command: ChildCommand) -> Service {
        Service {
            name,
            command,
            listen: Listen::Socket,
            start: Start::OnFirstRequest,
            function: Some(FunctionRules { verify_jwt: true }),
            body_limit: Service::BODY_LIMIT,
            timeout: Service::TIMEOUT,
        }
    }

    /// A service of the stack that runs from the start.
    #[must_use]
    pub fn always_on(name: ServiceName, command: ChildCommand) -> Service {
        Service { start: Start::Eager, function: None, ..Service::function(name, command) }
    }
}

#[derive(Clone, Copy, Debug)]
pub struct FunctionRules {
    pub verify_jwt: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listen {
    /// A unix socket of the host's choosing, given to the child as `SOCKET`.
    Socket,
    /// An address that the command already names; nothing is proxied to it.
    Tcp(SocketAddr),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    Eager,
    OnFirstRequest,
}

/// A function's name as Supabase allows it, short enough for a socket's path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ServiceName(String);

#[derive(Debug, thiserror::Error)]
#[error(
    "`{0}` is not a function's name: a letter, then letters, digits, `-` and `_`, 48 at the most, and not `v1`"
)]
pub struct BadServiceName(String);

impl ServiceName {
    const LONGEST: usize = 48;

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ServiceName {
    type Err = BadServiceName;

    fn from_str(name: &str) -> Result<ServiceName, BadServiceName> {
        let shape = name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'));
        // `/functions/v1/NAME` and `/functions/NAME` both answer, so `v1` cannot be a name.
        if shape && name.len() <= ServiceName::LONGEST && name != "v1" {
            Ok(ServiceName(name.to_owned()))
        } else {
            Err(BadServiceName(name.to_owned()))
        }
    }
}

impl fmt::Display for ServiceName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
