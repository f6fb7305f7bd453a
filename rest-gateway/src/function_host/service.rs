//! The description of a process that the host runs: a function or a service of the stack. Rejects names that are not
//! valid as a path segment, a file name and a host name at once.

use std::fmt;
use std::net::SocketAddr;
use std::str::FromStr;
use std::time::Duration;

use crate::process::ChildCommand;

/// One supervised process.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Service {
    pub name: ServiceName,
    /// The host adds `SOCKET` to its environment if it listens on a Unix socket.
    pub command: ChildCommand,
    pub listen: Listen,
    pub start: Start,
    /// The rules of `/functions/v1/NAME`; `None` keeps the service off that route.
    pub function: Option<FunctionRules>,
    /// Maximum size of a request body, in bytes.
    pub body_limit: u64,
    /// Idle timeout: from the last byte of the request to the first byte of the response.
    pub timeout: Duration,
    /// How long the process has to accept connections after its start.
    pub boot_timeout: Duration,
    /// After this time without a request the process is stopped, and the next request starts another one. `None` keeps
    /// it running.
    pub max_idle: Option<Duration>,
    /// Whether each request gets a process of its own.
    pub one_shot: bool,
    /// The maximum of concurrent requests. As many again wait for a moment; further ones are rejected.
    pub max_concurrency: usize,
    /// CPU time that the process may use for each request. It is ended at the limit. `None` for none.
    pub cpu_limit: Option<Duration>,
}

impl Service {
    /// Enough for a form with photos. Hosted Supabase documents no limit.
    pub const BODY_LIMIT: u64 = 64 * 1024 * 1024;
    /// The limit of hosted Supabase.
    pub const TIMEOUT: Duration = Duration::from_secs(150);
    pub const BOOT_TIMEOUT: Duration = Duration::from_secs(10);
    /// Long enough for the pauses between a person's clicks.
    pub const MAX_IDLE: Duration = Duration::from_mins(5);
    /// Far more than a function answers at once.
    pub const MAX_CONCURRENCY: usize = 1_000;
    /// The services of the stack have queues of their own. This bounds the connections to them.
    const MAX_SERVICE_CONCURRENCY: usize = 10_000;

    /// A function with the defaults of Supabase's `config.toml`.
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
            boot_timeout: Service::BOOT_TIMEOUT,
            max_idle: Some(Service::MAX_IDLE),
            one_shot: false,
            max_concurrency: Service::MAX_CONCURRENCY,
            cpu_limit: None,
        }
    }

    /// A service of the stack, started at its first request.
    #[must_use]
    pub fn on_first_request(name: ServiceName, command: ChildCommand) -> Service {
        Service {
            function: None,
            max_idle: None,
            max_concurrency: Service::MAX_SERVICE_CONCURRENCY,
            ..Service::function(name, command)
        }
    }

    /// A service of the stack, started eagerly.
    #[must_use]
    pub fn always_on(name: ServiceName, command: ChildCommand) -> Service {
        Service { start: Start::Eager, ..Service::on_first_request(name, command) }
    }
}

/// The rules of a function's route.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FunctionRules {
    /// Whether the gateway verifies the token before it forwards a request.
    pub verify_jwt: bool,
}

/// Where a process listens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listen {
    /// On a Unix socket that the host chooses and passes in `SOCKET`.
    Socket,
    /// On an address that the command line already contains. Nothing is proxied to it.
    Tcp(SocketAddr),
}

/// When a process starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Start {
    Eager,
    OnFirstRequest,
}

/// A name that Supabase allows for a function, at most 48 characters so that it fits a socket's path.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ServiceName(String);

/// A text that is not a service name.
#[derive(Debug, thiserror::Error)]
#[error(
    "`{0}` is not a function's name: a letter, then letters, digits, `-` and `_`, 48 at the most, and not `v1`"
)]
pub struct ServiceNameError(String);

impl ServiceName {
    const MAX_LENGTH: usize = 48;

    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for ServiceName {
    type Err = ServiceNameError;

    fn from_str(name: &str) -> Result<ServiceName, ServiceNameError> {
        let shape = name.starts_with(|first: char| first.is_ascii_alphabetic())
            && name.chars().all(|letter| letter.is_ascii_alphanumeric() || matches!(letter, '-' | '_'));
        // `/functions/v1/NAME` and `/functions/NAME` are both routes, so `v1` cannot be a name.
        if shape && name.len() <= ServiceName::MAX_LENGTH && name != "v1" {
            Ok(ServiceName(name.to_owned()))
        } else {
            Err(ServiceNameError(name.to_owned()))
        }
    }
}

impl fmt::Display for ServiceName {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.0)
    }
}
