//! The graceful shutdown of the front door. First it drains: it reports that it is not ready, so that a load balancer sends
//! new requests elsewhere, and still answers those that arrive. Then it closes the listener and the tunnels.

use std::sync::Arc;
use std::time::Duration;

use tokio::sync::watch;

/// Tunnels close at random times within this period, so that their clients do not all reconnect at once.
const TUNNEL_SPREAD: Duration = Duration::from_secs(2);

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    #[default]
    Serving,
    Draining,
    Closing,
}

/// The current phase. Clones share it.
#[derive(Clone, Debug, Default)]
pub(super) struct Lifecycle(Arc<watch::Sender<Phase>>);

impl Lifecycle {
    pub(super) fn drain(&self) {
        self.enter(Phase::Draining);
    }

    pub(super) fn close(&self) {
        self.enter(Phase::Closing);
    }

    /// True once draining has begun.
    pub(super) fn is_ending(&self) -> bool {
        *self.0.borrow() >= Phase::Draining
    }

    /// Resolves when a tunnel shall close: at a random time after the front door has begun to close.
    pub(super) fn tunnel_closes(&self) -> impl Future<Output = ()> + use<> {
        let mut phases = self.0.subscribe();
        async move {
            let closing = phases.wait_for(|phase| *phase == Phase::Closing).await.is_ok();
            if !closing {
                // The sender lives as long as the front door.
                return std::future::pending().await;
            }
            tokio::time::sleep(rand::random_range(Duration::ZERO..TUNNEL_SPREAD)).await;
        }
    }

    fn enter(&self, phase: Phase) {
        self.0.send_if_modified(|current| {
            let advances = phase > *current;
            if advances {
                *current = phase;
            }
            advances
        });
    }
}
