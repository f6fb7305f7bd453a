//! Numbers and yes or no as PostgREST reads them from a text, by the rules of its `coerceInt` and `coerceBool`. It refuses
//! none: what it cannot read is to it as a setting that was not given. Here the log says so.

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

/// The value of a setting, as text, with a number or a yes or no plainly written; empty where it is to be as not given.
/// What is of another kind stays as it is.
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

/// A whole number.
pub fn coerce_int(name: &str, value: &str) -> Option<i64> {
    let number = integer(value);
    if number.is_none() {
        tracing::warn!(setting = name, value, "is no whole number; its default is taken instead");
    }
    number
}

/// `true` or `false`, whatever else than letters stands between or around them, or a number, which is true above 0.
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
    // Without the plus sign that Rust would take.
    let is_written = text.starts_with(|c: char| c == '-' || c.is_ascii_digit());
    text.parse().ok().filter(|_| is_written)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(name: &str, value: &str) -> String {
        coerced(name, value.to_owned())
    }

    #[test]
    fn a_number_that_cannot_be_read_is_as_one_that_was_not_given() {
        for (value, number) in
            [("7", "7"), (" 7 ", "7"), ("-1", "-1"), ("seven", ""), ("7.5", ""), ("+7", ""), ("\"7\"", "")]
        {
            assert_eq!(taken("db-max-rows", value), number, "{value}");
        }
    }

    #[test]
    fn true_and_false_are_found_among_other_signs_and_a_number_is_true_above_zero() {
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
    fn what_is_of_another_kind_stays_as_it_is() {
        assert_eq!(taken("db-schemas", "\"true\""), "\"true\"");
        assert_eq!(taken("log-level", "7"), "7");
    }
}
