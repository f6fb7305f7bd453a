//! Checks an `X-Robots-Tag` before it is stored with an object. Rejects unknown rules and values, because search engines
//! ignore these, and an object would be indexed against its owner's intent.

use chrono::DateTime;

use crate::error::{Error, Result};
use crate::headers::storable_value;

const RULES: [&str; 8] =
    ["all", "noindex", "nofollow", "none", "nosnippet", "indexifembedded", "notranslate", "noimageindex"];
const UNAVAILABLE_AFTER: &str = "unavailable_after";
const RULES_WITH_VALUE: [&str; 4] =
    ["max-snippet", "max-image-preview", "max-video-preview", UNAVAILABLE_AFTER];

/// The value of an upload's header; none for an empty one.
pub fn parse(header: &str) -> Result<Option<String>> {
    let text = header.trim();
    if text.is_empty() {
        return Ok(None);
    }
    check_rules(text)?;
    storable_value(text).map(Some)
}

/// Checks comma-separated rules, each of which may follow the name of a crawler.
fn check_rules(rules: &str) -> Result<()> {
    let mut rest = Some(rules);
    while let Some(text) = rest {
        let (rule, after) = split_rule(text.trim_start());
        check_rule(rule.trim())?;
        rest = after;
    }
    Ok(())
}

/// Splits at the comma after the first rule. A date has a comma of its own, after the weekday.
fn split_rule(text: &str) -> (&str, Option<&str>) {
    let is_dated = text.starts_with(UNAVAILABLE_AFTER);
    let weekday = text.find(':').map_or("", |at| text[at + 1..].trim_start());
    let has_weekday = is_dated
        && weekday.find(',').is_some_and(|at| weekday[..at].bytes().all(|b| b.is_ascii_alphabetic()));
    let mut commas = text.match_indices(',').map(|(at, _)| at).skip(usize::from(has_weekday));
    match commas.next() {
        Some(comma) => (&text[..comma], Some(&text[comma + 1..])),
        None => (text, None),
    }
}

fn check_rule(rule: &str) -> Result<()> {
    if rule.is_empty() {
        return Err(invalid("X-Robots-Tag header contains empty rule"));
    }
    if RULES.contains(&rule) {
        return Ok(());
    }
    let Some((name, value)) = rule.split_once(':') else {
        return Err(invalid(&format!("Invalid X-Robots-Tag rule: \"{rule}\"")));
    };
    let (name, value) = (name.trim(), value.trim());
    if RULES_WITH_VALUE.contains(&name) {
        return check_value(name, value);
    }
    if value.is_empty() {
        return Err(invalid(&format!("X-Robots-Tag user agent \"{name}\" has no rules specified")));
    }
    check_rule(value)
}

fn check_value(name: &str, value: &str) -> Result<()> {
    let (valid, expected) = match name {
        "max-image-preview" => {
            (["none", "standard", "large"].contains(&value), "one of: none, standard, large")
        }
        UNAVAILABLE_AFTER => (is_date(value), "a valid date"),
        _ => (value.parse::<i64>().is_ok_and(|number| number >= -1), "an integer >= -1"),
    };
    if valid {
        Ok(())
    } else {
        Err(invalid(&format!("X-Robots-Tag \"{name}\" value must be {expected}, got: \"{value}\"")))
    }
}

fn is_date(text: &str) -> bool {
    DateTime::parse_from_rfc2822(text).is_ok()
        || DateTime::parse_from_rfc3339(text).is_ok()
        || text.parse::<chrono::NaiveDate>().is_ok()
}

fn invalid(message: &str) -> Error {
    Error::InvalidRobotsTag(message.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accepts_rules_of_all_and_of_one_crawler() {
        for valid in [
            "none",
            "noindex, nofollow",
            "googlebot: noindex, nofollow",
            "max-snippet: -1, max-image-preview:large",
            "unavailable_after: Wed, 25 Jun 2031 15:00:00 GMT, noindex",
            "unavailable_after: 2031-06-25",
            "bingbot: max-video-preview: 10",
        ] {
            assert_eq!(parse(valid).unwrap().as_deref(), Some(valid));
        }
        assert_eq!(parse(" ").unwrap(), None);
    }

    #[test]
    fn rejects_unknown_rules_and_values() {
        for invalid in [
            "index",
            "noindex,",
            "googlebot:",
            "googlebot: index",
            "max-snippet: many",
            "max-snippet: -2",
            "max-image-preview: huge",
            "unavailable_after: soon",
        ] {
            assert!(matches!(parse(invalid), Err(Error::InvalidRobotsTag(_))), "{invalid}");
        }
    }
}
