//! The objects on standard input and the messages on standard output.

use serde::{Deserialize, Serialize};
use std::io::Write;
use std::path::PathBuf;
use tokio::io::{AsyncBufReadExt, BufReader, Lines, Stdin};
use uuid::Uuid;

use crate::s3::Blob;

/// Objects that are copied concurrently.
pub const CONCURRENT: usize = 8;
/// Objects between two reports of progress.
const BATCH: usize = 100;

/// An object that is to be copied, as one line of standard input.
#[derive(Debug, Clone, Deserialize)]
pub struct StoredObject {
    /// Its bucket.
    pub bucket: String,
    /// Its name within the bucket.
    pub name: String,
    /// Names its bytes in S3.
    pub version: Uuid,
    /// In bytes, if it is known.
    pub size: Option<u64>,
    /// The ETag in its metadata: the MD5 of the bytes, unless they were uploaded in parts.
    pub etag: Option<String>,
}

impl StoredObject {
    pub(super) fn blob(&self) -> Blob {
        Blob::at(Some(format!("{}/{}", self.bucket, self.name)), self.version)
    }
}

/// One line of standard output.
#[derive(Debug, Serialize)]
#[serde(rename_all = "snake_case", tag = "kind")]
enum Message {
    /// The totals so far.
    Progress { objects: u64, bytes: u64 },
    /// An object that was not copied.
    Problem { bucket: String, name: String, problem: String },
}

/// Why one object was not copied.
#[derive(Debug, thiserror::Error)]
pub enum TransferError {
    /// The source has no such file.
    #[error("there is no such file")]
    Missing,
    /// The bytes differ from the size or checksum in the row.
    #[error("{0}")]
    Differs(String),
    /// The source cannot be read.
    #[error("cannot be read: {0}")]
    Read(String),
    /// The file cannot be written.
    #[error("cannot be written to {path}: {cause}", path = .path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's error.
        cause: std::io::Error,
    },
    /// S3 or Postgres failed.
    #[error("{0}")]
    Storage(String),
}

impl From<crate::Error> for TransferError {
    fn from(error: crate::Error) -> TransferError {
        TransferError::Storage(error.cause())
    }
}

/// Reads objects from standard input, batch by batch.
pub struct Objects(Lines<BufReader<Stdin>>);

impl Objects {
    pub fn of_stdin() -> Objects {
        Objects(BufReader::new(tokio::io::stdin()).lines())
    }

    /// Empty at the end.
    pub async fn next_batch(&mut self) -> std::io::Result<Vec<StoredObject>> {
        let mut batch = Vec::new();
        while batch.len() < BATCH {
            let Some(line) = self.0.next_line().await? else { break };
            batch.push(serde_json::from_str(&line)?);
        }
        Ok(batch)
    }
}

/// Counts copied objects and bytes, and prints messages.
#[derive(Default)]
pub struct Outcome {
    objects: u64,
    bytes: u64,
}

impl Outcome {
    pub fn add(&mut self, results: Vec<(StoredObject, Result<u64, TransferError>)>) -> std::io::Result<()> {
        for (StoredObject { bucket, name, .. }, result) in results {
            match result {
                Ok(bytes) => {
                    self.objects += 1;
                    self.bytes += bytes;
                }
                Err(problem) => print(&Message::Problem { bucket, name, problem: problem.to_string() })?,
            }
        }
        print(&Message::Progress { objects: self.objects, bytes: self.bytes })
    }
}

fn print(message: &Message) -> std::io::Result<()> {
    let mut output = std::io::stdout().lock();
    serde_json::to_writer(&mut output, message)?;
    output.write_all(b"\n")?;
    output.flush()
}
