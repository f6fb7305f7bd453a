//! Reads the log files of a stack back, all services in the order of time, and goes on as lines arrive.
//!
//! Rejects a folder without logs, and a service that has none.

use super::{GATEWAY, files};
use chrono::NaiveDateTime;
use serde_json::{Map, Value, json};
use service_kit::log::Format;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, ErrorKind, Seek, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// Postgres writes its own file.
const POSTGRES: &str = "postgres";
const ENDED_IN_ORDER: &str = "terminating connection due to administrator command";

#[derive(Debug, thiserror::Error)]
pub enum LogsError {
    #[error("there are no logs in {}: no stack has run on it", .0.display())]
    None(PathBuf),
    #[error("there is no log of `{service}`; there are those of {known}")]
    NoSuchService { service: String, known: String },
    #[error("cannot read the logs in {folder}: {cause}", folder = .folder.display())]
    Read { folder: PathBuf, cause: io::Error },
    #[error("cannot write: {0}")]
    Write(io::Error),
}

/// The logs of one stack, read as far as `print` has come.
pub struct Logs {
    folder: PathBuf,
    postgres: Option<PathBuf>,
    service: Option<String>,
    format: Format,
    sources: Vec<Source>,
}

impl Logs {
    /// The logs in `folder`; `postgres` is the server's own file.
    pub fn open(
        folder: PathBuf,
        postgres: Option<PathBuf>,
        service: Option<String>,
        format: Format,
    ) -> Result<Logs, LogsError> {
        let mut logs = Logs { folder, postgres, service, format, sources: Vec::new() };
        logs.find_sources(true)?;
        match &logs.service {
            Some(service) if !logs.mentions(service)? => {
                let mut known: Vec<&str> =
                    logs.sources.iter().map(|source| source.service.as_str()).collect();
                known.sort_unstable();
                known.dedup();
                Err(LogsError::NoSuchService { service: service.clone(), known: known.join(", ") })
            }
            _ => Ok(logs),
        }
    }

    /// Prints what has not been printed yet, in the order of time.
    pub fn print(&mut self, out: &mut impl Write) -> Result<(), LogsError> {
        self.find_sources(false)?;
        let failed = |folder: &Path, cause| LogsError::Read { folder: folder.to_owned(), cause };
        let mut heads: Vec<Option<Line>> = Vec::new();
        for source in &mut self.sources {
            heads.push(source.next().map_err(|cause| failed(&self.folder, cause))?);
        }
        loop {
            let times = heads.iter().enumerate();
            let oldest = times
                .filter_map(|(place, line)| Some((place, line.as_ref()?)))
                .min_by(|(_, one), (_, other)| one.time().cmp(other.time()))
                .map(|(place, _)| place);
            let Some(place) = oldest else { break };
            let next = self.sources[place].next().map_err(|cause| failed(&self.folder, cause))?;
            if let Some(line) = std::mem::replace(&mut heads[place], next)
                && self.service.as_deref().is_none_or(|service| line.is_of(service))
            {
                line.print(out, self.format).map_err(LogsError::Write)?;
            }
        }
        out.flush().map_err(LogsError::Write)
    }

