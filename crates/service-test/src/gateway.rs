//! The gateway as a process, with the services that its configuration enables.

use crate::service::TIMEOUT;
use crate::tokens::{SECRET, anon_key, service_role_key};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tempfile::TempDir;
use test_db::Database;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// The running gateway. Killed when this value is dropped, and the services with it.
pub struct Gateway {
    address: String,
    _process: Child,
    _folder: TempDir,
}

impl Gateway {
    /// Starts the gateway next to `binary` with this content of `supabase-compat.toml`.
    pub async fn start(binary: &str, configuration: &str) -> Gateway {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("supabase-compat.toml");
        std::fs::write(&file, configuration).expect("the configuration");
        let mut command = Command::new(sibling(binary, "rest-gateway"));
        command
            .args(["serve", "--port", "0", "--config"])
            .arg(&file)
            .env_clear()
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true);
        let mut process = command.spawn().expect("start the gateway");
        let mut lines = BufReader::new(process.stdout.take().expect("its output")).lines();
        let line =
            tokio::time::timeout(TIMEOUT, lines.next_line()).await.expect("the gateway starts in time");
        let line = line.expect("read its output").expect("the gateway says where it listens");
        let address = line.rsplit_once(' ').expect("an address").1.to_owned();
        Gateway { address, _process: process, _folder: folder }
    }

    /// Starts the gateway next to `binary` with the auth service behind it. `settings` are lines of `[auth]` and
    /// sections that follow it. Tokens are valid for a week, as in the product.
    pub async fn with_auth(binary: &str, database: &Database, settings: &str) -> Gateway {
        let (anon_key, service_role_key) = (anon_key(), service_role_key());
        let configuration = format!(
            "{}[auth]\njwt_secret = \"{SECRET}\"\nanon_key = \"{anon_key}\"\nservice_role_key = \"{service_role_key}\"\n\
             jwt_expiry = 604800\njwt_issuer = \"http://127.0.0.1:54321/auth/v1\"\n{settings}\n",
            database_section(database)
        );
        Gateway::start(binary, &configuration).await
    }

    /// Starts the gateway next to `binary` with the realtime service behind it. `settings` are lines of `[realtime]`.
    pub async fn with_realtime(binary: &str, database: &Database, settings: &str) -> Gateway {
        let (anon_key, service_role_key) = (anon_key(), service_role_key());
        let configuration = format!(
            "{}supabase_realtime_admin = \"any\"\n\
             [auth]\nenabled = false\njwt_secret = \"{SECRET}\"\nanon_key = \"{anon_key}\"\n\
             service_role_key = \"{service_role_key}\"\npublishable_key = \"sb_publishable_for_tests_of_the_gateway\"\n\
             [storage]\nenabled = false\n[realtime]\n{settings}\n",
            passwords_section(database)
        );
        Gateway::start(binary, &configuration).await
    }

    /// The address at which it listens, e.g. `http://127.0.0.1:4000`.
    pub fn address(&self) -> &str {
        &self.address
    }
}

/// The section `[db]` for a test's database, without the realtime service.
pub(crate) fn database_section(database: &Database) -> String {
    format!("{}[realtime]\nenabled = false\n", passwords_section(database))
}

fn passwords_section(database: &Database) -> String {
    format!(
        "[db]\nurl = \"{}\"\n\
         [db.passwords]\nauthenticator = \"any\"\nsupabase_auth_admin = \"any\"\nsupabase_storage_admin = \"any\"\n",
        database.superuser_url()
    )
}

/// The path of another program of the workspace, in the folder of `binary`.
pub fn sibling(binary: &str, name: &str) -> String {
    let path: PathBuf = Path::new(binary).with_file_name(name);
    assert!(path.is_file(), "{} is not there: cargo build --workspace --bins", path.display());
    path.to_str().expect("a path in Unicode").to_owned()
}
