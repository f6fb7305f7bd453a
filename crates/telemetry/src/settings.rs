//! The variables of OpenTelemetry that decide whether there are traces. The SDK reads the others itself: addresses, headers,
//! the sampler, the sizes and delays of batches, attributes of the process.
//!
//! Rejects an address that is no URL, protocols other than HTTP with protobuf, and samplers that the SDK does not have.

use std::str::FromStr;
use std::time::Duration;

use hyper::Uri;

const ENDPOINTS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];
const PROTOCOLS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"];
const TIMEOUTS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT"];
const SAMPLERS: [&str; 6] = [
    "always_on",
    "always_off",
    "traceidratio",
    "parentbased_always_on",
    "parentbased_always_off",
    "parentbased_traceidratio",
];
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);
const DEFAULT_QUEUE: usize = 2_048;
/// A span has about a kilobyte.
const MAX_QUEUE: usize = 65_536;

/// A variable that cannot be used. Its value is not repeated, because it may hold a secret.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("{variable} must be {expected}")]
pub(crate) struct SettingsError {
    variable: &'static str,
    expected: &'static str,
}

/// The settings of an export that is on.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    /// The deadline of one attempt to export.
    pub timeout: Duration,
    /// Spans that may wait for their export.
    pub max_queue_size: usize,
    /// Whether `OTEL_SERVICE_NAME` is set.
    pub names_service: bool,
}

impl Settings {
    /// `None` if traces are off.
    pub fn of_process() -> Result<Option<Settings>, SettingsError> {
        Settings::of(|name| std::env::var(name).ok())
    }

    fn of(variable: impl Fn(&str) -> Option<String>) -> Result<Option<Settings>, SettingsError> {
        let get = |name: &'static str| variable(name).filter(|value| !value.is_empty());
        let is_disabled = get("OTEL_SDK_DISABLED").is_some_and(|value| value.eq_ignore_ascii_case("true"));
        let exports_elsewhere = get("OTEL_TRACES_EXPORTER").is_some_and(|exporter| exporter != "otlp");
        let endpoint = first(&ENDPOINTS, get).filter(|_| !is_disabled && !exports_elsewhere);
        let Some((variable, endpoint)) = endpoint else { return Ok(None) };
        if !is_http_url(&endpoint) {
            return Err(SettingsError { variable, expected: "an http or https URL" });
        }
        if let Some((variable, protocol)) = first(&PROTOCOLS, get)
            && protocol != "http/protobuf"
        {
            return Err(SettingsError { variable, expected: "http/protobuf" });
        }
        if let Some(sampler) = get("OTEL_TRACES_SAMPLER") {
            check_sampler(&sampler, get("OTEL_TRACES_SAMPLER_ARG").as_deref())?;
        }
        let timeout = number(first(&TIMEOUTS, get))?;
        let queue = number(get("OTEL_BSP_MAX_QUEUE_SIZE").map(|value| ("OTEL_BSP_MAX_QUEUE_SIZE", value)))?;
        Ok(Some(Settings {
            timeout: timeout.map_or(DEFAULT_TIMEOUT, Duration::from_millis),
            max_queue_size: queue.unwrap_or(DEFAULT_QUEUE).clamp(1, MAX_QUEUE),
            names_service: get("OTEL_SERVICE_NAME").is_some(),
        }))
    }
}

/// The first variable that is set, with its value.
fn first(
    names: &[&'static str],
    get: impl Fn(&'static str) -> Option<String>,
) -> Option<(&'static str, String)> {
    names.iter().find_map(|name| Some((*name, get(name)?)))
}

/// The SDK repeats another text in its error, which is logged.
fn is_http_url(text: &str) -> bool {
    text.parse::<Uri>().is_ok_and(|uri| matches!(uri.scheme_str(), Some("http" | "https")))
}

fn number<T: FromStr>(variable: Option<(&'static str, String)>) -> Result<Option<T>, SettingsError> {
    let parse = |(variable, value): (_, String)| {
        value.parse().map_err(|_| SettingsError { variable, expected: "a whole number" })
    };
    variable.map(parse).transpose()
}

fn check_sampler(sampler: &str, argument: Option<&str>) -> Result<(), SettingsError> {
    if !SAMPLERS.contains(&sampler) {
        let expected = "always_on, always_off, traceidratio, or one of these after parentbased_";
        return Err(SettingsError { variable: "OTEL_TRACES_SAMPLER", expected });
    }
    let ratio = argument.and_then(|argument| argument.parse::<f64>().ok());
    if sampler.ends_with("traceidratio") && !ratio.is_some_and(|ratio| (0.0..=1.0).contains(&ratio)) {
        return Err(SettingsError { variable: "OTEL_TRACES_SAMPLER_ARG", expected: "between 0 and 1" });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENDPOINT: (&str, &str) = ("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318");

    fn settings(variables: &[(&str, &str)]) -> Result<Option<Settings>, SettingsError> {
        let find = |name: &str| variables.iter().find(|(other, _)| *other == name);
        Settings::of(|name| find(name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn only_the_address_of_a_collector_turns_traces_on() {
        assert_eq!(settings(&[("OTEL_SERVICE_NAME", "a"), ("OTEL_TRACES_SAMPLER", "always_on")]), Ok(None));
        assert_eq!(settings(&[("OTEL_EXPORTER_OTLP_ENDPOINT", "")]), Ok(None));
        assert_eq!(settings(&[ENDPOINT, ("OTEL_SDK_DISABLED", "TRUE")]), Ok(None));
        assert_eq!(settings(&[ENDPOINT, ("OTEL_TRACES_EXPORTER", "none")]), Ok(None));
        for on in [ENDPOINT, ("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://127.0.0.1:4318/v1/traces")] {
            let expected =
                Settings { timeout: DEFAULT_TIMEOUT, max_queue_size: DEFAULT_QUEUE, names_service: false };
            assert_eq!(settings(&[on]), Ok(Some(expected)));
        }
    }

    #[test]
    fn variables_of_traces_win_over_general_ones() {
        let both =
            [ENDPOINT, ("OTEL_EXPORTER_OTLP_TIMEOUT", "1"), ("OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "700")];
        assert_eq!(settings(&both).unwrap().unwrap().timeout, Duration::from_millis(700));
        let both = [
            ENDPOINT,
            ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"),
            ("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/protobuf"),
        ];
        assert!(settings(&both).unwrap().is_some());
    }

    #[test]
    fn an_invalid_variable_is_named() {
        for (variable, value) in [
            ("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc"),
            ("OTEL_EXPORTER_OTLP_TIMEOUT", "10s"),
            ("OTEL_BSP_MAX_QUEUE_SIZE", "-1"),
            ("OTEL_TRACES_SAMPLER", "xray"),
        ] {
            assert_eq!(settings(&[ENDPOINT, (variable, value)]).unwrap_err().variable, variable);
        }
        let no_url = ("OTEL_EXPORTER_OTLP_ENDPOINT", "user:secret@collector:4318");
        let error = settings(&[no_url]).unwrap_err();
        assert_eq!(error.to_string(), "OTEL_EXPORTER_OTLP_ENDPOINT must be an http or https URL");
        for argument in ["", "2", "half"] {
            let sampler = ("OTEL_TRACES_SAMPLER", "parentbased_traceidratio");
            let error = settings(&[ENDPOINT, sampler, ("OTEL_TRACES_SAMPLER_ARG", argument)]).unwrap_err();
            assert_eq!(error.to_string(), "OTEL_TRACES_SAMPLER_ARG must be between 0 and 1");
        }
    }
}
