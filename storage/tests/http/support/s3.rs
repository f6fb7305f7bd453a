//! The S3 of a test: the embedded server over a temporary folder or, if `TEST_S3_ENDPOINT` names another server, a new
//! bucket of that server.

use std::path::Path;
use std::process::Stdio;

use aws_sdk_s3::Client;
use aws_sdk_s3::config::{BehaviorVersion, Credentials, Region};
use tempfile::TempDir;
use tokio::process::Child;
use uuid::Uuid;

use super::{address, command};

/// Of the form that Swift requires.
pub const ACCESS_KEY_ID: &str = "test:tester";
pub const SECRET_ACCESS_KEY: &str = "test-secret";
const REGION: &str = "us-east-1";

/// The embedded server is stopped, and its folder deleted, when this value is dropped.
pub enum S3 {
    Embedded { process: Box<Child>, address: String, bucket: String, folder: TempDir },
    Elsewhere { address: String, bucket: String, client: Client },
}

impl S3 {
    pub async fn start() -> Self {
        match std::env::var("TEST_S3_ENDPOINT") {
            Ok(address) if !address.is_empty() => Self::elsewhere(address).await,
            _ => Self::embedded().await,
        }
    }

    pub async fn embedded() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let bucket = "bytes".to_owned();
        let (process, address) = embedded_server(folder.path(), &bucket).await;
        Self::Embedded { process, address, bucket, folder }
    }

    /// Kills the embedded server with SIGKILL, as a crash would, and starts it again on its folder.
    pub async fn crash(&mut self) {
        let Self::Embedded { process, address, bucket, folder } = self else { panic!("not embedded") };
        process.kill().await.unwrap();
        (*process, *address) = embedded_server(folder.path(), bucket).await;
    }

    /// The folder of the embedded server.
    pub fn folder(&self) -> &Path {
        match self {
            Self::Embedded { folder, .. } => folder.path(),
            Self::Elsewhere { .. } => panic!("not embedded"),
        }
    }

    pub fn bucket(&self) -> &str {
        let (Self::Embedded { bucket, .. } | Self::Elsewhere { bucket, .. }) = self;
        bucket
    }

    /// A client with this server's keys.
    pub fn client(&self) -> Client {
        client(self.address())
    }

    async fn elsewhere(address: String) -> Self {
        let bucket = format!("test-{}", Uuid::new_v4());
        let client = client(&address);
        client.create_bucket().bucket(&bucket).send().await.unwrap();
        Self::Elsewhere { address, bucket, client }
    }

    pub fn address(&self) -> &str {
        match self {
            Self::Embedded { address, .. } | Self::Elsewhere { address, .. } => address,
        }
    }

    /// The service's environment variables for this S3.
    pub fn variables(&self) -> Vec<(String, String)> {
        [
            ("STORAGE_S3_BUCKET", self.bucket()),
            ("STORAGE_S3_ENDPOINT", self.address()),
            ("STORAGE_S3_REGION", REGION),
            ("STORAGE_S3_FORCE_PATH_STYLE", "true"),
            ("AWS_ACCESS_KEY_ID", ACCESS_KEY_ID),
            ("AWS_SECRET_ACCESS_KEY", SECRET_ACCESS_KEY),
        ]
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .into()
    }

    /// Aborts all multipart uploads, as an administrator of the S3 might.
    pub async fn abort_uploads(&self) {
        let (client, bucket) = (self.client(), self.bucket());
        let uploads = client.list_multipart_uploads().bucket(bucket).send().await.unwrap();
        for upload in uploads.uploads() {
            let abort = client.abort_multipart_upload().bucket(bucket);
            abort.set_key(upload.key.clone()).set_upload_id(upload.upload_id.clone()).send().await.unwrap();
        }
    }

    /// All files: objects and incomplete multipart uploads.
    pub async fn files(&self) -> Vec<String> {
        match self {
            Self::Embedded { folder, .. } => files_in(folder.path()),
            Self::Elsewhere { bucket, client, .. } => {
                let uploads = client.list_multipart_uploads().bucket(bucket).send().await.unwrap();
                let uploads = uploads.uploads().iter().map(|one| format!("upload of {:?}", one.key()));
                self.objects().await.into_iter().chain(uploads).collect()
            }
        }
    }

    /// All objects.
    pub async fn objects(&self) -> Vec<String> {
        match self {
            Self::Embedded { folder, bucket, .. } => files_in(&folder.path().join(bucket)),
            Self::Elsewhere { bucket, client, .. } => {
                let listed = client.list_objects_v2().bucket(bucket).send().await.unwrap();
                listed.contents().iter().filter_map(|object| object.key().map(str::to_owned)).collect()
            }
        }
    }
}

async fn embedded_server(folder: &Path, bucket: &str) -> (Box<Child>, String) {
    let mut process = command(&["s3", "--data", folder.to_str().unwrap()])
        .env("AWS_ACCESS_KEY_ID", ACCESS_KEY_ID)
        .env("AWS_SECRET_ACCESS_KEY", SECRET_ACCESS_KEY)
        .env("STORAGE_S3_BUCKET", bucket)
        .stdin(Stdio::null())
        .spawn()
        .unwrap();
    let address = address(&mut process).await;
    (Box::new(process), address)
}

fn client(address: &str) -> Client {
    let config = aws_sdk_s3::Config::builder()
        .behavior_version(BehaviorVersion::latest())
        .credentials_provider(Credentials::new(ACCESS_KEY_ID, SECRET_ACCESS_KEY, None, None, "test"))
        .region(Region::new(REGION))
        .endpoint_url(address)
        .force_path_style(true)
        .http_client(aws_smithy_http_client::Builder::new().build_http())
        .sleep_impl(aws_smithy_async::rt::sleep::TokioSleep::new())
        .retry_config(aws_sdk_s3::config::retry::RetryConfig::disabled())
        // As the storage service, so that bodies are sent as they are.
        .request_checksum_calculation(aws_sdk_s3::config::RequestChecksumCalculation::WhenRequired)
        .build();
    Client::from_conf(config)
}

fn files_in(folder: &Path) -> Vec<String> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let entry = entry.unwrap();
            if entry.file_type().unwrap().is_dir() {
                folders.push(entry.path())
            } else {
                files.push(entry.path().to_string_lossy().into_owned())
            }
        }
    }
    files
}
