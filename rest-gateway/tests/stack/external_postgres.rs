//! `up --db-url` on a Postgres with password authentication: as superuser, as a database owner, and beside another
//! stack.

use crate::running::{PROGRAM, Place, Stack};
use hyper::StatusCode;
use postgres_server::{Auth, Binaries, Options, Server};
use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::process::Command;
use tempfile::TempDir;

const PASSWORD: &str = "the superuser's";
const CONFIG: &str = "[storage]\nenabled = false\n[db.seed]\nsample_hotels = true\n";
const FIRST_HOTEL: &str = "/rest/v1/hotels?select=id&order=id&limit=1";

struct Cluster {
    server: Server,
    _folder: TempDir,
}

impl Cluster {
    fn start() -> Cluster {
        let folder = tempfile::tempdir().unwrap();
        std::fs::set_permissions(folder.path(), Permissions::from_mode(0o755)).unwrap();
        let auth = Auth::Password(PASSWORD.to_owned());
        let data_dir = folder.path().join("postgres");
        let (settings, extensions) = (Vec::new(), Vec::new());
        let options = Options { data_dir, port: 0, auth, durable: false, settings, extensions };
        let server = Server::start(&Binaries::find().unwrap(), options).unwrap();
        Cluster { server, _folder: folder }
    }

    fn url(&self, role: &str, database: &str) -> String {
        self.server.url(role, Some(PASSWORD), database)
    }

    async fn execute(&self, database: &str, statements: &[&str]) {
        let (client, connection) =
            tokio_postgres::connect(&self.url("postgres", database), tokio_postgres::NoTls).await.unwrap();
        tokio::spawn(connection);
        for statement in statements {
            client.batch_execute(statement).await.unwrap();
        }
    }
}

fn up(place: &Place, url: &str, more: &[&str]) -> Command {
    let mut command = place.up_command();
    command.args(["--db-url", url]).args(more);
    command
}

/// Runs a command that must fail. Returns its standard error.
fn error_of(mut command: Command) -> String {
    let output = command.output().unwrap();
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

async fn assert_answers(stack: &Stack) {
    let (status, hotels) = stack.get(FIRST_HOTEL).await;
    assert_eq!((status, hotels.as_str()), (StatusCode::OK, r#"[{"id":1}]"#));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_existing_role_password_is_changed_only_on_request() {
    let cluster = Cluster::start();
    let url = cluster.url("postgres", "postgres");
    let (first, second) = (Place::with_config(CONFIG), Place::with_config(CONFIG));
    let mut stack = first.start_by(up(&first, &url, &[]));
    assert_answers(&stack).await;

    let error = error_of(up(&second, &url, &[]));
    assert!(error.contains("`authenticator`") && error.contains("[db.passwords]"), "{error}");
    assert!(error.contains("--set-role-passwords"), "{error}");
    stack.end("TERM");
    stack = first.start_by(up(&first, &url, &[]));
    assert_answers(&stack).await;
    stack.end("TERM");

    let stack = second.start_by(up(&second, &url, &["--set-role-passwords"]));
    assert_answers(&stack).await;
    let error = error_of(up(&first, &url, &[]));
    assert!(error.contains("`authenticator`"), "the other stack has changed it: {error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn up_sets_the_passwords_of_roles_created_by_migrate() {
    let cluster = Cluster::start();
    let url = cluster.url("postgres", "postgres");
    assert!(Command::new(PROGRAM).args(["migrate", "--db-url", &url]).output().unwrap().status.success());
    let place = Place::with_config(CONFIG);
    assert_answers(&place.start_by(up(&place, &url, &[]))).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_owner_without_superuser_can_run_a_stack() {
    let cluster = Cluster::start();
    let owner = format!("create role owner login createrole password '{}'", PASSWORD.replace('\'', "''"));
    cluster.execute("postgres", &[&owner, "create database app owner owner"]).await;
    let place = Place::with_config(CONFIG);
    let url = cluster.url("owner", "app");
    let error = error_of(up(&place, &url, &[]));
    let statements: Vec<&str> = error.lines().filter(|line| line.ends_with(';')).collect();
    assert!(statements.iter().any(|it| it.contains("service_role")), "the error has the statements: {error}");
    cluster.execute("app", &statements).await;
    assert_answers(&place.start_by(up(&place, &url, &[]))).await;
}
