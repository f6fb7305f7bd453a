//! Copies the bytes of objects with the storage program, which reads a list of objects and reports its progress.

use super::error::FilesError;
use crate::process::ChildCommand;
use crate::stack::StorageCommand;
use futures_util::TryStreamExt;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::pin::pin;
use std::process::Stdio;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::process::{ChildStdin, ChildStdout, Command};
use tokio_postgres::{Client, Row};

/// The objects whose bytes are in S3. Its keys are UUIDs.
const OBJECTS: &str = r#"
    select bucket_id, name, version, metadata ->> 'size', metadata ->> 'eTag' from storage.objects
    where bucket_id is not null and name is not null
      and version ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$'
    order by bucket_id collate "C", name collate "C""#;
/// The maximum number of problems in the error message.
const MAX_PROBLEMS: usize = 1000;

/// An object, as the storage service reads it.
#[derive(Serialize)]
struct StoredObject {
    bucket: String,
    name: String,
    version: String,
    size: Option<u64>,
    etag: Option<String>,
}

impl From<Row> for StoredObject {
    fn from(row: Row) -> StoredObject {
        let size: Option<String> = row.get(3);
        StoredObject {
            bucket: row.get(0),
            name: row.get(1),
            version: row.get(2),
            size: size.and_then(|size| size.parse().ok()),
            etag: row.get(4),
        }
    }
}

/// A message of the storage program.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
enum Message {
    Progress { objects: u64, bytes: u64 },
    Problem { bucket: String, name: String, problem: String },
}

/// The totals of a copy.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Copied {
    pub objects: u64,
    pub bytes: u64,
}

/// Runs the storage program with `arguments` on all objects that the transaction of `client` sees.
///
/// # Errors
/// When a file is missing or differs, or the program fails.
pub async fn transfer(
    storage: &StorageCommand,
    arguments: Vec<OsString>,
    client: &Client,
    on_progress: &(dyn Fn(&str) + Sync),
) -> Result<Copied, FilesError> {
    let ChildCommand { program, env, .. } = &storage.command;
    let failed = |cause| FilesError::Run { program: program.clone(), cause };
    let mut process = Command::new(program);
    process.args(arguments).env_clear().envs(env.iter().cloned()).kill_on_drop(true);
    process.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = process.spawn().map_err(failed)?;
    let (Some(input), Some(output)) = (process.stdin.take(), process.stdout.take()) else {
        return Err(FilesError::Ended);
    };
    let (listed, messages) = tokio::join!(write_objects(client, input), read_messages(output, on_progress));
    let status = process.wait().await.map_err(failed)?;
    let (copied, problems) = messages.map_err(failed)?;
    listed?;
    match (status.success(), problems.is_empty()) {
        (true, true) => Ok(copied),
        (true, false) => Err(FilesError::Differ(problems)),
        (false, _) => Err(FilesError::Ended),
    }
}

/// Writes the list. If the program ends early, writing fails, and its exit status tells why.
async fn write_objects(client: &Client, mut input: ChildStdin) -> Result<(), FilesError> {
    let mut rows = pin!(client.query_raw(OBJECTS, std::iter::empty::<&str>()).await?);
    while let Some(row) = rows.try_next().await? {
        let mut line = serde_json::to_vec(&StoredObject::from(row)).unwrap_or_default();
        line.push(b'\n');
        if input.write_all(&line).await.is_err() {
            return Ok(());
        }
    }
    Ok(())
}

async fn read_messages(
    output: ChildStdout,
    on_progress: &(dyn Fn(&str) + Sync),
) -> std::io::Result<(Copied, Vec<String>)> {
    let (mut copied, mut problems) = (Copied::default(), Vec::new());
    let mut lines = BufReader::new(output).lines();
    while let Some(line) = lines.next_line().await? {
        match serde_json::from_str(&line) {
            Ok(Message::Progress { objects, bytes }) => {
                copied = Copied { objects, bytes };
                on_progress(&format!("{objects} objects, {} MB", bytes / 1_000_000));
            }
            Ok(Message::Problem { bucket, name, problem }) if problems.len() < MAX_PROBLEMS => {
                problems.push(format!("  {bucket}/{name}: {problem}"));
            }
            // Further problems are not kept, and lines of its log are no messages.
            Ok(Message::Problem { .. }) | Err(_) => {}
        }
    }
    Ok((copied, problems))
}
