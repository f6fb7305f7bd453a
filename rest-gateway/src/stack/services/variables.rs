//! The environment variables of a process.

/// Names and values.
pub(in crate::stack) type Variables = Vec<(String, String)>;

pub(in crate::stack) fn set(env: &mut Variables, name: &str, value: impl ToString) {
    env.push((name.to_owned(), value.to_string()));
}

/// The prefix of the standard variables of OpenTelemetry.
const OF_TELEMETRY: &str = "OTEL_";

/// Where and how a process exports traces: as this one, under the name of the service.
pub(in crate::stack) fn of_telemetry(service: &str) -> Variables {
    let mut env: Variables = std::env::vars().filter(|(name, _)| name.starts_with(OF_TELEMETRY)).collect();
    if !env.is_empty() {
        set(&mut env, "OTEL_SERVICE_NAME", service);
    }
    env
}
