//! Timeouts for responses from Postgres. Postgres normally cancels a statement at its `statement_timeout`. This module
//! handles a server that does not: it hangs, or the machine or the network is down.
//!
//! While a request waits, the server is pinged regularly on another connection. The request fails when the server does
//! not respond to a ping, or when it waits longer than its statements may take.

use std::pin::pin;
use std::time::Duration;

use postgres_connect::{Connector, Server};
use tokio::time::{Instant, timeout};

/// Between two pings.
const PING_INTERVAL: Duration = Duration::from_secs(5);
/// Limit for the response to a ping.
const PING_TIMEOUT: Duration = Duration::from_secs(5);
/// Added to the statements' own limits, for the network and Postgres' work around the statements.
const GRACE: Duration = Duration::from_secs(5);
/// For reading the whole catalogue, which takes seconds with many thousand tables.
pub(super) const CATALOGUE_TIMEOUT: Duration = Duration::from_secs(300);

/// Why the engine stops waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(super) enum Unanswered {
    #[error("the database server no longer answers")]
    ServerGone,
    #[error("the database server did not answer in the time that its statements may take")]
    TooLate,
}

/// The limit for several statements with this `timeout` each.
pub(super) fn total_limit(timeout: Option<Duration>, statements: u32) -> Option<Duration> {
    timeout.map(|timeout| timeout.saturating_mul(statements).saturating_add(GRACE))
}

/// Waits for `answer`, for at most `limit`.
pub(super) async fn wait_for<T>(
    answer: impl Future<Output = T>,
    server: &Server,
    database: &Connector,
    limit: Option<Duration>,
) -> Result<T, Unanswered> {
    let mut answer = pin!(answer);
    let started = Instant::now();
    loop {
        let left = limit.map_or(PING_INTERVAL, |limit| limit.saturating_sub(started.elapsed()));
        if let Ok(answer) = timeout(left.min(PING_INTERVAL), answer.as_mut()).await {
            return Ok(answer);
        }
        if limit.is_some_and(|limit| started.elapsed() >= limit) {
            return Err(Unanswered::TooLate);
        }
        tokio::select! {
            biased;
            answer = answer.as_mut() => return Ok(answer),
            pinged = timeout(PING_TIMEOUT, database.ping(server)) => match pinged {
                Ok(Ok(())) => {}
                Ok(Err(_)) | Err(_) => return Err(Unanswered::ServerGone),
            },
        }
    }
}

/// Parses a value of `statement_timeout` as Postgres does: milliseconds, or a number with a unit. `None` for zero,
/// which disables the timeout, and for an invalid value.
pub(super) fn parse_timeout(value: &str) -> Option<Duration> {
    let value = value.trim();
    let unit = value.find(|c: char| c != '.' && !c.is_ascii_digit()).unwrap_or(value.len());
    let (number, unit) = value.split_at(unit);
    let seconds_in_unit = match unit.trim() {
        "us" => 0.000_001,
        "" | "ms" => 0.001,
        "s" => 1.0,
        "min" => 60.0,
        "h" => 3_600.0,
        "d" => 86_400.0,
        _ => return None,
    };
    let seconds = number.parse::<f64>().ok()? * seconds_in_unit;
    Duration::try_from_secs_f64(seconds).ok().filter(|timeout| !timeout.is_zero())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parses_timeouts_as_postgres_does() {
        let cases = [
            ("3s", Some(3_000)),
            ("3000", Some(3_000)),
            ("250ms", Some(250)),
            (" 1.5 min ", Some(90_000)),
            ("2h", Some(7_200_000)),
            ("1d", Some(86_400_000)),
            ("5000us", Some(5)),
            ("0", None),
            ("0s", None),
            ("soon", None),
            ("3 weeks", None),
            ("", None),
        ];
        for (value, milliseconds) in cases {
            assert_eq!(parse_timeout(value), milliseconds.map(Duration::from_millis), "{value}");
        }
    }

    #[test]
    fn the_total_limit_covers_each_statement() {
        assert_eq!(total_limit(None, 3), None);
        assert_eq!(total_limit(Some(Duration::from_secs(3)), 2), Some(Duration::from_secs(6) + GRACE));
        assert_eq!(total_limit(Some(Duration::MAX), 2), Some(Duration::MAX));
    }
}
