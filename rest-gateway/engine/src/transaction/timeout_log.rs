//! The log's word of requests that waited in vain for a connection. A burst of them is told of as PostgREST does it: of
//! the first at once, and of all that follow within some seconds once more, at their end.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::runtime::Handle;
use tokio::time::sleep;

use crate::error::Error;

/// PostgREST's.
const PAUSE: Duration = Duration::from_secs(5);

pub(super) struct TimeoutLog {
    burst: Mutex<Burst>,
    write: fn(),
}

#[derive(Clone, Copy)]
enum Burst {
    None,
    Told,
    /// And there have been more since.
    ToTell,
}

impl TimeoutLog {
    pub fn new() -> Arc<TimeoutLog> {
        TimeoutLog::by(write)
    }

    fn by(write: fn()) -> Arc<TimeoutLog> {
        Arc::new(TimeoutLog { burst: Mutex::new(Burst::None), write })
    }

    pub fn tell(self: &Arc<TimeoutLog>) {
        let Ok(runtime) = Handle::try_current() else { return };
        let mut burst = self.burst();
        *burst = match *burst {
            Burst::None => {
                (self.write)();
                runtime.spawn(self.clone().tell_of_more());
                Burst::Told
            }
            Burst::Told | Burst::ToTell => Burst::ToTell,
        };
    }

    async fn tell_of_more(self: Arc<TimeoutLog>) {
        loop {
            sleep(PAUSE).await;
            let mut burst = self.burst();
            match *burst {
                Burst::ToTell => {
                    (self.write)();
                    *burst = Burst::Told;
                }
                Burst::Told | Burst::None => {
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
    async fn of_a_burst_the_first_is_told_of_at_once_and_the_others_together() {
        let log = TimeoutLog::by(|| {
            LINES.fetch_add(1, Ordering::Relaxed);
        });
        let burst = || (0..6).for_each(|_| log.tell());
        burst();
        assert_eq!(lines(), 1);
        sleep(PAUSE * 2).await;
        assert_eq!(lines(), 1, "of the five others");
        sleep(PAUSE * 2).await;
        assert_eq!(lines(), 0, "there were none since");
        burst();
        assert_eq!(lines(), 1);
    }
}
