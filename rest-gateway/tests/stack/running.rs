//! A stack for one test, on a temporary folder and free ports. It ends with the test.

use crate::processes;
use bytes::Bytes;
use http_body_util::{BodyExt, Full};
use hyper::{Request, StatusCode, http::request};
use hyper_util::client::legacy::Client;
use hyper_util::rt::TokioExecutor;
use serde_json::Value;
use std::fs::{self, File, Permissions};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc;
use tempfile::TempDir;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_rest-gateway");

/// Supabase's public demo keys.
pub const DEMO_JWT_SECRET: &str = "super-secret-jwt-token-with-at-least-32-characters-long";
pub const DEMO_ANON_KEY: &str = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6ImFub24iLCJleHAiOjE5ODM4MTI5OTZ9.CRXP1A7WOeoJeXxjNni43kdQwgnWNReilDMblYTn_I0";

/// A temporary folder with a configuration. Stacks can be started on it one after the other.
pub struct Place {
    folder: TempDir,
}

impl Place {
    pub fn new() -> Place {
        Place::with_config(
            "[storage.buckets.pictures]\npublic = true\nobjects_path = \"pictures\"\n\
             [functions.user-auth]\nverify_jwt = false\n[db.seed]\nsample_hotels = true\n",
        )
    }

    pub fn with_config(config: &str) -> Place {
        let place = Place::without_config();
        place.configure(config);
        place
    }

    /// With a configuration of `serve` for REST alone. `db` is the section of the database, which trusts everybody.
    pub fn of_rest(db: &str) -> Place {
        Place::with_config(&format!(
            "[db]\n{db}\n[db.passwords]\nauthenticator = \"any: the server trusts\"\n\
             [auth]\nenabled = false\njwt_secret = \"{DEMO_JWT_SECRET}\"\nanon_key = \"{DEMO_ANON_KEY}\"\n\
             [storage]\nenabled = false\n[realtime]\nenabled = false\n"
        ))
    }

    pub fn without_config() -> Place {
        let folder = tempfile::tempdir().unwrap();
        // Postgres may run as another user, which must be able to enter.
        fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        fs::create_dir(folder.path().join("pictures")).unwrap();
        fs::write(folder.path().join("pictures/one.txt"), "a picture").unwrap();
        Place { folder }
    }

