//! `/readyz`: whether this process can answer requests, with a reason for each check that fails.
//!
//! A check that fails makes the process not ready only if it is required. A dependency that all copies share and that only
//! some requests need, such as the objects' store, is reported without that: taking every copy out of the load balancer
//! would also take down what still works.
//!
//! Checks of other systems have a deadline, and their results count for a second, however many probes come. Reasons are
//! fixed sentences without addresses or secrets; the cause is in the log.

use std::time::Duration;

use futures_util::future::{BoxFuture, join_all};
use serde::Serialize;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

/// How long results of checks count.
const LIFETIME: Duration = Duration::from_secs(1);
/// The deadline of one check.
const TIMEOUT: Duration = Duration::from_secs(2);

/// Checks another system. The error is a sentence for the report.
pub type Probe = Box<dyn Fn() -> BoxFuture<'static, Result<(), String>> + Send + Sync>;

/// A check of another system.
pub struct Check {
    /// In the report and in metrics.
    pub name: &'static str,
    /// Whether the process is not ready while the check fails.
    pub required: bool,
    pub probe: Probe,
}

/// The result of one check.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Outcome {
    pub(super) name: String,
    status: Status,
    pub(super) required: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    Ok,
    Failed,
}

/// The checks of other systems, with their latest results.
pub(super) struct Readiness {
    checks: Vec<Check>,
    /// Locked while the checks run, so that concurrent probes share one run.
    latest: Mutex<Option<(Instant, Vec<Outcome>)>>,
}

impl Outcome {
    pub(super) fn is_ok(&self) -> bool {
        self.status == Status::Ok
    }

    pub(super) fn new(name: impl Into<String>, required: bool, result: Result<(), String>) -> Outcome {
        let status = if result.is_ok() { Status::Ok } else { Status::Failed };
        Outcome { name: name.into(), status, required, reason: result.err() }
    }
}

impl Readiness {
    pub(super) fn new(checks: Vec<Check>) -> Readiness {
        Readiness { checks, latest: Mutex::default() }
    }

    /// Results that are at most a second old.
    pub(super) async fn outcomes(&self) -> Vec<Outcome> {
        let mut latest = self.latest.lock().await;
        if let Some((at, outcomes)) = &*latest
            && at.elapsed() < LIFETIME
        {
            return outcomes.clone();
        }
        let outcomes = join_all(self.checks.iter().map(run)).await;
        for outcome in outcomes.iter().filter(|outcome| !outcome.is_ok()) {
            tracing::debug!(check = outcome.name, reason = outcome.reason, "a check failed");
        }
        *latest = Some((Instant::now(), outcomes.clone()));
        outcomes
    }
}

async fn run(check: &Check) -> Outcome {
    let late = || Err(format!("it did not answer within {} s", TIMEOUT.as_secs()));
    let result = timeout(TIMEOUT, (check.probe)()).await.unwrap_or_else(|_| late());
    Outcome::new(check.name, check.required, result)
}
