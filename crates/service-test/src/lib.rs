//! Runs a service's own binary against a test's database and speaks HTTP with it. For tests alone.

// A test whose service does not run can only stop.
#![allow(clippy::expect_used, clippy::panic)]

mod backend;
mod client;
mod form;
mod people;
pub mod pictures;

pub use backend::Backend;
pub use client::{Answer, Client, unix_request};
pub use form::Form;
pub use people::{
    Person, anon_key, forged_tokens, key_set, refused_to_others, service_role_key, sign, sign_with,
};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::Value;
use std::process::Stdio;
use std::sync::{Arc, Mutex};
use std::time::Duration;
pub use test_db::Database;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use tokio::sync::Notify;

/// The secret that signs tokens in tests.
pub const SECRET: &str = "a-secret-for-tests-of-at-least-32-characters";
/// What a service may take to start or to stop on a loaded machine.
const PATIENCE: Duration = Duration::from_secs(30);

/// A running service process; ends with this value.
pub struct Service {
    child: Child,
    address: String,
    log: Arc<Log>,
}

#[derive(Default)]
struct Log {
    lines: Mutex<Vec<Value>>,
    grown: Notify,
}

impl Service {
    /// Starts `binary` (`env!("CARGO_BIN_EXE_…")`) on a free port, with the environment that a front door gives.
    pub async fn start(binary: &str, database: &Database) -> Service {
        Service::start_with(binary, database, &[]).await
    }

    /// The same, with further variables, which win.
    pub async fn start_with(binary: &str, database: &Database, variables: &[(&str, &str)]) -> Service {
        Service::spawn(command(binary, database, variables)).await
    }

    /// Starts a command whose first log line names its address.
    pub async fn spawn(mut command: Command) -> Service {
        let mut child = command.spawn().expect("start the service");
        let mut lines = BufReader::new(child.stderr.take().expect("the service's log")).lines();
        let first =
            tokio::time::timeout(PATIENCE, lines.next_line()).await.expect("the service starts in time");
        let first = first.expect("read the log").expect("the service logs its address");
        let first: Value = serde_json::from_str(&first).unwrap_or_else(|_| panic!("not JSON: {first}"));
        let address =
            first["address"].as_str().unwrap_or_else(|| panic!("the service did not start: {first}"));

        let log = Arc::new(Log { lines: Mutex::new(vec![first.clone()]), ..Log::default() });
        let written = Arc::clone(&log);
        tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                let line = serde_json::from_str(&line).unwrap_or(Value::String(line));
                written.lines.lock().expect("the log").push(line);
                written.grown.notify_waiters();
            }
        });
        Service { child, address: address.to_owned(), log }
    }

    /// A client of this service, without a token.
    pub fn client(&self) -> Client {
        Client::new(&self.address)
    }

    /// Where it listens.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Every line logged so far.
    pub fn log(&self) -> Vec<Value> {
        self.log.lines.lock().expect("the log").clone()
    }

    /// Waits until a line is logged for which `is_it` holds.
    pub async fn logged(&self, is_it: impl Fn(&Value) -> bool) {
        let waiting = async {
            loop {
                let grown = self.log.grown.notified();
                if self.log.lines.lock().expect("the log").iter().any(&is_it) {
                    return;
                }
                grown.await;
            }
        };
        tokio::time::timeout(PATIENCE, waiting).await.expect("the line is logged in time");
    }

    /// Its process id.
    pub fn pid(&self) -> Pid {
        let id = self.child.id().and_then(|id| Pid::from_raw(id.cast_signed()));
        id.expect("the service runs")
    }

    /// Kills it without a warning, as a crash would, and waits until it is gone.
    pub async fn kill(mut self) {
        self.child.kill().await.expect("kill the service");
    }

    /// Asks it to end, waits until it has, and returns its exit code.
    pub async fn stop(mut self) -> Option<i32> {
        kill_process(self.pid(), Signal::TERM).expect("signal the service");
        let status =
            tokio::time::timeout(PATIENCE, self.child.wait()).await.expect("the service ends in time");
        status.expect("wait for the service").code()
    }
}

/// The service with the environment that a front door gives, and nothing of this process's.
pub fn command(binary: &str, database: &Database, variables: &[(&str, &str)]) -> Command {
    let mut command = Command::new(binary);
    command
        .env_clear()
        .env("PORT", "0")
        .env("SUPABASE_URL", "http://127.0.0.1:54321")
        .env("SUPABASE_DB_URL", database.url("authenticator"))
        .env("SUPABASE_JWKS", people::key_set().to_string())
        .env("SUPABASE_SECRET_KEYS", r#"{"default":"sb_secret_test"}"#)
        .env("SUPABASE_ANON_KEY", anon_key())
        .env("SUPABASE_SERVICE_ROLE_KEY", service_role_key())
        .env("GOTRUE_DB_DATABASE_URL", database.url("supabase_auth_admin"))
        .env("GOTRUE_JWT_SECRET", SECRET)
        .env("GOTRUE_JWT_EXP", "604800")
        .env("GOTRUE_JWT_ISSUER", "http://127.0.0.1:54321/auth/v1")
        .env("GOTRUE_PASSWORD_MIN_LENGTH", "6")
        // The default limits are production's; a test that is about limits sets its own.
        .env("GOTRUE_RATE_LIMIT_SIGN_IN_SIGN_UPS", "1000000")
        .env("RATE_LIMIT_REQUESTS", "1000000")
        .env("LOG_LEVEL", "debug")
        .envs(variables.iter().copied())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    command
}
