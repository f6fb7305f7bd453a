//! A log line as text: time, service, level, message, fields. An answered request has a form of its own.
//!
//! Control characters are escaped, so that a logged path cannot move the cursor or change the terminal's colours.

use super::format::Format;
use chrono::{DateTime, Local};
use serde_json::{Map, Value};
use std::fmt::{self, Write};

const DIM: &str = "\x1b[2m";
const RED: &str = "\x1b[31m";
const YELLOW: &str = "\x1b[33m";
const GREEN: &str = "\x1b[32m";
const CYAN: &str = "\x1b[36m";
const RESET: &str = "\x1b[0m";

/// Characters; wide enough for most names of services.
const SERVICE_WIDTH: usize = 14;

/// Keys with a place of their own in the line, and `target`, which is for programs.
const NOT_A_FIELD: [&str; 5] = ["timestamp", "level", "target", "message", "service"];
/// The keys of an answered request.
const REQUEST_KEYS: [&str; 5] = ["method", "path", "route", "status", "ms"];

/// The line as text, without a line end. `service` is the name for a line without one; `format` decides about colours.
#[must_use]
pub fn render(line: &Map<String, Value>, service: &str, format: Format) -> String {
    let mut rendered = String::new();
    // Writing to a string cannot fail.
    let _ = Renderer { line, colour: format == Format::Colour }.write(&mut rendered, service);
    rendered
}

struct Renderer<'a> {
    line: &'a Map<String, Value>,
    colour: bool,
}

impl Renderer<'_> {
    fn write(&self, out: &mut String, service: &str) -> fmt::Result {
        let service = self.text("service").unwrap_or(service);
        self.painted(out, DIM, &self.time())?;
        out.write_str("  ")?;
        self.painted(out, CYAN, &format!("{:<SERVICE_WIDTH$}", escaped(service)))?;
        out.write_str("  ")?;
        match self.text("level") {
            Some("ERROR") => self.painted(out, RED, "ERROR ")?,
            Some("WARN") => self.painted(out, YELLOW, "WARN ")?,
            Some("DEBUG" | "TRACE") => self.painted(out, DIM, "debug ")?,
            _ => {}
        }
        if self.is_request() {
            self.request(out)?;
            return self.fields(out, &REQUEST_KEYS);
        }
        out.write_str(&escaped(&self.value("message")))?;
        self.fields(out, &[])
    }

    /// In the local time zone.
    fn time(&self) -> String {
        let written = self.text("timestamp").unwrap_or_default();
        match DateTime::parse_from_rfc3339(written) {
            Ok(time) => time.with_timezone(&Local).format("%H:%M:%S").to_string(),
            Err(_) => escaped(written),
        }
    }

    fn is_request(&self) -> bool {
        REQUEST_KEYS.iter().all(|name| *name == "route" || self.line.contains_key(*name))
    }

    /// `GET /rest/v1/hotels 200 3.1 ms`
    fn request(&self, out: &mut String) -> fmt::Result {
        let status = self.line.get("status").and_then(Value::as_u64).unwrap_or_default();
        let colour = match status {
            500.. => RED,
            400.. => YELLOW,
            _ => GREEN,
        };
        write!(out, "{} {} ", escaped(&self.value("method")), escaped(&self.value("path")))?;
        self.painted(out, colour, &status.to_string())?;
        write!(out, " {:.1} ms", self.line.get("ms").and_then(Value::as_f64).unwrap_or_default())
    }

    /// ` name=value` for each field that is not in `written`. The request id appears in warnings and errors only.
    fn fields(&self, out: &mut String, written: &[&str]) -> fmt::Result {
        let failed = matches!(self.text("level"), Some("ERROR" | "WARN"));
        for name in self.line.keys() {
            let known = NOT_A_FIELD.contains(&name.as_str()) || written.contains(&name.as_str());
            if !known && (failed || name != "request_id") {
                out.write_char(' ')?;
                self.painted(out, DIM, &format!("{}=", escaped(name)))?;
                out.write_str(&escaped(&self.value(name)))?;
            }
        }
        Ok(())
    }

    fn text(&self, name: &str) -> Option<&str> {
        self.line.get(name).and_then(Value::as_str)
    }

    /// A string unquoted, a fraction with one digit, anything else as JSON.
    fn value(&self, name: &str) -> String {
        match self.line.get(name) {
            None | Some(Value::Null) => String::new(),
            Some(Value::String(text)) => text.clone(),
            Some(Value::Number(number)) if number.is_f64() => {
                format!("{:.1}", number.as_f64().unwrap_or_default())
            }
            Some(other) => other.to_string(),
        }
    }

    fn painted(&self, out: &mut String, colour: &str, text: &str) -> fmt::Result {
        if self.colour { write!(out, "{colour}{text}{RESET}") } else { out.write_str(text) }
    }
}

fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if letter.is_control() {
            escaped.extend(letter.escape_default());
        } else {
            escaped.push(letter);
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn rendered(line: Value, format: Format) -> String {
        let line = line.as_object().unwrap().clone();
        let text = render(&line, "rest-gateway", format);
        // Without the time, which is in the local time zone.
        text.split_once("  ").unwrap().1.to_owned()
    }

    #[test]
    fn a_request_is_one_line_without_field_names() {
        let line = json!({
            "timestamp": "2026-01-01T12:00:00Z", "level": "INFO", "target": "request", "message": "answered",
            "method": "GET", "path": "/rest/v1/hotels", "route": "rest", "status": 200, "ms": 3.1296, "request_id": "1"
        });
        assert_eq!(rendered(line, Format::Text), "rest-gateway    GET /rest/v1/hotels 200 3.1 ms");
    }

    #[test]
    fn an_error_shows_its_level_service_and_every_field() {
        let line = json!({
            "timestamp": "2026-01-01T12:00:00Z", "level": "ERROR", "target": "x", "message": "cannot write",
            "service": "storage", "request_id": "1", "size": 7, "waited_ms": 1.26
        });
        let text = "storage         ERROR cannot write request_id=1 size=7 waited_ms=1.3";
        assert_eq!(rendered(line, Format::Text), text);
    }

    #[test]
    fn only_the_colour_format_has_escape_codes() {
        let line = json!({ "timestamp": "2026-01-01T12:00:00Z", "level": "WARN", "message": "slow" });
        assert!(!rendered(line.clone(), Format::Text).contains('\x1b'));
        assert!(rendered(line, Format::Colour).contains("\x1b[33mWARN \x1b[0m"));
    }

    #[test]
    fn control_characters_are_escaped() {
        let line = json!({
            "timestamp": "\x1b[2J", "level": "INFO", "message": "a\nb\x1b]0;title\x07", "service": "\r", "x": "\x1b"
        });
        let text = render(line.as_object().unwrap(), "", Format::Text);
        assert!(!text.chars().any(char::is_control), "{text:?}");
    }
}
