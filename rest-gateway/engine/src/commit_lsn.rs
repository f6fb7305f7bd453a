//! How a client reads what it has written, although a replica may not have it yet.
//!
//! The response to a write names the position of its commit in the write-ahead log, in the header `X-Commit-LSN` and in a
//! cookie. A request that returns either is answered by a server that has replayed up to there. Positions are not signed:
//! an invented one delays the client's own read, which then goes to the primary, as `Prefer: read=primary` has it.

use std::time::Duration;

use actix_web::http::header::{self, HeaderMap, HeaderName, HeaderValue};
use postgres_wire::Lsn;

use crate::api_request::{Preferences, ReadFrom};

const HEADER: HeaderName = HeaderName::from_static("x-commit-lsn");
const COOKIE: &str = "commit_lsn";

/// Replicas that lag by more than `db-read-max-lag` get no reads, so that the cookie need not live longer, but for the
/// seconds between two measurements.
const COOKIE_MARGIN: Duration = Duration::from_secs(5);

/// The position that a replica must have replayed to answer a request. `None` if the primary must answer.
pub(crate) fn required(headers: &HeaderMap, preferences: &Preferences) -> Option<Lsn> {
    if preferences.read_from == Some(ReadFrom::Primary) {
        return None;
    }
    let in_header = headers.get(HEADER).map(HeaderValue::to_str);
    let in_cookies =
        headers.get_all(header::COOKIE).filter_map(|cookies| cookies.to_str().ok()).flat_map(cookie);
    let all = in_header.map(Result::unwrap_or_default).into_iter().chain(in_cookies);
    // What cannot be read may have been a position.
    all.map(|text| text.parse().ok())
        .try_fold(Lsn(0), |last, position: Option<Lsn>| Some(last.max(position?)))
}

/// The values of the cookie in a `Cookie` header.
fn cookie(cookies: &str) -> impl Iterator<Item = &str> {
    cookies.split(';').filter_map(|cookie| cookie.trim().strip_prefix(COOKIE)?.strip_prefix('='))
}

/// Names the position of a commit in its response.
pub(crate) fn write_to(headers: &mut HeaderMap, position: Lsn, max_lag: Duration) {
    let max_age = (max_lag + COOKIE_MARGIN).as_secs();
    let cookie = format!("{COOKIE}={position}; Path=/; Max-Age={max_age}; HttpOnly; SameSite=Lax");
    if let (Ok(position), Ok(cookie)) = (HeaderValue::try_from(position.to_string()), cookie.try_into()) {
        headers.insert(HEADER, position);
        headers.append(header::SET_COOKIE, cookie);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn required_by(pairs: &[(HeaderName, &'static str)]) -> Option<Lsn> {
        let pairs = pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
        required(&pairs.collect(), &Preferences::default())
    }

    #[test]
    fn the_largest_position_counts() {
        assert_eq!(required_by(&[]), Some(Lsn(0)));
        assert_eq!(required_by(&[(HEADER, "1/A0")]), Some(Lsn(0x1_0000_00A0)));
        let both = [(HEADER, "0/10"), (header::COOKIE, "a=b; commit_lsn=0/20; commit_lsn=0/8")];
        assert_eq!(required_by(&both), Some(Lsn(0x20)));
    }

    #[test]
    fn the_primary_answers_if_a_position_is_unreadable_or_if_it_is_preferred() {
        assert_eq!(required_by(&[(HEADER, "yesterday")]), None);
        assert_eq!(required_by(&[(header::COOKIE, "commit_lsn=")]), None);
        let preferences = Preferences::parse(["read=primary"].into_iter(), false);
        assert_eq!(required(&HeaderMap::new(), &preferences), None);
    }

    #[test]
    fn a_response_names_the_position_twice() {
        let mut headers = HeaderMap::new();
        write_to(&mut headers, Lsn(0x1_0000_00A0), Duration::from_secs(10));
        assert_eq!(headers.get(HEADER).unwrap(), "1/A0");
        let cookie = "commit_lsn=1/A0; Path=/; Max-Age=15; HttpOnly; SameSite=Lax";
        assert_eq!(headers.get(header::SET_COOKIE).unwrap(), cookie);
    }
}
