//! `/readyz`: whether this process can answer requests, with a reason for each check that fails.
//!
//! A check that fails makes the process not ready only if it is required. A dependency that all copies share and that only
//! some requests need, such as the objects' store, is reported without that: taking every copy out of the load balancer
//! would also take down what still works.
//!
//! Checks of other systems have a deadline, and their results count for a second, however many probes come. The answer waits
//! for those that are required: a load balancer takes a late answer for a failure, also that of a process that is ready.
//! Reasons are fixed sentences without addresses or secrets; the cause is in the log.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use futures_util::future::{BoxFuture, join_all};
use serde::Serialize;
use tokio::sync::Mutex;
use tokio::time::{Instant, timeout};

/// How long results of checks count.
const LIFETIME: Duration = Duration::from_secs(1);
/// The deadline of one check.
const TIMEOUT: Duration = Duration::from_secs(2);
/// How long the answer waits for a check that is not required.
const OPTIONAL_WAIT: Duration = Duration::from_millis(100);

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
    checks: Vec<Arc<MonitoredCheck>>,
    /// Locked while the checks run, so that concurrent probes share one run.
    latest: Mutex<Option<(Instant, Vec<Outcome>)>>,
}

/// A check with its latest result.
struct MonitoredCheck {
    check: Check,
    latest: std::sync::Mutex<Option<Outcome>>,
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
        let monitored = |check| Arc::new(MonitoredCheck { check, latest: std::sync::Mutex::default() });
        Readiness { checks: checks.into_iter().map(monitored).collect(), latest: Mutex::default() }
    }

    /// Results that are at most a second old; of a check that is not required also the result before, while it is late.
    pub(super) async fn outcomes(&self) -> Vec<Outcome> {
        let mut latest = self.latest.lock().await;
        if let Some((at, outcomes)) = &*latest
            && at.elapsed() < LIFETIME
        {
            return outcomes.clone();
        }
        let outcomes = join_all(self.checks.iter().map(outcome_of)).await;
        for outcome in outcomes.iter().filter(|outcome| !outcome.is_ok()) {
            tracing::debug!(check = outcome.name, reason = outcome.reason, "a check failed");
        }
        *latest = Some((Instant::now(), outcomes.clone()));
        outcomes
    }
}

async fn outcome_of(monitored: &Arc<MonitoredCheck>) -> Outcome {
    if monitored.check.required {
        return run(&monitored.check).await;
    }
    // It goes on when the answer no longer waits for it, so that a slow connection is made.
    let running = tokio::spawn(Arc::clone(monitored).update());
    if let Ok(Ok(outcome)) = timeout(OPTIONAL_WAIT, running).await {
        return outcome;
    }
    let before = monitored.latest.lock().unwrap_or_else(PoisonError::into_inner).clone();
    before.unwrap_or_else(|| {
        Outcome::new(monitored.check.name, false, Err("it has not answered yet".to_owned()))
    })
}

impl MonitoredCheck {
    async fn update(self: Arc<Self>) -> Outcome {
        let outcome = run(&self.check).await;
        *self.latest.lock().unwrap_or_else(PoisonError::into_inner) = Some(outcome.clone());
        outcome
    }
}

async fn run(check: &Check) -> Outcome {
    let late = || Err(format!("it did not answer within {} s", TIMEOUT.as_secs()));
    let result = timeout(TIMEOUT, (check.probe)()).await.unwrap_or_else(|_| late());
    Outcome::new(check.name, check.required, result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};
    use tokio::time::sleep;

    fn check(name: &'static str, required: bool, after: Duration, result: Result<(), String>) -> Check {
        let probe = move || -> BoxFuture<'static, Result<(), String>> {
            let result = result.clone();
            Box::pin(async move {
                sleep(after).await;
                result
            })
        };
        Check { name, required, probe: Box::new(probe) }
    }

    fn reasons(outcomes: &[Outcome]) -> Vec<(&str, Option<&str>)> {
        outcomes.iter().map(|outcome| (outcome.name.as_str(), outcome.reason.as_deref())).collect()
    }

    // The clock goes on by itself while everything waits.
    #[tokio::test(start_paused = true)]
    async fn a_check_that_is_not_required_delays_no_answer_and_its_result_is_in_the_next_one() {
        let (required, optional) = (Duration::from_millis(50), Duration::from_millis(1500));
        let readiness = Readiness::new(vec![
            check("needed", true, required, Ok(())),
            check("useful", false, optional, Err("it is away".to_owned())),
        ]);
        let asked = Instant::now();
        let outcomes = readiness.outcomes().await;
        assert_eq!(reasons(&outcomes), [("needed", None), ("useful", Some("it has not answered yet"))]);
        assert!(asked.elapsed() < optional);
        sleep(optional).await;
        assert_eq!(reasons(&readiness.outcomes().await), [("needed", None), ("useful", Some("it is away"))]);
    }

    #[tokio::test(start_paused = true)]
    async fn the_answer_waits_for_a_required_check_up_to_its_deadline() {
        let late = TIMEOUT - Duration::from_millis(1);
        let readiness = Readiness::new(vec![
            check("late", true, late, Ok(())),
            check("silent", true, TIMEOUT + LIFETIME, Ok(())),
        ]);
        let expected = [("late", None), ("silent", Some("it did not answer within 2 s"))];
        assert_eq!(reasons(&readiness.outcomes().await), expected);
    }

    #[tokio::test(start_paused = true)]
    async fn probes_within_a_second_share_one_run() {
        let runs = Arc::new(AtomicUsize::new(0));
        let counted = Arc::clone(&runs);
        let probe = move || -> BoxFuture<'static, Result<(), String>> {
            counted.fetch_add(1, Ordering::Relaxed);
            Box::pin(async { Ok(()) })
        };
        let readiness =
            Readiness::new(vec![Check { name: "counted", required: true, probe: Box::new(probe) }]);
        readiness.outcomes().await;
        readiness.outcomes().await;
        assert_eq!(runs.load(Ordering::Relaxed), 1);
        sleep(LIFETIME).await;
        readiness.outcomes().await;
        assert_eq!(runs.load(Ordering::Relaxed), 2);
    }
}
