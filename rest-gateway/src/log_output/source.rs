//! A log file that is read line by line while it grows and is rotated.

use super::files::GATEWAY;
use chrono::NaiveDateTime;
use serde_json::{Map, Value, json};
use service_kit::log::Format;
use std::collections::VecDeque;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Postgres logs this for every client at an orderly shutdown.
const SHUTDOWN_MESSAGE: &str = "terminating connection due to administrator command";

/// The lines among which a late one is put into its place.
const READ_AHEAD: usize = 32;

/// One open log file.
pub(super) struct Source {
    pub(super) service: String,
    pub(super) path: PathBuf,
    reader: BufReader<File>,
    /// The end was reached, and the file has been rotated away or truncated.
    pub(super) finished: bool,
    /// The last timestamp that was read, for lines without one.
    time: String,
    /// Lines that were read ahead, ordered by time: the threads of a process may write theirs out of order.
    ahead: VecDeque<Line>,
}

impl Source {
    /// `None` if the file cannot be opened.
    pub(super) fn open(service: String, path: &Path) -> Option<Source> {
        let reader = File::open(path).ok().map(BufReader::new)?;
        Some(Source {
            service,
            path: path.to_owned(),
            reader,
            finished: false,
            time: String::new(),
            ahead: VecDeque::new(),
        })
    }

    /// The next complete line by time, if there is one yet.
    pub(super) fn next(&mut self) -> io::Result<Option<Line>> {
        while self.ahead.len() < READ_AHEAD {
            let Some(line) = self.read_line()? else { break };
            // Lines of the same time stay in their order.
            let place = self.ahead.partition_point(|earlier| earlier.time() <= line.time());
            self.ahead.insert(place, line);
        }
        Ok(self.ahead.pop_front())
    }

    fn read_line(&mut self) -> io::Result<Option<Line>> {
        let mut text = Vec::new();
        let read = self.reader.read_until(b'\n', &mut text)?;
        if text.last() != Some(&b'\n') {
            // The rest of the line is still being written.
            self.reader.seek_relative(-i64::try_from(read).unwrap_or_default())?;
            self.finished = self.was_replaced();
            return Ok(None);
        }
        text.pop();
        let mut fields = match serde_json::from_slice::<Map<String, Value>>(&text) {
            Ok(fields) => fields,
            Err(_) => self.parse_plain(&String::from_utf8_lossy(&text)),
        };
        fields.entry("service").or_insert_with(|| json!(self.service));
        match fields.get("timestamp").and_then(Value::as_str) {
            Some(time) => time.clone_into(&mut self.time),
            None => drop(fields.insert("timestamp".to_owned(), json!(self.time))),
        }
        Ok(Some(Line(fields)))
    }

    /// Whether another file has this name now, or this one was truncated.
    fn was_replaced(&mut self) -> bool {
        let position = self.reader.stream_position().unwrap_or_default();
        let open = self.reader.get_ref().metadata();
        let there = fs::metadata(&self.path);
        matches!((open, there), (Ok(open), Ok(there)) if open.ino() != there.ino() || there.len() < position)
    }

    /// A line of Postgres, `2026-01-01 12:00:00.000 UTC [7] LOG:  words`. Any other line continues the previous one.
    fn parse_plain(&self, text: &str) -> Map<String, Value> {
        let parsed = text.split_once(" UTC [").and_then(|(time, rest)| {
            let time = NaiveDateTime::parse_from_str(time, "%Y-%m-%d %H:%M:%S%.f").ok()?;
            let (_, rest) = rest.split_once("] ")?;
            let (level, message) = rest.split_once(":  ")?;
            Some((time.and_utc().to_rfc3339_opts(chrono::SecondsFormat::Micros, true), level, message))
        });
        let (time, level, message) = parsed.unwrap_or_else(|| (self.time.clone(), "LOG", text.trim()));
        let level = match level {
            "FATAL" if message == SHUTDOWN_MESSAGE => "INFO",
            "ERROR" | "FATAL" | "PANIC" => "ERROR",
            "WARNING" => "WARN",
            _ => "INFO",
        };
        let line = json!({ "timestamp": time, "level": level, "message": message });
        line.as_object().cloned().unwrap_or_default()
    }
}

/// One log line as JSON, with at least `timestamp` and `service`.
pub(super) struct Line(Map<String, Value>);

impl Line {
    pub(super) fn time(&self) -> &str {
        self.0.get("timestamp").and_then(Value::as_str).unwrap_or_default()
    }

    pub(super) fn is_of(&self, service: &str) -> bool {
        self.0.get("service").and_then(Value::as_str) == Some(service)
    }

    pub(super) fn print(&self, out: &mut impl Write, format: Format) -> io::Result<()> {
        match format {
            Format::Json => {
                serde_json::to_writer(&mut *out, &self.0)?;
                out.write_all(b"\n")
            }
            _ => writeln!(out, "{}", service_kit::log::render(&self.0, GATEWAY, format)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_two_threads_are_ordered_by_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("storage.log");
        let line = |second: u8, message: &str| {
            format!("{{\"timestamp\":\"2026-01-01T00:00:0{second}.000000Z\",\"message\":\"{message}\"}}\n")
        };
        let lines = [line(1, "a"), line(3, "c"), line(2, "b"), line(3, "d")];
        fs::write(&path, lines.concat()).unwrap();
        let mut source = Source::open("storage".to_owned(), &path).unwrap();
        let mut messages = Vec::new();
        while let Some(line) = source.next().unwrap() {
            messages.push(line.0["message"].as_str().unwrap().to_owned());
        }
        assert_eq!(messages, ["a", "b", "c", "d"]);
    }
}
