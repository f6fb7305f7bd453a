//! The set-up of every test: its own database, its own S3, and the service itself, each as a process.

mod client;
mod connection;
mod faulty_s3;
pub mod images;
mod s3;
mod tls;
mod tus;

pub use client::{Client, Response, names};
pub use connection::{memory, start_form, start_patch, start_upload};
pub use faulty_s3::{Call, Fault, FaultyS3};
pub use s3::S3;
pub use service_test::Form;
pub use tus::{TusUpload, creation, metadata_header};

use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use service_test::{anon_key, service_role_key, sign};
use std::time::Duration;
use tempfile::NamedTempFile;
use test_db::Database;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};
use uuid::Uuid;

use self::tls::TlsFront;

const BINARY: &str = env!("CARGO_BIN_EXE_storage");
/// The timeout for a process to start, on a loaded machine.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A storage service with its backends. Stopped when this value is dropped.
pub struct Stack {
    pub database: Database,
    address: String,
    service: Child,
    s3: S3,
    variables: Vec<(String, String)>,
    /// The certificate of the authority that the service trusts, which it reads before its first request to S3.
    _authority: Option<NamedTempFile>,
}

/// A further instance of the service. Stopped when this value is dropped.
pub struct Instance {
    address: String,
    _service: Child,
}

impl Instance {
    /// A client of this instance with the service key.
    pub fn service(&self) -> Client {
        Client::new(&self.address).bearer(&service_role_key())
    }
}

impl Stack {
    pub async fn start() -> Self {
        Self::start_with(&[]).await
    }

    /// With further environment variables for the service.
    pub async fn start_with(variables: &[(&str, &str)]) -> Self {
        Self::start_on(Database::platform().await, variables).await
    }

    /// On a database with the product's tables, whose rows refer to files.
    pub async fn start_with_product(variables: &[(&str, &str)]) -> Self {
        Self::start_on(Database::create().await, variables).await
    }

    /// With an S3 that can inject faults.
    pub async fn start_with_faulty_s3(variables: &[(&str, &str)]) -> (Self, FaultyS3) {
        let s3 = S3::start().await;
        let proxy = FaultyS3::start(s3.address()).await;
        let url = proxy.url();
        let variables = [&[("STORAGE_S3_ENDPOINT", url.as_str())], variables].concat();
        (Self::start_before(Database::platform().await, s3, &variables).await, proxy)
    }

    /// With the embedded S3, whose folder the service reads, behind a proxy that can inject faults.
    pub async fn start_on_folder() -> (Self, FaultyS3) {
        let s3 = S3::embedded().await;
        let proxy = FaultyS3::start(s3.address()).await;
        let (url, folder) = (proxy.url(), s3.folder().to_str().unwrap().to_owned());
        let variables = [("STORAGE_S3_ENDPOINT", url.as_str()), ("STORAGE_S3_FOLDER", folder.as_str())];
        (Self::start_before(Database::platform().await, s3, &variables).await, proxy)
    }

