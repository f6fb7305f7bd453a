//! Follows how far the primary has written, to know which replicas lag.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use postgres_connect::Connector;
use postgres_wire::Lsn;
use tokio::time::sleep;

use super::follow::Follower;
use crate::query::CURRENT_LSN;

/// Between two questions.
const INTERVAL: Duration = Duration::from_secs(1);

/// Keeps `limit` at the position that the primary had `max_lag` ago; in the beginning at the first one that is known. It
/// stays while there is no primary.
pub(super) async fn follow(primary: Connector, max_lag: Duration, limit: Arc<AtomicU64>) {
    let mut primary = Follower::new(primary);
    let mut positions = Positions::default();
    loop {
        match primary.position(CURRENT_LSN).await {
            Ok(position) => positions.push(Instant::now(), position, max_lag),
            Err(error) => tracing::debug!(%error, "the position of the primary is unknown"),
        }
        if let Some(position) = positions.limit() {
            limit.store(position.0, Ordering::Release);
        }
        sleep(INTERVAL).await;
    }
}

/// The positions of the last `max_lag`, and the last one before.
#[derive(Default)]
struct Positions(VecDeque<(Instant, Lsn)>);

impl Positions {
    fn push(&mut self, now: Instant, position: Lsn, max_lag: Duration) {
        self.0.push_back((now, position));
        while self.0.get(1).is_some_and(|(at, _)| now.duration_since(*at) >= max_lag) {
            self.0.pop_front();
        }
    }

    fn limit(&self) -> Option<Lsn> {
        self.0.front().map(|(_, position)| *position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_is_the_last_position_before_the_lag() {
        let start = Instant::now();
        let mut positions = Positions::default();
        assert_eq!(positions.limit(), None);
        for second in 0..8_u64 {
            let now = start + Duration::from_secs(second);
            positions.push(now, Lsn(100 + second), Duration::from_secs(3));
            assert_eq!(positions.limit(), Some(Lsn(100 + second.saturating_sub(3))));
        }
    }
}
