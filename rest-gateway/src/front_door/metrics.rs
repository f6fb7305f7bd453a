//! The front door's Prometheus metrics: requests by route and status, their durations, the processes behind it, the checks
//! of readiness and of sessions. Every label has few values: routes, statuses, and names from the configuration.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use prometheus_text::{Counter, Exposition, Histogram, Kind};

use super::readiness::Outcome;
use super::route::Route;
use crate::function_host::ServiceStatus;
use crate::session_check::SessionMetrics;

const STATUSES: std::ops::Range<u16> = 100..600;

#[derive(Debug)]
pub(super) struct Metrics {
    routes: [RouteMetrics; Route::ALL.len()],
    in_flight: AtomicU64,
    slow_requests: Counter,
}

#[derive(Debug)]
struct RouteMetrics {
    statuses: Vec<AtomicU64>,
    durations: Histogram,
}

/// Counts a request as one in progress for as long as it lives.
pub(super) struct InFlight<'a>(&'a AtomicU64);

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Default for Metrics {
    fn default() -> Metrics {
        Metrics {
            routes: std::array::from_fn(|_| RouteMetrics {
                statuses: STATUSES.map(|_| AtomicU64::new(0)).collect(),
                durations: Histogram::default(),
            }),
            in_flight: AtomicU64::new(0),
            slow_requests: Counter::default(),
        }
    }
}

impl Metrics {
    /// Counts a request until its response begins.
    pub(super) fn begin(&self) -> InFlight<'_> {
        self.in_flight.fetch_add(1, Ordering::Relaxed);
        InFlight(&self.in_flight)
    }

    /// Records one response.
    pub(super) fn count(&self, route: Route, status: u16, took: Duration) {
        let metrics = &self.routes[route as usize];
        if let Some(counter) = metrics.statuses.get(usize::from(status.saturating_sub(STATUSES.start))) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
        metrics.durations.observe(took);
    }

    /// Counts a request that the log of slow requests has.
    pub(super) fn count_slow(&self) {
        self.slow_requests.increment();
    }

    /// All metrics in the text exposition format.
    pub(super) fn prometheus(
        &self,
        services: &[ServiceStatus],
        checks: &[Outcome],
        sessions: Option<&SessionMetrics>,
    ) -> String {
        let mut text = Exposition::default();
        self.write_requests(&mut text);
        write_services(&mut text, services);
        write_upstreams(&mut text, services);
        write_checks(&mut text, checks);
        write_spans(&mut text);
        if let Some(sessions) = sessions {
            write_sessions(&mut text, sessions);
        }
        text.into_text()
    }

    fn write_requests(&self, text: &mut Exposition) {
        let help = "Requests answered, by route and status.";
        let mut requests = text.family("gateway_requests_total", Kind::Counter, help);
        for route in Route::ALL {
            for (status, counter) in STATUSES.zip(&self.routes[route as usize].statuses) {
                let count = counter.load(Ordering::Relaxed);
                if count > 0 {
                    requests
                        .sample(&[("route", route.name()), ("status", status.to_string().as_str())], count);
                }
            }
        }
        let help = "Time to the head of the answer.";
        let mut durations = text.family("gateway_request_duration_seconds", Kind::Histogram, help);
        for route in Route::ALL {
            durations.histogram(&[("route", route.name())], &self.routes[route as usize].durations);
        }
        let help = "Requests whose answer has not begun.";
        text.single("gateway_requests_in_flight", Kind::Gauge, help, self.in_flight.load(Ordering::Relaxed));
        let help = "Requests that took at least the time of [api] slow_request_ms.";
        text.single("gateway_slow_requests_total", Kind::Counter, help, &self.slow_requests);
    }
}

fn write_services(text: &mut Exposition, services: &[ServiceStatus]) {
    let help = "1 while the service's process accepts requests.";
    let mut up = text.family("gateway_service_up", Kind::Gauge, help);
    for service in services {
        up.sample(&[("service", service.name.as_str())], u8::from(service.up));
    }
    let help = "1 while the service's process keeps failing.";
    let mut failing = text.family("gateway_service_failing", Kind::Gauge, help);
    for service in services {
        failing.sample(&[("service", service.name.as_str())], u8::from(service.failing));
    }
    let help = "Times the service was started again.";
    let mut restarts = text.family("gateway_service_restarts_total", Kind::Counter, help);
    for service in services {
        restarts.sample(&[("service", service.name.as_str())], service.restarts);
    }
}

/// Only while traces are on.
fn write_spans(text: &mut Exposition) {
    let Some(counts) = telemetry::counts() else { return };
    let help = "Spans of this process that were exported, whose export failed, or that were dropped.";
    let mut spans = text.family("gateway_trace_spans_total", Kind::Counter, help);
    spans.sample(&[("result", "exported")], counts.exported);
    spans.sample(&[("result", "failed")], counts.failed);
    spans.sample(&[("result", "dropped")], counts.dropped);
}

fn write_upstreams(text: &mut Exposition, services: &[ServiceStatus]) {
    let help = "Time from a request to a service to the head of its answer.";
    let mut durations = text.family("gateway_upstream_duration_seconds", Kind::Histogram, help);
    for service in services {
        durations.histogram(&[("service", service.name.as_str())], &service.metrics.durations);
    }
    let help = "Requests to a service in progress.";
    let mut in_flight = text.family("gateway_upstream_requests_in_flight", Kind::Gauge, help);
    for service in services {
        in_flight.sample(&[("service", service.name.as_str())], service.in_flight);
    }
    let help = "Requests that a service did not answer.";
    let mut failures = text.family("gateway_upstream_failures_total", Kind::Counter, help);
    for service in services {
        failures.sample(&[("service", service.name.as_str())], &service.metrics.failures);
    }
    let help = "Requests to a service that were rejected because too many were in progress.";
    let mut rejections = text.family("gateway_upstream_rejections_total", Kind::Counter, help);
    for service in services {
        rejections.sample(&[("service", service.name.as_str())], &service.metrics.rejections);
    }
}

fn write_checks(text: &mut Exposition, checks: &[Outcome]) {
    let help = "1 while a check of /readyz succeeds.";
    let mut results = text.family("gateway_check_ok", Kind::Gauge, help);
    for check in checks {
        results.sample(&[("check", check.name.as_str())], u8::from(check.is_ok()));
    }
}

fn write_sessions(text: &mut Exposition, sessions: &SessionMetrics) {
    let help = "Checks of a token's session that the cache answered.";
    text.single("gateway_session_cache_hits_total", Kind::Counter, help, &sessions.hits);
    let help = "Time of the checks of a token's session that asked the database.";
    text.family("gateway_session_lookup_duration_seconds", Kind::Histogram, help)
        .histogram(&[], &sessions.lookups);
    let help = "Checks of a token's session that the database did not answer.";
    text.single("gateway_session_lookup_failures_total", Kind::Counter, help, &sessions.failures);
}
