//! Logs requests that timed out waiting for a connection. As in PostgREST, the first of a burst is logged at once, and
//! all that follow within some seconds are logged as one line after that time.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::time::sleep;

use crate::error::Error;

/// As in PostgREST.
const INTERVAL: Duration = Duration::from_secs(5);

pub(super) struct TimeoutLog {
    burst: Mutex<Burst>,
    write: fn(),
}

#[derive(Clone, Copy)]
enum Burst {
    None,
    Logged,
    /// More timeouts followed.
    Pending,
}

impl TimeoutLog {
    pub fn new() -> Arc<TimeoutLog> {
        TimeoutLog::with_writer(write)
    }

    fn with_writer(write: fn()) -> Arc<TimeoutLog> {
        Arc::new(TimeoutLog { burst: Mutex::new(Burst::None), write })
    }

    pub fn log(self: &Arc<TimeoutLog>) {
        let Ok(runtime) = Handle::try_current() else { return };
        let mut burst = self.burst();
        *burst = match *burst {
            Burst::None => {
                (self.write)();
                runtime.spawn(self.clone().log_pending());
                Burst::Logged
            }
            Burst::Logged | Burst::Pending => Burst::Pending,
        };
    }

    async fn log_pending(self: Arc<TimeoutLog>) {
        loop {
            sleep(INTERVAL).await;
            let mut burst = self.burst();
            match *burst {
                Burst::Pending => {
                    (self.write)();
                    *burst = Burst::Logged;
                }
                Burst::Logged | Burst::None => {
                    *burst = Burst::None;
                    return;
                }
            }
        }
    }

    fn burst(&self) -> MutexGuard<'_, Burst> {
        self.burst.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn write() {
    let error = Error::PoolTimeout;
    tracing::error!(status = error.status().as_u16(), "{}", error.payload());
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;

    static LINES: AtomicUsize = AtomicUsize::new(0);

    fn lines() -> usize {
        LINES.swap(0, Ordering::Relaxed)
    }

    #[tokio::test(start_paused = true)]
    async fn logs_the_first_timeout_of_a_burst_at_once_and_the_rest_as_one_line() {
        let log = TimeoutLog::with_writer(|| {
            LINES.fetch_add(1, Ordering::Relaxed);
        });
        let burst = || (0..6).for_each(|_| log.log());
        burst();
        assert_eq!(lines(), 1);
        sleep(INTERVAL * 2).await;
        assert_eq!(lines(), 1, "one line for the five others");
        sleep(INTERVAL * 2).await;
        assert_eq!(lines(), 0, "there were none since");
        burst();
        assert_eq!(lines(), 1);
    }
}
