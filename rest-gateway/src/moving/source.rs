//! Opens the files of a dump: SQL, or an archive of `pg_dump`, which `pg_restore` turns into SQL.

use super::error::ImportError;
use postgres_server::find_client_program;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tokio::fs::File;
use tokio::io::{AsyncBufRead, AsyncBufReadExt, AsyncReadExt, BufReader};
use tokio::process::{Child, ChildStderr, Command};
use tokio::task::JoinHandle;

/// The files that `export` writes, in the order in which they are run.
pub const FILES: [&str; 6] =
    ["roles.sql", "schema.sql", "data.sql", "queues.sql", "platform.sql", "history.sql"];
/// The folder of the objects' bytes beside them.
pub const OBJECTS: &str = "storage";
/// The first bytes of an archive in the custom format.
const CUSTOM: &[u8] = b"PGDMP";
/// The table of contents of an archive in the directory format, and the first file of one in the tar format.
const CONTENTS: &str = "toc.dat";
const BUFFER: usize = 256 * 1024;
/// The maximum length of the messages of `pg_restore` that are kept, in bytes.
const MAX_MESSAGES: u64 = 64 * 1024;

/// An open file of a dump.
pub struct Source {
    pub reader: Box<dyn AsyncBufRead + Send + Unpin>,
    restore: Option<Restore>,
}

/// A running `pg_restore`.
struct Restore {
    process: Child,
    /// The task that reads its standard error. Without it, `pg_restore` would block once the pipe is full.
    messages: JoinHandle<String>,
}

/// The files to read for the paths of the command line: a folder of `export` stands for its files.
///
/// # Errors
/// When a folder holds no dump.
pub fn files(paths: &[PathBuf]) -> Result<Vec<PathBuf>, ImportError> {
    let mut files = Vec::new();
    for path in paths {
        if !path.is_dir() || path.join(CONTENTS).is_file() {
            files.push(path.clone());
            continue;
        }
        let before = files.len();
        files.extend(FILES.iter().map(|name| path.join(name)).filter(|file| file.is_file()));
        if files.len() == before {
            return Err(ImportError::NoDump(path.clone()));
        }
    }
    Ok(files)
}

impl Source {
    /// # Errors
    /// When the file is unreadable, or an archive and `pg_restore` is not installed.
    pub async fn open(path: &Path) -> Result<Source, ImportError> {
        let failed = |cause| ImportError::Read { path: path.to_owned(), cause };
        if path.is_dir() {
            return Source::restore(path);
        }
        let file = File::open(path).await.map_err(failed)?;
        // A pipe cannot be read twice, so the beginning stays in the buffer.
        let mut reader = BufReader::with_capacity(BUFFER, file);
        let start = reader.fill_buf().await.map_err(failed)?;
        if start.is_empty() {
            return Err(ImportError::NoDump(path.to_owned()));
        }
        if start.starts_with(CUSTOM) || start.starts_with(CONTENTS.as_bytes()) {
            return Source::restore(path);
        }
        Ok(Source { reader: Box::new(reader), restore: None })
    }

    fn restore(path: &Path) -> Result<Source, ImportError> {
        let program = find_client_program("pg_restore", 0)?;
        let mut command = Command::new(program);
        command.args(["--file", "-"]).arg(path).kill_on_drop(true);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let failed = |cause| ImportError::Read { path: path.to_owned(), cause };
        let mut process = command.spawn().map_err(failed)?;
        let (Some(output), Some(errors)) = (process.stdout.take(), process.stderr.take()) else {
            return Err(failed(std::io::ErrorKind::BrokenPipe.into()));
        };
        let restore = Restore { process, messages: tokio::spawn(read_messages(errors)) };
        Ok(Source { reader: Box::new(BufReader::with_capacity(BUFFER, output)), restore: Some(restore) })
    }

    /// Checks after the last line that the archive was complete.
    ///
    /// # Errors
    /// When `pg_restore` failed.
    pub async fn finish(self, path: &Path) -> Result<(), ImportError> {
        let Some(Restore { mut process, messages }) = self.restore else { return Ok(()) };
        drop(self.reader);
        let failed = |cause| ImportError::Read { path: path.to_owned(), cause };
        if process.wait().await.map_err(failed)?.success() {
            return Ok(());
        }
        let message = messages.await.unwrap_or_default();
        Err(ImportError::Restore { path: path.to_owned(), message })
    }
}

/// Reads to the end, and keeps the beginning.
async fn read_messages(mut errors: ChildStderr) -> String {
    let mut kept = Vec::new();
    // What was read before an error is all there is to show.
    let _ = (&mut errors).take(MAX_MESSAGES).read_to_end(&mut kept).await;
    let _ = tokio::io::copy(&mut errors, &mut tokio::io::sink()).await;
    String::from_utf8_lossy(&kept).trim().to_owned()
}
