//! The `Server-Timing` header: the duration of each phase of a request in milliseconds, up to the phase that failed.

use std::fmt::Write;
use std::time::Instant;

use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue};

/// Measures nothing when `server-timing-enabled` is off.
pub(crate) struct ServerTiming(Option<Measured>);

struct Measured {
    since: Instant,
    phases: String,
}

impl ServerTiming {
    pub fn new(enabled: bool) -> ServerTiming {
        ServerTiming(enabled.then(|| Measured { since: Instant::now(), phases: String::new() }))
    }

    /// Starts a phase now, instead of at the end of the previous one.
    pub fn begin_phase(&mut self) {
        if let Some(measured) = &mut self.0 {
            measured.since = Instant::now();
        }
    }

    /// Ends the phase, starts the next one and returns `outcome`.
    pub fn end_phase<T>(&mut self, phase: &str, outcome: T) -> T {
        if let Some(Measured { since, phases }) = &mut self.0 {
            let milliseconds = since.elapsed().as_secs_f64() * 1000.0;
            let separator = if phases.is_empty() { "" } else { ", " };
            // Writing to a string cannot fail.
            let _ = write!(phases, "{separator}{phase};dur={milliseconds:.1}");
            *since = Instant::now();
        }
        outcome
    }

    pub fn write_to(self, headers: &mut HeaderMap) {
        let phases = self.0.map(|measured| measured.phases).unwrap_or_default();
        if let Ok(value) = HeaderValue::from_str(&phases)
            && !phases.is_empty()
        {
            headers.insert(HeaderName::from_static("server-timing"), value);
        }
    }
}
