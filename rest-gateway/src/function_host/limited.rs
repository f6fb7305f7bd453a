//! The processes that were ended at their limit of CPU time, so that their requests learn why they failed.

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use super::service::ServiceName;
use super::socket::Upstream;
use crate::process::Child;

/// A request asks as soon as it has failed, so that the latest processes suffice.
const MAX_REMEMBERED: usize = 256;

/// The latest such processes of one host.
#[derive(Debug, Default)]
pub(super) struct LimitedProcesses(Mutex<VecDeque<Upstream>>);

impl LimitedProcesses {
    /// Kills a process that has reached its limit.
    pub(super) async fn end(&self, name: &ServiceName, child: &mut Child, upstream: &Upstream) {
        tracing::error!(service = name.as_str(), "used too much CPU time; it is ended");
        // Before its requests fail.
        self.remember(upstream.clone());
        // Its exit status says that it was killed.
        let _ = child.kill().await;
    }

    fn remember(&self, upstream: Upstream) {
        let mut latest = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if latest.len() == MAX_REMEMBERED {
            latest.pop_front();
        }
        latest.push_back(upstream);
    }

    /// Whether the process was ended at its limit.
    pub(super) fn contains(&self, upstream: &Upstream) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).contains(upstream)
    }
}
