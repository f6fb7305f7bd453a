//! Counts of received messages and their latencies.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

/// The time that a scenario runs before it is measured.
const WARM_UP: Duration = Duration::from_secs(1);

/// The counters that all connections of a run share.
pub struct Measure {
    delivered: AtomicU64,
    is_running: AtomicBool,
    /// In microseconds.
    latencies: Mutex<Vec<u64>>,
}

impl Measure {
    pub fn new() -> Measure {
        Measure {
            delivered: AtomicU64::new(0),
            is_running: AtomicBool::new(false),
            latencies: Mutex::default(),
        }
    }

    pub fn count(&self, messages: u64) {
        self.delivered.fetch_add(messages, Ordering::Relaxed);
    }

    /// Records the latency of a message that was sent at this time.
    pub fn note(&self, sent_at: u64) {
        if self.is_running.load(Ordering::Relaxed) {
            let latency = now().saturating_sub(sent_at);
            self.latencies.lock().unwrap_or_else(PoisonError::into_inner).push(latency);
        }
    }

    /// Measures for some seconds, after a warm-up.
    pub async fn run(&self, seconds: usize) -> Value {
        tokio::time::sleep(WARM_UP).await;
        self.is_running.store(true, Ordering::Relaxed);
        let (before, begun) = (self.delivered.load(Ordering::Relaxed), Instant::now());
        tokio::time::sleep(Duration::from_secs(seconds as u64)).await;
        let delivered = self.delivered.load(Ordering::Relaxed) - before;
        let rate = delivered as f64 / begun.elapsed().as_secs_f64();
        let mut latencies =
            std::mem::take(&mut *self.latencies.lock().unwrap_or_else(PoisonError::into_inner));
        latencies.sort_unstable();
        let percentile = |part: f64| {
            let place = (latencies.len() as f64 * part) as usize;
            latencies.get(place.min(latencies.len().saturating_sub(1))).map(|micros| *micros as f64 / 1000.0)
        };
        json!({ "delivered": delivered, "rate": rate.round(), "p50": percentile(0.5), "p99": percentile(0.99) })
    }
}

/// Microseconds since 1970.
pub fn now() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(now.as_micros()).unwrap_or(u64::MAX)
}

/// The number after a mark, e.g. `"t":`.
pub fn number_after(message: &[u8], mark: &[u8]) -> Option<u64> {
    let at = message.windows(mark.len()).position(|window| window == mark)? + mark.len();
    let digits = message[at..].trim_ascii_start().iter().take_while(|byte| byte.is_ascii_digit());
    Some(digits.fold(0, |number, digit| number * 10 + u64::from(digit - b'0')))
}
