//! The health of a running stack, as its admin port reports it, in one line for a person.

use serde::Deserialize;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;
use url::Url;

/// More than the checks take.
const TIMEOUT: Duration = Duration::from_secs(5);
/// The most bytes of an answer.
const MAX_ANSWER: u64 = 64 * 1024;

/// The part of `/readyz` that is used.
#[derive(Deserialize)]
struct Report {
    status: String,
    checks: Vec<CheckResult>,
}

#[derive(Deserialize)]
struct CheckResult {
    name: String,
    /// Why the check fails.
    reason: Option<String>,
}

/// Asks the admin port, whose `/metrics` is at this address. `None` if it does not answer.
pub(super) fn ask(metrics_url: &str) -> Option<String> {
    let address = Url::parse(metrics_url).ok()?.socket_addrs(|| None).ok()?.into_iter().next()?;
    let mut connection = TcpStream::connect_timeout(&address, TIMEOUT).ok()?;
    connection.set_read_timeout(Some(TIMEOUT)).ok()?;
    connection.write_all(b"GET /readyz HTTP/1.0\r\n\r\n").ok()?;
    let mut answer = String::new();
    connection.take(MAX_ANSWER).read_to_string(&mut answer).ok()?;
    let (_, body) = answer.split_once("\r\n\r\n")?;
    serde_json::from_str(body).ok().map(|report| line(&report))
}

fn line(report: &Report) -> String {
    let failed =
        report.checks.iter().filter_map(|check| Some(format!("{}: {}", check.name, check.reason.as_ref()?)));
    let failed: Vec<String> = failed.collect();
    match failed.is_empty() {
        true => report.status.clone(),
        false => format!("{} ({})", report.status, failed.join("; ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_what_fails() {
        let report = |text: &str| line(&serde_json::from_str(text).unwrap());
        let ok = r#"{"status":"ok","checks":[{"name":"rest","status":"ok","required":true}]}"#;
        assert_eq!(report(ok), "ok");
        let failing = r#"{"status":"waiting","checks":[{"name":"rest","status":"ok","required":true},
            {"name":"database","status":"failed","required":true,"reason":"it does not answer"}]}"#;
        assert_eq!(report(failing), "waiting (database: it does not answer)");
    }
}
