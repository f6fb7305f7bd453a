//! Converts a child's log line to a JSON object with a `service` field. A line that is not a JSON object, such as a
//! panic or anything on standard output, becomes the `message` of one.

use chrono::{SecondsFormat, Utc};
use serde::de::IgnoredAny;
use serde_json::json;
use std::collections::HashMap;

/// `line` does not include the line end.
pub(super) fn as_json(service: &str, line: &[u8]) -> Vec<u8> {
    match serde_json::from_slice::<HashMap<String, IgnoredAny>>(line) {
        Ok(fields) if fields.contains_key("service") => line.to_vec(),
        Ok(fields) if !fields.is_empty() => with_service(service, line),
        _ => wrapped(service, line),
    }
}

/// Inserts `service` as the first field.
fn with_service(service: &str, line: &[u8]) -> Vec<u8> {
    let fields = line.trim_ascii_start().strip_prefix(b"{").unwrap_or_default();
    let name = json!(service).to_string();
    [b"{\"service\":", name.as_bytes(), b",", fields].concat()
}

fn wrapped(service: &str, line: &[u8]) -> Vec<u8> {
    let timestamp = Utc::now().to_rfc3339_opts(SecondsFormat::Micros, true);
    let message = String::from_utf8_lossy(line);
    json!({ "timestamp": timestamp, "level": "INFO", "service": service, "message": message })
        .to_string()
        .into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    fn read(line: &[u8]) -> Value {
        serde_json::from_slice(&as_json("storage", line)).unwrap()
    }

    #[test]
    fn adds_the_service_to_a_json_line() {
        let line = read(br#" {"level":"WARN","message":"m","n":1}"#);
        assert_eq!(line, json!({ "service": "storage", "level": "WARN", "message": "m", "n": 1 }));
        assert_eq!(read(br#"{"service":"other"}"#), json!({ "service": "other" }));
    }

    #[test]
    fn wraps_any_other_line_as_a_message() {
        for text in ["panicked at 'x'", "[1]", "{}", "", "{\"cut"] {
            let line = read(text.as_bytes());
            assert_eq!((&line["message"], &line["service"]), (&json!(text), &json!("storage")), "{text}");
        }
        assert_eq!(read(b"\xff")["message"], "\u{fffd}");
    }
}
