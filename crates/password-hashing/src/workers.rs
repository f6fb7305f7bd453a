//! The threads that hash: one for each hash, with a bounded number at a time.
//!
//! A hash uses a core for tens of milliseconds. Its thread runs with low priority, so that requests on the same machine
//! do not wait for it. If other work keeps all cores busy, such a thread hardly runs. A hash that has run for less than
//! half of [`LOW_PRIORITY_TIMEOUT`] in that time is therefore computed once more, with normal priority, and until it ends
//! other hashes start with normal priority too. It must be computed again, because only a privileged process can raise the
//! priority of a thread that runs.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, oneshot, watch};
use tokio::time::timeout;

use crate::cpu_clock::CpuClock;
use crate::verification::PasswordError;

/// How often a hash with low priority is checked. On a core of its own, a usual hash takes a fifth of that; an imported one of
/// a high cost may take several times as long.
const LOW_PRIORITY_TIMEOUT: Duration = Duration::from_millis(400);
/// Enough for every hash: their large buffers are on the heap.
const STACK_SIZE: usize = 512 * 1024;

pub(crate) struct Workers {
    /// Called on a thread with low priority before it hashes.
    lower_priority: fn(),
    /// A permit for each thread with low priority.
    low: Arc<Semaphore>,
    /// A permit for each thread with normal priority.
    normal: Arc<Semaphore>,
    /// The number of hashes with low priority that have taken longer than [`LOW_PRIORITY_TIMEOUT`] and have not ended.
    overdue: watch::Sender<usize>,
    low_priority_timeout: Duration,
}

/// What a hash needs: the work itself, and its place in the queue.
struct Job<W> {
    work: W,
    _queued: OwnedSemaphorePermit,
}

/// A hash on a thread.
struct Hash<T> {
    result: oneshot::Receiver<Result<T, PasswordError>>,
    /// Set by whoever is first: the thread that ends, or its caller whose timeout ends.
    is_settled: Arc<AtomicBool>,
    /// Set by the thread at its start.
    clock: Arc<OnceLock<CpuClock>>,
}

impl<T> Hash<T> {
    /// How long the thread has run, as far as this is known.
    fn cpu_time(&self) -> Duration {
        self.clock.get().and_then(CpuClock::elapsed).unwrap_or_default()
    }
}

impl Workers {
    /// At most `size` threads of each priority.
    pub fn new(size: usize, lower_priority: fn()) -> Workers {
        Workers {
            lower_priority,
            low: Arc::new(Semaphore::new(size)),
            normal: Arc::new(Semaphore::new(size)),
            overdue: watch::Sender::new(0),
            low_priority_timeout: LOW_PRIORITY_TIMEOUT,
        }
    }

    /// Runs `work` on a thread, when one is free. The thread holds `queued`, because it continues when the caller is
    /// dropped.
    pub async fn run<T: Send + 'static>(
        &self,
        work: impl Fn() -> Result<T, PasswordError> + Send + Sync + 'static,
        queued: OwnedSemaphorePermit,
    ) -> Result<T, PasswordError> {
        let job = Arc::new(Job { work, _queued: queued });
        let permit = tokio::select! {
            biased;
            () = self.until_overdue() => return self.run_with_normal_priority(job).await,
            permit = Arc::clone(&self.low).acquire_owned() => permit.map_err(|_| PasswordError::Closed)?,
        };
        let mut hash = self.start_with_low_priority(Arc::clone(&job), permit)?;
        let mut before = Duration::ZERO;
        loop {
            if let Ok(result) = timeout(self.low_priority_timeout, &mut hash.result).await {
                return result?;
            }
            let cpu_time = hash.cpu_time();
            if is_starved(cpu_time.saturating_sub(before), self.low_priority_timeout) {
                break;
            }
            before = cpu_time;
        }
        if !hash.is_settled.swap(true, Ordering::AcqRel) {
            self.overdue.send_modify(|count| *count += 1);
        }
        tokio::select! {
            biased;
            result = &mut hash.result => result?,
            result = self.run_with_normal_priority(job) => result,
        }
    }

    async fn until_overdue(&self) {
        // The sender is in `self`, so the wait does not fail.
        let _ = self.overdue.subscribe().wait_for(|count| *count > 0).await;
    }

    fn start_with_low_priority<T: Send + 'static>(
        &self,
        job: Arc<Job<impl Fn() -> Result<T, PasswordError> + Send + Sync + 'static>>,
        permit: OwnedSemaphorePermit,
    ) -> Result<Hash<T>, PasswordError> {
        let (is_settled, clock) = (Arc::new(AtomicBool::new(false)), Arc::new(OnceLock::new()));
        let (lower_priority, overdue) = (self.lower_priority, self.overdue.clone());
        let (settled, own_clock) = (Arc::clone(&is_settled), Arc::clone(&clock));
        let result = start(move || {
            lower_priority();
            if let Some(clock) = CpuClock::of_this_thread() {
                let _ = own_clock.set(clock);
            }
            let result = (job.work)();
            drop((job, permit));
            if settled.swap(true, Ordering::AcqRel) {
                overdue.send_modify(|count| *count -= 1);
            }
            result
        })?;
        Ok(Hash { result, is_settled, clock })
    }

    async fn run_with_normal_priority<T: Send + 'static>(
        &self,
        job: Arc<Job<impl Fn() -> Result<T, PasswordError> + Send + Sync + 'static>>,
    ) -> Result<T, PasswordError> {
        let permit = Arc::clone(&self.normal).acquire_owned().await.map_err(|_| PasswordError::Closed)?;
        let result = start(move || {
            let result = (job.work)();
            drop((job, permit));
            result
        })?;
        result.await?
    }
}

