//! The part of a supervisor that requests use: it returns the running process, or the reason why there is none.

use std::sync::{Arc, PoisonError};
use std::time::Duration;

use tokio::time::Instant;

use super::super::admission::{Admission, Admitted, Overloaded};
use super::super::metrics::ServiceMetrics;
use super::super::service::Start;
use super::super::socket::Upstream;
use super::super::status::{NotReady, ServiceStatus};
use super::{Phase, Supervisor};

/// A request waits for a backoff up to this long; during a longer one it fails at once.
const MAX_BACKOFF_WAIT: Duration = Duration::from_secs(2);

impl Supervisor {
    /// Takes a permit for a request. Must be called before [`ready`](Self::ready).
    ///
    /// # Errors
    /// When too many are in progress.
    pub async fn admit(&self) -> Result<Admitted, Overloaded> {
        let admitted = self.admission().enter().await;
        if admitted.is_err() {
            self.metrics.rejections.increment();
        }
        admitted
    }

    /// The counters of this service's requests.
    #[must_use]
    pub fn metrics(&self) -> &ServiceMetrics {
        &self.metrics
    }

    fn admission(&self) -> Arc<Admission> {
        Arc::clone(&self.admission.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The running process. Starts one if there is none, and waits until it accepts connections.
    ///
    /// # Errors
    /// When it cannot be started now.
    pub async fn ready(&self) -> Result<Upstream, NotReady> {
        loop {
            let running = match &self.state.borrow().phase {
                Phase::Running { upstream, .. } => Some(upstream.clone()),
                _ => None,
            };
            let upstream = match running {
                Some(upstream) => upstream,
                None => self.running_except(None).await?,
            };
            if !self.service().one_shot || self.claim(&upstream) {
                return Ok(upstream);
            }
        }
    }

    /// Takes a process for a single request, which it finishes. Fails if another request has taken it.
    fn claim(&self, claimed: &Upstream) -> bool {
        let is_taken = self.state.send_if_modified(|state| match &state.phase {
            Phase::Running { upstream, .. } if upstream == claimed => {
                state.phase = Phase::Idle;
                true
            }
            _ => false,
        });
        if is_taken {
            self.replace();
        }
        is_taken
    }

    /// Like [`ready`](Self::ready), for a caller whose connection to `dead` was refused.
    ///
    /// # Errors
    /// When it cannot be started now.
    pub async fn successor_of(&self, dead: &Upstream) -> Result<Upstream, NotReady> {
        self.running_except(Some(dead)).await
    }

    async fn running_except(&self, dead: Option<&Upstream>) -> Result<Upstream, NotReady> {
        let mut state = self.state.subscribe();
        let failed_boots = state.borrow().failed_boots;
        let outcome = async {
            loop {
                let now = state.borrow_and_update().clone();
                match now.phase {
                    Phase::Running { upstream, .. } if Some(&upstream) != dead => return Ok(upstream),
                    Phase::Stopped => return Err(NotReady::Stopped),
                    _ if now.failed_boots > failed_boots => return Err(NotReady::Boot),
                    Phase::BackingOff { until } => {
                        let delay = until.saturating_duration_since(Instant::now());
                        if delay > MAX_BACKOFF_WAIT {
                            return Err(NotReady::BackingOff(delay));
                        }
                    }
                    // Also after a start: the process may have been replaced before this request has seen it run.
                    Phase::Idle => self.requested.notify_one(),
                    Phase::Starting | Phase::Running { .. } => {}
                }
                if state.changed().await.is_err() {
                    return Err(NotReady::Stopped);
                }
            }
        };
        let timeout = self.service().boot_timeout + MAX_BACKOFF_WAIT;
        tokio::time::timeout(timeout, outcome).await.unwrap_or(Err(NotReady::Boot))
    }

    /// The current state.
    #[must_use]
    pub fn status(&self) -> ServiceStatus {
        let state = self.state.borrow();
        let pid = match &state.phase {
            Phase::Running { pid, .. } => Some(*pid),
            _ => None,
        };
        ServiceStatus {
            name: self.service().name.to_string(),
            eager: self.service().start == Start::Eager,
            up: pid.is_some(),
            pid: pid.flatten(),
            restarts: state.starts.saturating_sub(1),
            failing: matches!(state.phase, Phase::BackingOff { .. }),
            in_flight: self.admission().in_flight(),
            metrics: Arc::clone(&self.metrics),
        }
    }

    /// Whether a process was ended at its limit of CPU time.
    #[must_use]
    pub fn has_reached_limit(&self, upstream: &Upstream) -> bool {
        self.retirements.limited().contains(upstream)
    }
}
