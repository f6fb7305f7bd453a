//! Where an import reads the bytes of objects: a folder, or another S3.
//!
//! `s3://` reads each object from the S3 bucket with the name of the object's bucket, as in Supabase's S3 protocol;
//! `s3://bucket/prefix` reads `prefix/<bucket>/<name>`. The other S3 is described by variables that begin with `SOURCE_`.

use std::path::PathBuf;
use std::pin::Pin;
use std::time::Duration;

use aws_sdk_s3::Client;
use aws_sdk_s3::error::DisplayErrorContext;
use bytes::Bytes;
use futures_util::stream::{Stream, StreamExt, poll_fn};
use service_kit::environment::{Environment, EnvironmentError};
use tokio::fs::File;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_util::io::ReaderStream;

use super::layout;
use super::protocol::{StoredObject, TransferError};
use crate::s3::client_of_source;

const SCHEME: &str = "s3://";
/// Chunks that are read ahead of an upload.
const CHUNKS: usize = 4;
/// How long the other S3 may send nothing in the middle of an object.
const STALL_TIMEOUT: Duration = Duration::from_secs(60);

/// The bytes of an object, with their number.
pub struct Bytestream {
    pub length: u64,
    pub chunks: Pin<Box<dyn Stream<Item = Result<Bytes, String>> + Send + Sync>>,
}

/// A folder or an S3.
pub enum Source {
    Folder(PathBuf),
    S3 { client: Client, bucket: Option<String>, prefix: String },
}

impl Source {
    /// # Errors
    /// When the variables of another S3 are missing.
    pub fn parse(address: &str, environment: &Environment) -> Result<Source, EnvironmentError> {
        let Some(path) = address.strip_prefix(SCHEME) else { return Ok(Source::Folder(address.into())) };
        let client = client_of_source(environment)?;
        let (bucket, prefix) = path.split_once('/').unwrap_or((path, ""));
        let prefix = match prefix.trim_matches('/') {
            "" => String::new(),
            prefix => format!("{prefix}/"),
        };
        Ok(Source::S3 { client, bucket: Some(bucket.to_owned()).filter(|name| !name.is_empty()), prefix })
    }

    /// Opens an object.
    ///
    /// # Errors
    /// When the source has no such file, or is unreadable.
    pub async fn open(&self, object: &StoredObject) -> Result<Bytestream, TransferError> {
        match self {
            Source::Folder(root) => {
                let named = layout::named(root, object).filter(|path| path.is_file());
                open_file(named.unwrap_or_else(|| layout::by_version(root, object))).await
            }
            Source::S3 { client, bucket, prefix } => {
                let (bucket, key) = match bucket {
                    Some(bucket) => (bucket, format!("{prefix}{}/{}", object.bucket, object.name)),
                    None => (&object.bucket, object.name.clone()),
                };
                open_object(client, bucket, key).await
            }
        }
    }
}

async fn open_file(path: PathBuf) -> Result<Bytestream, TransferError> {
    let opened = async {
        let file = File::open(&path).await?;
        let length = file.metadata().await?.len();
        Ok::<_, std::io::Error>((file, length))
    };
    match opened.await {
        Ok((file, length)) => {
            let chunks = ReaderStream::new(file).map(|chunk| chunk.map_err(|cause| cause.to_string()));
            Ok(Bytestream { length, chunks: Box::pin(chunks) })
        }
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Err(TransferError::Missing),
        Err(error) => Err(TransferError::Read(error.to_string())),
    }
}

async fn open_object(client: &Client, bucket: &str, key: String) -> Result<Bytestream, TransferError> {
    let object = client.get_object().bucket(bucket).key(key).send().await.map_err(|error| {
        match error.as_service_error().is_some_and(|error| error.is_no_such_key()) {
            true => TransferError::Missing,
            false => TransferError::Read(DisplayErrorContext(&error).to_string()),
        }
    })?;
    let length = object.content_length.and_then(|length| u64::try_from(length).ok()).unwrap_or_default();
    // An upload needs a stream that is `Sync`, which the SDK's is not.
    let (sender, mut chunks) = mpsc::channel(CHUNKS);
    let mut body = object.body;
    tokio::spawn(async move {
        loop {
            let chunk = match timeout(STALL_TIMEOUT, body.next()).await {
                Ok(None) => return,
                Ok(Some(chunk)) => chunk.map_err(|cause| cause.to_string()),
                Err(_) => Err(format!("no data for {} seconds", STALL_TIMEOUT.as_secs())),
            };
            let has_failed = chunk.is_err();
            if sender.send(chunk).await.is_err() || has_failed {
                return;
            }
        }
    });
    Ok(Bytestream { length, chunks: Box::pin(poll_fn(move |context| chunks.poll_recv(context))) })
}
