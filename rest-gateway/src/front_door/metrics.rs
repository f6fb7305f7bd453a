//! The front door's Prometheus metrics: request counts by route and status, and durations. Counters are atomics,
//! without locks.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use super::route::Route;
use crate::function_host::ServiceStatus;

/// Upper bounds of the histogram's buckets, in seconds.
const BOUNDS: [f64; 11] = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 5.0];
const STATUSES: std::ops::Range<u16> = 100..600;

#[derive(Debug)]
pub(super) struct Metrics {
    routes: [RouteMetrics; Route::ALL.len()],
}

#[derive(Debug)]
struct RouteMetrics {
    statuses: Vec<AtomicU64>,
    /// One bucket per bound, and one for longer durations.
    durations: [AtomicU64; BOUNDS.len() + 1],
    nanoseconds: AtomicU64,
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics {
            routes: std::array::from_fn(|_| RouteMetrics {
                statuses: STATUSES.map(|_| AtomicU64::new(0)).collect(),
                durations: std::array::from_fn(|_| AtomicU64::new(0)),
                nanoseconds: AtomicU64::new(0),
            }),
        }
    }
}

impl Metrics {
    /// Records one response.
    pub(super) fn count(&self, route: Route, status: u16, took: Duration) {
        let metrics = &self.routes[route as usize];
        if let Some(counter) = metrics.statuses.get(usize::from(status.saturating_sub(STATUSES.start))) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
        let seconds = took.as_secs_f64();
        let bucket = BOUNDS.iter().position(|bound| seconds <= *bound).unwrap_or(BOUNDS.len());
        metrics.durations[bucket].fetch_add(1, Ordering::Relaxed);
        let nanoseconds = u64::try_from(took.as_nanos()).unwrap_or(u64::MAX);
        metrics.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
    }

    /// All metrics in the text exposition format.
    pub(super) fn prometheus(&self, services: &[ServiceStatus]) -> String {
        let mut text = String::new();
        self.write_requests(&mut text);
        self.write_durations(&mut text);
        write_services(&mut text, services);
        text
    }

    fn write_requests(&self, text: &mut String) {
        head(text, "gateway_requests_total", "counter", "Requests answered, by route and status.");
        for route in Route::ALL {
            for (status, counter) in STATUSES.zip(&self.routes[route as usize].statuses) {
                let count = counter.load(Ordering::Relaxed);
                if count > 0 {
                    let route = route.name();
                    line(
                        text,
                        format_args!(
                            "gateway_requests_total{{route=\"{route}\",status=\"{status}\"}} {count}"
                        ),
                    );
                }
            }
        }
    }

    fn write_durations(&self, text: &mut String) {
        let name = "gateway_request_duration_seconds";
        head(text, name, "histogram", "Time to the head of the answer.");
        for route in Route::ALL {
            let metrics = &self.routes[route as usize];
            let route = route.name();
            let mut count = 0;
            for (counter, bound) in metrics.durations.iter().zip(BOUNDS.map(Some).into_iter().chain([None])) {
                count += counter.load(Ordering::Relaxed);
                let bound = bound.map_or("+Inf".to_owned(), |bound| bound.to_string());
                line(text, format_args!("{name}_bucket{{route=\"{route}\",le=\"{bound}\"}} {count}"));
            }
            let seconds = Duration::from_nanos(metrics.nanoseconds.load(Ordering::Relaxed)).as_secs_f64();
            line(text, format_args!("{name}_sum{{route=\"{route}\"}} {seconds}"));
            line(text, format_args!("{name}_count{{route=\"{route}\"}} {count}"));
        }
    }
}

fn write_services(text: &mut String, services: &[ServiceStatus]) {
    head(text, "gateway_service_up", "gauge", "1 while the service's process accepts requests.");
    for service in services {
        let (name, up) = (&service.name, u8::from(service.up));
        line(text, format_args!("gateway_service_up{{service=\"{name}\"}} {up}"));
    }
    head(text, "gateway_service_restarts_total", "counter", "Times the service was started again.");
    for service in services {
        let (name, restarts) = (&service.name, service.restarts);
        line(text, format_args!("gateway_service_restarts_total{{service=\"{name}\"}} {restarts}"));
    }
}

fn head(text: &mut String, name: &str, kind: &str, help: &str) {
    line(text, format_args!("# HELP {name} {help}\n# TYPE {name} {kind}"));
}

fn line(text: &mut String, arguments: std::fmt::Arguments<'_>) {
    // Writing to a String cannot fail.
    let _ = text.write_fmt(arguments);
    text.push('\n');
}