/// Whether a thread has hardly run in an interval.
fn is_starved(cpu_time: Duration, interval: Duration) -> bool {
    cpu_time <= interval / 2
}

/// Starts a thread that sends the result of `work`.
fn start<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<oneshot::Receiver<T>, PasswordError> {
    let (sender, result) = oneshot::channel();
    // Sending fails if the caller was dropped in the meantime.
    let send = move || drop(sender.send(work()));
    std::thread::Builder::new().name("password".to_owned()).stack_size(STACK_SIZE).spawn(send)?;
    Ok(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::mpsc;

    fn queued() -> OwnedSemaphorePermit {
        Arc::new(Semaphore::new(1)).try_acquire_owned().unwrap()
    }

    thread_local! {
        static HAS_LOW_PRIORITY: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
    }

    fn workers(low_priority_timeout: Duration) -> Workers {
        Workers { low_priority_timeout, ..Workers::new(1, || HAS_LOW_PRIORITY.set(true)) }
    }

    #[tokio::test]
    async fn a_hash_has_low_priority() {
        let has_low_priority =
            workers(LOW_PRIORITY_TIMEOUT).run(|| Ok(HAS_LOW_PRIORITY.get()), queued()).await;
        assert!(has_low_priority.unwrap());
    }

    #[tokio::test]
    async fn hashes_get_normal_priority_while_one_with_low_priority_does_not_end() {
        let workers = workers(Duration::ZERO);
        let (end, ended) = mpsc::channel::<()>();
        let ended = Mutex::new(ended);
        // As on a machine whose cores are busy: with low priority the hash does not end.
        let stuck = move || {
            if HAS_LOW_PRIORITY.get() {
                let _ = ended.lock().map(|ended| ended.recv());
            }
            Ok(HAS_LOW_PRIORITY.get())
        };
        assert!(!workers.run(stuck, queued()).await.unwrap(), "computed once more");
        assert!(!workers.run(|| Ok(HAS_LOW_PRIORITY.get()), queued()).await.unwrap());
        drop(end);
        workers.overdue.subscribe().wait_for(|count| *count == 0).await.unwrap();
        let workers = Workers { low_priority_timeout: LOW_PRIORITY_TIMEOUT, ..workers };
        assert!(workers.run(|| Ok(HAS_LOW_PRIORITY.get()), queued()).await.unwrap());
    }

    #[test]
    fn a_hash_that_runs_is_not_computed_twice_however_long_it_takes() {
        assert!(!is_starved(LOW_PRIORITY_TIMEOUT, LOW_PRIORITY_TIMEOUT));
        assert!(!is_starved(LOW_PRIORITY_TIMEOUT * 3 / 4, LOW_PRIORITY_TIMEOUT));
        assert!(is_starved(LOW_PRIORITY_TIMEOUT / 10, LOW_PRIORITY_TIMEOUT));
        assert!(is_starved(Duration::ZERO, LOW_PRIORITY_TIMEOUT), "a system without such a clock");
    }

    #[tokio::test]
    async fn a_panic_fails_one_hash() {
        let workers = workers(LOW_PRIORITY_TIMEOUT);
        let panicking = || -> Result<(), PasswordError> { panic!("on purpose") };
        assert!(matches!(workers.run(panicking, queued()).await, Err(PasswordError::Panicked(_))));
        assert!(workers.run(|| Ok(true), queued()).await.unwrap());
    }
}