    pub fn configure(&self, config: &str) {
        fs::write(self.path().join("supabase-compat.toml"), config).unwrap();
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn data(&self) -> PathBuf {
        self.path().join("data")
    }

    /// The command `rest-gateway up` on this folder.
    pub fn up_command(&self) -> Command {
        let mut command = Command::new(PROGRAM);
        command.args(["up", "--port", "0", "--data"]).arg(self.data()).current_dir(self.path());
        // The registry of stacks, which is otherwise the developer's.
        command.env("XDG_STATE_HOME", self.path().join("state"));
        command
    }

    pub fn status(&self, output: &str) -> Output {
        Command::new(PROGRAM).args(["status", "-o", output, "--data"]).arg(self.data()).output().unwrap()
    }

    pub fn start(&self) -> Stack {
        self.start_by(self.up_command())
    }

    /// Runs `serve` on a free port, which ends its line.
    pub fn serve(&self) -> Stack {
        let mut command = Command::new(PROGRAM);
        command.args(["serve", "--port", "0", "--config", "supabase-compat.toml"]).current_dir(self.path());
        Stack::started(self, command, "Listening on")
    }

    /// Starts a stack with a command that runs `up_command`, and waits until it is ready.
    pub fn start_by(&self, command: Command) -> Stack {
        let stack = Stack::started(self, command, "Ctrl-C");
        let status = self.status("json");
        assert!(status.status.success(), "{}", String::from_utf8_lossy(&status.stderr));
        Stack { addresses: serde_json::from_slice(&status.stdout).unwrap(), ..stack }
    }
}

/// A running stack or server.
pub struct Stack {
    process: Process,
    /// The output of `status`; null for a command without one.
    addresses: Value,
    /// The line of standard output that contained the ready message.
    pub line: String,
    /// Standard output up to that line.
    pub output: String,
    /// The later lines of standard output.
    pub later: mpsc::Receiver<String>,
    log: PathBuf,
}

/// Dropping it ends the process and its descendants.
struct Process(Child);

impl Stack {
    /// Starts a command and waits until its output contains `ready`.
    pub fn started(place: &Place, mut command: Command, ready: &str) -> Stack {
        let log = place.path().join("log");
        let mut child = command.stdout(Stdio::piped()).stderr(File::create(&log).unwrap()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
        let mut output = String::new();
        let ready_line = lines.find(|line| {
            output += &format!("{line}\n");
            line.contains(ready)
        });
        let Some(line) = ready_line else {
            panic!("it did not start: {}", fs::read_to_string(&log).unwrap());
        };
        // Later output must not fill the pipe.
        let (sender, later) = mpsc::channel();
        std::thread::spawn(move || lines.for_each(|line| drop(sender.send(line))));
        Stack { process: Process(child), addresses: Value::Null, line, output, later, log }
    }

    /// Starts a command that may not become ready.
    pub fn spawned(place: &Place, mut command: Command) -> Stack {
        let log = place.path().join("log");
        let child = command.stdout(Stdio::null()).stderr(File::create(&log).unwrap()).spawn().unwrap();
        let (line, output, (_, later)) = (String::new(), String::new(), mpsc::channel());
        Stack { process: Process(child), addresses: Value::Null, line, output, later, log }
    }

    pub fn pid(&self) -> u32 {
        self.process.0.id()
    }

    /// A value of `status`, which leaves out empty ones.
    pub fn value(&self, name: &str) -> &str {
        self.addresses[name].as_str().unwrap_or_default()
    }

    pub fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    /// Sends a signal by name and waits for the exit.
    pub fn end(&mut self, signal: &str) -> ExitStatus {
        processes::signal(self.pid(), signal);
        self.wait()
    }

    pub fn wait(&mut self) -> ExitStatus {
        self.process.0.wait().unwrap()
    }

    /// GET with the public key; the status and the body.
    pub async fn get(&self, path: &str) -> (StatusCode, String) {
        get(&format!("{}{path}", self.value("API_URL")), self.value("ANON_KEY")).await
    }

    /// GET with a user's token.
    pub async fn get_as(&self, path: &str, token: &str) -> (StatusCode, String) {
        self.get_with(path, &[("authorization", &format!("Bearer {token}"))]).await
    }

    /// GET with the public key and further headers.
    pub async fn get_with(&self, path: &str, headers: &[(&str, &str)]) -> (StatusCode, String) {
        let request = self.request("GET", path);
        let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
        answer(request.body(Full::default()).unwrap()).await
    }

    /// POST with the public key; the answer's JSON.
    pub async fn post(&self, path: &str, body: &Value) -> Value {
        let (status, text) = self.post_for_status(path, body).await;
        assert!(status.is_success(), "{status} {text}");
        serde_json::from_str(&text).unwrap()
    }

    /// POST with the public key; the status and the body.
    pub async fn post_for_status(&self, path: &str, body: &Value) -> (StatusCode, String) {
        let request = self.request("POST", path).header("content-type", "application/json");
        answer(request.body(Full::from(body.to_string())).unwrap()).await
    }

    /// POST with the public key to a schema other than the first one; the status and the body.
    pub async fn post_to_schema(&self, schema: &str, path: &str, body: &Value) -> (StatusCode, String) {
        let request = self.request("POST", path).header("content-type", "application/json");
        let request = request.header("content-profile", schema);
        answer(request.body(Full::from(body.to_string())).unwrap()).await
    }

    /// Any request with a user's token; the status and the body.
    pub async fn send_as(
        &self,
        token: &str,
        method: &str,
        path: &str,
        content_type: &str,
        body: &str,
    ) -> (StatusCode, String) {
        let request = self.request(method, path).header("authorization", format!("Bearer {token}"));
        let request = request.header("content-type", content_type);
        answer(request.body(Full::from(body.to_owned())).unwrap()).await
    }

    fn request(&self, method: &str, path: &str) -> request::Builder {
        let uri = format!("{}{path}", self.value("API_URL"));
        Request::builder().method(method).uri(uri).header("apikey", self.value("ANON_KEY"))
    }

    /// The one value of a query, as the superuser.
    pub async fn query(&self, sql: &str) -> Result<String, tokio_postgres::Error> {
        let (client, connection) =
            tokio_postgres::connect(self.value("DB_URL"), tokio_postgres::NoTls).await?;
        tokio::spawn(connection);
        let rows = client.simple_query(sql).await?;
        let value = rows.iter().find_map(|message| match message {
            tokio_postgres::SimpleQueryMessage::Row(row) => row.get(0).map(str::to_owned),
            _ => None,
        });
        Ok(value.unwrap_or_default())
    }
}

/// GET with a key; the status and the body.
pub async fn get(url: &str, key: &str) -> (StatusCode, String) {
    answer(Request::get(url).header("apikey", key).body(Full::default()).unwrap()).await
}

async fn answer(request: Request<Full<Bytes>>) -> (StatusCode, String) {
    let client = Client::builder(TokioExecutor::new()).build_http();
    let answer = client.request(request).await.unwrap();
    let status = answer.status();
    let body = answer.into_body().collect().await.unwrap().to_bytes();
    (status, String::from_utf8(body.to_vec()).unwrap())
}

impl Drop for Process {
    fn drop(&mut self) {
        if matches!(self.0.try_wait(), Ok(None)) {
            let family = processes::descendants(self.0.id());
            processes::signal(self.0.id(), "TERM");
            self.0.wait().unwrap();
            processes::wait_until_exited(&family);
        }
    }
}
