//! `gen bearer-jwt`: a token for calls of the API with a role and claims of one's choice.

use super::error::CommandError;
use super::workspace::enter;
use crate::config::Config;
use crate::stack::{DEFAULT_FOLDER, sign_token};
use crate::terminal::print;
use chrono::{DateTime, Utc};
use clap::Args;
use serde_json::{Map, Value};
use std::path::PathBuf;

pub(super) const EXAMPLES: &str = "\
Examples:
  rest-gateway gen bearer-jwt --role service_role
  rest-gateway gen bearer-jwt --role authenticated --sub 5a2d8b5e-6d6e-4c0e-9a53-0f9d4b6a1c11 --valid-for 8h
  rest-gateway gen bearer-jwt --role authenticated --payload '{\"user_metadata\":{\"city\":\"Bastia\"}}'";

/// As in Supabase's command line.
const VALID_FOR: i64 = 30 * 60;
/// Units of durations, in seconds.
const UNITS: [(&str, i64); 3] = [("h", 3600), ("m", 60), ("s", 1)];

#[derive(Args)]
pub(super) struct BearerJwtArgs {
    /// The role in Postgres.
    #[arg(long, value_name = "ROLE")]
    role: String,
    /// The id of a user.
    #[arg(long, value_name = "ID")]
    sub: Option<String>,
    /// When the token expires, as in 2030-01-31T12:00:00Z.
    #[arg(long, value_name = "TIME", conflicts_with = "valid_for")]
    exp: Option<DateTime<Utc>>,
    /// How long the token is valid, as in 30m, 8h or 90s. By default 30 minutes.
    #[arg(long, value_name = "DURATION", value_parser = seconds)]
    valid_for: Option<i64>,
    /// Further claims, a JSON object.
    #[arg(long, value_name = "JSON", value_parser = claims)]
    payload: Option<Claims>,
    /// Folder that holds all state of the stack.
    #[arg(long, default_value = DEFAULT_FOLDER, value_name = "DIR")]
    data: PathBuf,
}

/// A JSON object.
#[derive(Clone)]
struct Claims(Map<String, Value>);

fn claims(text: &str) -> Result<Claims, String> {
    serde_json::from_str(text).map(Claims).map_err(|_| "expected a JSON object".to_owned())
}

/// Seconds of a duration in Go's notation, such as `1h30m`.
fn seconds(text: &str) -> Result<i64, String> {
    let invalid = || "expected a duration such as 30m, 8h or 1h30m".to_owned();
    let (mut rest, mut sum) = (text, 0_i64);
    while !rest.is_empty() {
        let (number, unit) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit()).ok_or_else(invalid)?);
        let named = UNITS.iter().find_map(|(name, factor)| Some((factor, unit.strip_prefix(name)?)));
        let (factor, tail) = named.ok_or_else(invalid)?;
        let part = number.parse::<i64>().ok().and_then(|number| number.checked_mul(*factor));
        sum = part.and_then(|part| sum.checked_add(part)).ok_or_else(invalid)?;
        rest = tail;
    }
    if sum > 0 { Ok(sum) } else { Err(invalid()) }
}

/// Prints the token. It is signed with the key that signs users' tokens.
///
/// # Errors
/// When no key is known, or the keys cannot be read.
pub(super) fn run(arguments: BearerJwtArgs) -> Result<(), CommandError> {
    let (source, data) = enter(None, arguments.data)?;
    let config = Config::load_source(&source)?;
    let now = Utc::now().timestamp();
    let expires = match arguments.exp {
        Some(time) => time.timestamp(),
        None => now.saturating_add(arguments.valid_for.unwrap_or(VALID_FOR)),
    };
    let mut claims = arguments.payload.map(|claims| claims.0).unwrap_or_default();
    claims.insert("role".to_owned(), arguments.role.into());
    claims.insert("iat".to_owned(), now.into());
    claims.insert("exp".to_owned(), expires.into());
    if let Some(sub) = arguments.sub {
        claims.insert("sub".to_owned(), sub.into());
    }
    print(&(sign_token(&config, &data, &claims)? + "\n"));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::seconds;

    #[test]
    fn durations_have_gos_notation() {
        assert_eq!(seconds("30m"), Ok(1800));
        assert_eq!(seconds("1h30m5s"), Ok(5405));
        for invalid in ["", "30", "m", "-1h", "1d", "1hé", "99999999999999999999h"] {
            assert!(seconds(invalid).is_err(), "{invalid}");
        }
    }
}
