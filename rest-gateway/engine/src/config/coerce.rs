//! Parses integers and booleans by the rules of PostgREST's `coerceInt` and `coerceBool`. Like PostgREST, it treats an
//! unreadable value as a missing one. Unlike PostgREST, it logs a warning.

const INTEGERS: [&str; 6] = [
    "db-max-rows",
    "db-pool",
    "db-pool-acquisition-timeout",
    "db-pool-max-idletime",
    "db-pool-max-lifetime",
    "jwt-cache-max-entries",
];

const BOOLEANS: [&str; 11] = [
    "db-aggregates-enabled",
    "db-channel-enabled",
    "db-config",
    "db-plan-enabled",
    "db-pool-automatic-recovery",
    "db-prepared-statements",
    "jwt-secret-is-base64",
    "log-query",
    "openapi-security-active",
    "server-timing-enabled",
    "url-use-legacy-target-names",
];

/// The value of a setting in canonical form: an integer or a boolean, or an empty text if it is unreadable. Values of
/// other settings are returned unchanged.
#[must_use]
pub fn coerced(name: &str, value: String) -> String {
    if value.is_empty() {
        value
    } else if INTEGERS.contains(&name) {
        coerce_int(name, &value).map_or_else(String::new, |number| number.to_string())
    } else if BOOLEANS.contains(&name) {
        coerce_bool(name, &value).map_or_else(String::new, |flag| flag.to_string())
    } else {
        value
    }
}

/// Parses an integer. `None`, and a warning in the log, if `value` is none.
pub fn coerce_int(name: &str, value: &str) -> Option<i64> {
    let number = integer(value);
    if number.is_none() {
        tracing::warn!(setting = name, value, "is no whole number; its default is taken instead");
    }
    number
}

/// Parses a boolean: `true` or `false`, ignoring characters that are no letters, or an integer, which is true above 0.
/// `None`, and a warning in the log, if `value` is neither.
pub fn coerce_bool(name: &str, value: &str) -> Option<bool> {
    let letters: String = value.chars().filter(|c| c.is_alphabetic()).collect();
    let flag = match letters.to_lowercase().as_str() {
        "true" => Some(true),
        "false" => Some(false),
        _ => integer(value).map(|number| number > 0),
    };
    match flag {
        Some(taken) if !is_plain(value) => {
            tracing::warn!(setting = name, value, taken, "is neither true nor false as it is written");
        }
        Some(_) => {}
        None => {
            tracing::warn!(setting = name, value, "is neither true nor false; its default is taken instead")
        }
    }
    flag
}

fn is_plain(value: &str) -> bool {
    ["true", "false"].iter().any(|word| value.eq_ignore_ascii_case(word)) || matches!(value, "0" | "1")
}

fn integer(value: &str) -> Option<i64> {
    let text = value.trim();
    // Rust's parser would accept a plus sign.
    let starts_plainly = text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    text.parse().ok().filter(|_| starts_plainly)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(name: &str, value: &str) -> String {
        coerced(name, value.to_owned())
    }

    #[test]
    fn an_unreadable_number_counts_as_missing() {
        for (value, number) in
            [("7", "7"), (" 7 ", "7"), ("-1", "-1"), ("seven", ""), ("7.5", ""), ("+7", ""), ("\"7\"", "")]
        {
            assert_eq!(taken("db-max-rows", value), number, "{value}");
        }
    }

    #[test]
    fn booleans_ignore_other_characters_and_numbers_above_zero_are_true() {
        for value in ["true", "TRUE", "\"true\"", "1", "7"] {
            assert_eq!(taken("db-plan-enabled", value), "true", "{value}");
        }
        for value in ["false", "False", "'false'", "0", "-1"] {
            assert_eq!(taken("db-plan-enabled", value), "false", "{value}");
        }
        for value in ["yes", "on", "t", "maybe", "1.5"] {
            assert_eq!(taken("db-plan-enabled", value), "", "{value}");
        }
    }

    #[test]
    fn values_of_other_settings_are_unchanged() {
        assert_eq!(taken("db-schemas", "\"true\""), "\"true\"");
        assert_eq!(taken("log-level", "7"), "7");
    }
}