    /// With an S3 behind TLS. `variables` are made of the path of its authority's certificate.
    pub async fn start_behind_tls(variables: impl Fn(&str) -> Vec<(&'static str, String)>) -> Self {
        let s3 = S3::start().await;
        let TlsFront { url, authority } = TlsFront::start(s3.address()).await;
        let variables = variables(authority.path().to_str().unwrap());
        let mut all: Vec<_> = variables.iter().map(|(name, value)| (*name, value.as_str())).collect();
        all.push(("STORAGE_S3_ENDPOINT", &url));
        let stack = Self::start_before(Database::platform().await, s3, &all).await;
        Self { _authority: Some(authority), ..stack }
    }

    /// On another database than the usual one.
    pub async fn start_on(database: Database, variables: &[(&str, &str)]) -> Self {
        Self::start_before(database, S3::start().await, variables).await
    }

    async fn start_before(database: Database, s3: S3, variables: &[(&str, &str)]) -> Self {
        let mut environment = vec![
            ("PORT".to_owned(), "0".to_owned()),
            ("DATABASE_URL".to_owned(), database.url("supabase_storage_admin")),
            ("SUPABASE_JWKS".to_owned(), key_set()),
            ("STORAGE_DELETED_RETENTION".to_owned(), "0".to_owned()),
        ];
        environment.extend(s3.variables());
        environment.extend(variables.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())));
        let mut service = command(&[]).envs(environment.iter().cloned()).spawn().unwrap();
        let address = address(&mut service).await;
        Self { database, address, service, s3, variables: environment, _authority: None }
    }

    /// Starts another instance of the service on the same database and S3.
    pub async fn start_instance(&self) -> Instance {
        let mut service = command(&[]).envs(self.variables.iter().cloned()).spawn().unwrap();
        let address = address(&mut service).await;
        Instance { address, _service: service }
    }

    /// A client without a token.
    pub fn without_token(&self) -> Client {
        Client::new(&self.address)
    }

    /// A client with the anonymous key.
    pub fn anon(&self) -> Client {
        self.without_token().bearer(&anon_key())
    }

    /// A client with the service key, which bypasses row-level security.
    pub fn service(&self) -> Client {
        self.without_token().bearer(&service_role_key())
    }

    /// A client with a signed-in person's token.
    pub fn person(&self, id: Uuid) -> Client {
        let claims = json!({ "role": "authenticated", "sub": id, "exp": 4_102_444_800_u64 });
        self.without_token().bearer(&sign(&claims))
    }

    pub fn service_pid(&self) -> u32 {
        self.service.id().unwrap()
    }

    /// Creates a bucket with the service key, and returns its name.
    pub async fn bucket(&self, bucket: Value) -> String {
        let response = self.service().post("/bucket", bucket).await.expect(200);
        response.json()["name"].as_str().unwrap().to_owned()
    }

    /// Runs SQL as the superuser, e.g. a policy.
    pub async fn sql(&self, sql: &str) {
        self.database.client().await.batch_execute(sql).await.unwrap();
    }

    /// The number that a query returns.
    pub async fn number(&self, query: &str) -> i64 {
        self.database.client().await.query_one(query, &[]).await.unwrap().get(0)
    }

    /// All files in S3, including side files and incomplete multipart uploads, once no orphan is left.
    pub async fn files(&self) -> Vec<String> {
        self.wait_for_no_orphans().await;
        self.s3.files().await
    }

    /// The objects in S3, once no orphan is left.
    pub async fn objects(&self) -> Vec<String> {
        self.wait_for_no_orphans().await;
        self.s3.objects().await
    }

    /// The objects in S3 now.
    pub async fn objects_without_waiting(&self) -> Vec<String> {
        self.s3.objects().await
    }

    async fn wait_for_no_orphans(&self) {
        eventually(async || self.number("select count(*) from storage.orphaned_blobs").await == 0).await;
    }

    /// The S3 behind the service.
    pub fn s3(&self) -> &S3 {
        &self.s3
    }

    /// Kills the service with SIGKILL, as a crash would, and waits for its end.
    pub async fn kill_service(&mut self) {
        self.service.kill().await.unwrap();
    }

    /// Starts the service again, on another port.
    pub async fn restart_service(&mut self) {
        self.service = command(&[]).envs(self.variables.iter().cloned()).spawn().unwrap();
        self.address = address(&mut self.service).await;
    }

    /// Makes all orphans due, and removes them.
    pub async fn sweep_all_orphans(&self) {
        self.sql("update storage.orphaned_blobs set expires_at = now()").await;
        self.sweep_successfully().await;
        self.wait_for_no_orphans().await;
    }

    /// Runs `storage gc`, which must succeed.
    pub async fn sweep_successfully(&self) {
        let ended = self.sweep().await;
        assert!(ended.status.success(), "{ended:?}");
    }

    /// Runs `storage gc`.
    pub async fn sweep(&self) -> std::process::Output {
        command(&["gc"]).envs(self.variables.iter().cloned()).output().await.unwrap()
    }
}

/// Waits until a condition holds.
pub async fn eventually(mut holds: impl AsyncFnMut() -> bool) {
    let waiting = async {
        while !holds().await {
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, waiting).await.expect("in time");
}

/// The shared secret, in the format of the gateway's configuration.
fn key_set() -> String {
    let key = BASE64_URL_SAFE_NO_PAD.encode(service_test::SECRET);
    json!({ "keys": [{ "kty": "oct", "k": key, "alg": "HS256" }] }).to_string()
}

fn command(arguments: &[&str]) -> Command {
    let mut command = service_test::bare_command(BINARY);
    command.args(arguments);
    command
}

/// The address that a process logs when it listens. Its later log is read and dropped, so that it does not block.
async fn address(child: &mut Child) -> String {
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let mut seen = Vec::new();
    let address = loop {
        let line = tokio::time::timeout(TIMEOUT, lines.next_line()).await.unwrap().unwrap();
        let line = line.unwrap_or_else(|| panic!("did not start: {seen:?}"));
        let fields: Value = serde_json::from_str(&line).unwrap_or_default();
        match fields["address"].as_str() {
            Some(address) => break address.to_owned(),
            None => seen.push(line),
        }
    };
    tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
    address
}
