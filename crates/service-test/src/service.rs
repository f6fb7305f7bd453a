//! A service's own binary as a process, with its log.

use crate::client::Client;
use crate::tokens::{SECRET, anon_key, key_set, service_role_key};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use test_db::Database;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::Notify;

/// The timeout for a process to start, to stop or to log a line. Generous, for a loaded machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(30);

/// A running service process. Killed when this value is dropped.
pub struct Service {
    child: Child,
    address: String,
    log: Arc<Log>,
}

#[derive(Default)]
struct Log {
    lines: Mutex<Vec<Value>>,
    /// Notified for every new line.
    appended: Notify,
}

impl Service {
    /// Starts `binary` (`env!("CARGO_BIN_EXE_…")`) on a free port, with the environment that the gateway provides.
    pub async fn start(binary: &str, database: &Database) -> Service {
        Service::start_with(binary, database, &[]).await
    }

    /// As [`Service::start`], with further variables, which override the others.
    pub async fn start_with(binary: &str, database: &Database, variables: &[(&str, &str)]) -> Service {
        Service::spawn(command(binary, database, variables)).await
    }

    /// Starts a command whose first log line after its warnings contains its address.
    pub async fn spawn(mut command: Command) -> Service {
        let mut child = command.spawn().expect("start the service");
        let mut lines = BufReader::new(child.stderr.take().expect("the service's log")).lines();
        let mut logged = Vec::new();
        let address = loop {
            let line = tokio::time::timeout(TIMEOUT, lines.next_line()).await;
            let line = line.expect("the service starts in time").expect("read the log");
            let line = line.expect("the service logs its address");
            let line: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("not JSON: {line}"));
            let address = line["address"].as_str().map(str::to_owned);
            assert!(address.is_some() || line["level"] == "WARN", "the service did not start: {line}");
            logged.push(line);
            if let Some(address) = address {
                break address;
            }
        };

        let log = Arc::new(Log { lines: Mutex::new(logged), ..Log::default() });
        let appending = Arc::clone(&log);
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                let line = serde_json::from_str(&line).unwrap_or(Value::String(line));
                appending.lines.lock().expect("the log").push(line);
                appending.appended.notify_waiters();
            }
        });
        Service { child, address, log }
    }

    /// A client of this service, without a token.
    pub fn client(&self) -> Client {
        Client::new(&self.address)
    }

    /// The address at which it listens, e.g. `http://127.0.0.1:4000`.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// All lines logged so far, as JSON.
    pub fn log(&self) -> Vec<Value> {
        self.log.lines.lock().expect("the log").clone()
    }

    /// Waits until a line is logged that matches.
    pub async fn wait_for_log(&self, matches: impl Fn(&Value) -> bool) {
        let waiting = async {
            loop {
                let appended = self.log.appended.notified();
                if self.log.lines.lock().expect("the log").iter().any(&matches) {
                    return;
                }
                appended.await;
            }
        };
        tokio::time::timeout(TIMEOUT, waiting).await.expect("the line is logged in time");
    }

    /// The process id.
    pub fn pid(&self) -> Pid {
        let id = self.child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
        id.expect("the service runs")
    }

    /// Kills the process with SIGKILL, as a crash would, and waits for its end.
    pub async fn kill(mut self) {
        self.child.kill().await.expect("kill the service");
    }

    /// Stops the process with SIGTERM, waits for its end, and returns its exit code.
    pub async fn stop(mut self) -> Option<i32> {
        kill_process(self.pid(), Signal::TERM).expect("signal the service");
        let status =
            tokio::time::timeout(TIMEOUT, self.child.wait()).await.expect("the service ends in time");
        status.expect("wait for the service").code()
    }
}

/// A command that starts a service without any variable, for [`Service::spawn`].
pub fn bare_command(binary: &str) -> Command {
    let mut command = Command::new(binary);
    command.env_clear().stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped()).kill_on_drop(true);
    command
}

/// A command that starts a service with the environment that the gateway provides, and no variable of this process.
pub fn command(binary: &str, database: &Database, variables: &[(&str, &str)]) -> Command {
    let mut command = bare_command(binary);
    command
        .env("PORT", "0")
        .env("SUPABASE_URL", "http://127.0.0.1:54321")
        .env("SUPABASE_DB_URL", database.url("authenticator"))
        .env("SUPABASE_JWKS", key_set().to_string())
        .env("SUPABASE_SECRET_KEYS", r#"{"default":"sb_secret_test"}"#)
        .env("SUPABASE_ANON_KEY", anon_key())
        .env("SUPABASE_SERVICE_ROLE_KEY", service_role_key())
        .env("GOTRUE_DB_DATABASE_URL", database.url("supabase_auth_admin"))
        .env("GOTRUE_JWT_SECRET", SECRET)
        .env("GOTRUE_JWT_EXP", "604800")
        .env("GOTRUE_JWT_ISSUER", "http://127.0.0.1:54321/auth/v1")
        .env("GOTRUE_PASSWORD_MIN_LENGTH", "6")
        // The default rate limits are for production. A test of rate limits sets its own.
        .env("GOTRUE_RATE_LIMIT_SIGN_IN_SIGN_UPS", "1000000")
        .env("RATE_LIMIT_REQUESTS", "1000000")
        .env("LOG_LEVEL", "debug")
        .envs(variables.iter().copied());
    command
}