    /// Opens the files that are not open yet: all of them at first, later those of services that have begun to log.
    fn find_sources(&mut self, first: bool) -> Result<(), LogsError> {
        let mut entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries.flatten().map(|entry| entry.path()).collect::<Vec<_>>(),
            Err(error) if error.kind() == ErrorKind::NotFound => Vec::new(),
            Err(cause) => return Err(LogsError::Read { folder: self.folder.clone(), cause }),
        };
        entries.sort();
        for path in entries.into_iter().filter(|path| path.extension().is_some_and(|it| it == "log")) {
            let Some(service) = path.file_stem().and_then(|stem| stem.to_str()).map(str::to_owned) else {
                continue;
            };
            self.add(service, path, first);
        }
        if let Some(path) = self.postgres.clone() {
            self.add(POSTGRES.to_owned(), path, false);
        }
        match self.sources.is_empty() {
            true => Err(LogsError::None(self.folder.clone())),
            false => Ok(()),
        }
    }

    fn add(&mut self, service: String, path: PathBuf, with_rotated: bool) {
        if self.sources.iter().any(|source| source.path == path && !source.finished) {
            return;
        }
        // A source is finished once its file has been rotated away; its successor is the file that is there now.
        self.sources.retain(|source| source.path != path || !source.finished);
        let rotated = if with_rotated { open(&files::rotated(&path)) } else { None };
        if let Some(reader) = rotated {
            let path = files::rotated(&path);
            self.sources.push(Source {
                service: service.clone(),
                path,
                reader,
                finished: false,
                time: String::new(),
            });
        }
        if let Some(reader) = open(&path) {
            self.sources.push(Source { service, path, reader, finished: false, time: String::new() });
        }
    }

    /// Whether there is a log of the service, or the front door tells of it: not every service writes lines of its own.
    fn mentions(&self, service: &str) -> Result<bool, LogsError> {
        if self.sources.iter().any(|source| source.service == service) {
            return Ok(true);
        }
        let Some(reader) = open(&files::path(&self.folder, GATEWAY)) else { return Ok(false) };
        let mut source = Source {
            service: GATEWAY.to_owned(),
            path: PathBuf::new(),
            reader,
            finished: false,
            time: String::new(),
        };
        let failed = |cause| LogsError::Read { folder: self.folder.clone(), cause };
        while let Some(line) = source.next().map_err(failed)? {
            if line.is_of(service) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

fn open(path: &Path) -> Option<BufReader<File>> {
    File::open(path).ok().map(BufReader::new)
}

/// One file, read line by line.
struct Source {
    service: String,
    path: PathBuf,
    reader: BufReader<File>,
    /// The end was reached, and another file has taken its place.
    finished: bool,
    /// The last time that was read, for lines that have none.
    time: String,
}

impl Source {
    /// The next whole line, if there is one by now.
    fn next(&mut self) -> io::Result<Option<Line>> {
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
            Err(_) => self.plain(&String::from_utf8_lossy(&text)),
        };
        fields.entry("service").or_insert_with(|| json!(self.service));
        match fields.get("timestamp").and_then(Value::as_str) {
            Some(time) => time.clone_into(&mut self.time),
            None => drop(fields.insert("timestamp".to_owned(), json!(self.time))),
        }
        Ok(Some(Line(fields)))
    }

    /// Whether another file has its name by now, or it was begun anew.
    fn was_replaced(&mut self) -> bool {
        let position = self.reader.stream_position().unwrap_or_default();
        let open = self.reader.get_ref().metadata();
        let there = fs::metadata(&self.path);
        matches!((open, there), (Ok(open), Ok(there)) if open.ino() != there.ino() || there.len() < position)
    }

    /// A line of Postgres, `2026-01-01 12:00:00.000 UTC [7] LOG:  words`; a line that begins otherwise belongs to the one
    /// before.
    fn plain(&self, text: &str) -> Map<String, Value> {
        let parsed = text.split_once(" UTC [").and_then(|(time, rest)| {
            let time = NaiveDateTime::parse_from_str(time, "%Y-%m-%d %H:%M:%S%.f").ok()?;
            let (_, rest) = rest.split_once("] ")?;
            let (level, message) = rest.split_once(":  ")?;
            Some((time.and_utc().to_rfc3339_opts(chrono::SecondsFormat::Micros, true), level, message))
        });
        let (time, level, message) = parsed.unwrap_or_else(|| (self.time.clone(), "LOG", text.trim()));
        let level = match level {
            // An orderly end of the server, for whoever is still connected.
            "FATAL" if message == ENDED_IN_ORDER => "INFO",
            "ERROR" | "FATAL" | "PANIC" => "ERROR",
            "WARNING" => "WARN",
            _ => "INFO",
        };
        let line = json!({ "timestamp": time, "level": level, "message": message });
        line.as_object().cloned().unwrap_or_default()
    }
}

struct Line(Map<String, Value>);

impl Line {
    fn time(&self) -> &str {
        self.0.get("timestamp").and_then(Value::as_str).unwrap_or_default()
    }

    fn is_of(&self, service: &str) -> bool {
        self.0.get("service").and_then(Value::as_str) == Some(service)
    }

    fn print(&self, out: &mut impl Write, format: Format) -> io::Result<()> {
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

    fn line(second: u8, service: &str, message: &str) -> String {
        let time = format!("2026-01-01T00:00:{second:02}.000000Z");
        json!({ "timestamp": time, "level": "INFO", "service": service, "message": message }).to_string()
            + "\n"
    }

    fn printed(logs: &mut Logs) -> Vec<String> {
        let mut out = Vec::new();
        logs.print(&mut out).unwrap();
        let lines = String::from_utf8(out).unwrap();
        lines
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap()["message"].as_str().unwrap().to_owned())
            .collect()
    }

    fn open_logs(folder: &Path, service: Option<&str>) -> Result<Logs, LogsError> {
        Logs::open(
            folder.to_owned(),
            Some(folder.join("postgres-own")),
            service.map(str::to_owned),
            Format::Json,
        )
    }

    #[test]
    fn services_are_merged_in_the_order_of_time() {
        let folder = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
        write("rest-gateway.log", &(line(2, GATEWAY, "two") + &line(4, "storage", "four")));
        write("storage.log", &line(3, "storage", "three"));
        write("storage.log.1", &line(1, "storage", "one"));
        write("postgres-own", "2026-01-01 00:00:05.000 UTC [7] ERROR:  five\n\tmore of it\n");
        assert_eq!(
            printed(&mut open_logs(folder.path(), None).unwrap()),
            ["one", "two", "three", "four", "five", "more of it"]
        );
        assert_eq!(
            printed(&mut open_logs(folder.path(), Some("storage")).unwrap()),
            ["one", "three", "four"]
        );
        assert_eq!(printed(&mut open_logs(folder.path(), Some("postgres")).unwrap()), ["five", "more of it"]);
    }

    #[test]
    fn later_lines_are_found_also_in_new_and_in_rotated_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        fs::write(path("storage.log"), line(1, "storage", "one")).unwrap();
        let mut logs = open_logs(folder.path(), None).unwrap();
        assert_eq!(printed(&mut logs), ["one"]);
        fs::rename(path("storage.log"), path("storage.log.1")).unwrap();
        fs::write(path("storage.log"), line(3, "storage", "three")).unwrap();
        fs::write(path("user-auth.log"), line(2, "user-auth", "two")).unwrap();
        let mut seen = printed(&mut logs);
        seen.extend(printed(&mut logs));
        assert_eq!(seen, ["two", "three"]);
        let half = line(4, "storage", "four");
        let mut file = File::options().append(true).open(path("storage.log")).unwrap();
        file.write_all(&half.as_bytes()[..20]).unwrap();
        assert!(printed(&mut logs).is_empty(), "half a line");
        file.write_all(&half.as_bytes()[20..]).unwrap();
        assert_eq!(printed(&mut logs), ["four"]);
    }

    #[test]
    fn an_unknown_service_is_told_which_there_are() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(open_logs(folder.path(), None), Err(LogsError::None(_))));
        fs::write(folder.path().join("storage.log"), line(1, "storage", "one")).unwrap();
        let error = open_logs(folder.path(), Some("storge")).err().unwrap();
        assert_eq!(error.to_string(), "there is no log of `storge`; there are those of storage");
    }
}
