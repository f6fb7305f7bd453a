//! Reads a stack's log files, merges all services by time, and follows new lines.
//!
//! Rejects a folder without logs and a service without a log.

use super::files::{self, GATEWAY};
use super::source::{Line, Source};
use service_kit::log::Format;
use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

/// The service name of Postgres, which writes its own log file.
const POSTGRES: &str = "postgres";

/// Why logs cannot be read.
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

/// The logs of one stack, with a read position per file.
pub struct Logs {
    folder: PathBuf,
    postgres: Option<PathBuf>,
    service: Option<String>,
    format: Format,
    sources: Vec<Source>,
}

impl Logs {
    /// Opens the logs in `folder`. `postgres` is the server's own log file.
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

    /// Prints the lines that have not been printed yet, ordered by time.
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

    /// Opens the files that are not open yet. The first call also opens rotated files; later ones find the files of
    /// services that have started to log since.
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
        // The file of a finished source has been rotated away; another one has its name now.
        self.sources.retain(|source| source.path != path || !source.finished);
        if with_rotated {
            self.sources.extend(Source::open(service.clone(), &files::rotated(&path)));
        }
        self.sources.extend(Source::open(service, &path));
    }

    /// Whether the service has a log file, or the gateway's log has lines about it: not every service writes its own
    /// lines.
    fn mentions(&self, service: &str) -> Result<bool, LogsError> {
        if self.sources.iter().any(|source| source.service == service) {
            return Ok(true);
        }
        let gateway_log = files::path(&self.folder, GATEWAY);
        let Some(mut source) = Source::open(GATEWAY.to_owned(), &gateway_log) else { return Ok(false) };
        let failed = |cause| LogsError::Read { folder: self.folder.clone(), cause };
        while let Some(line) = source.next().map_err(failed)? {
            if line.is_of(service) {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};
    use std::fs::File;

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
    fn merges_services_by_time() {
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
    fn finds_later_lines_in_new_and_in_rotated_files() {
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
    fn the_error_for_an_unknown_service_lists_the_known_ones() {
        let folder = tempfile::tempdir().unwrap();
        assert!(matches!(open_logs(folder.path(), None), Err(LogsError::None(_))));
        fs::write(folder.path().join("storage.log"), line(1, "storage", "one")).unwrap();
        let error = open_logs(folder.path(), Some("storge")).err().unwrap();
        assert_eq!(error.to_string(), "there is no log of `storge`; there are those of storage");
    }
}
