//! Logins at real Postgres servers, with TLS and without.

// A failed setup step fails the test.
#![allow(clippy::unwrap_used)]

use std::net::TcpListener;

use postgres_connect::Connector;
use postgres_wire::{Error, Session};
use test_db::{Database, Encrypted};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::OnceCell;

async fn connect(address: &str) -> Result<Session, Error> {
    postgres_wire::connect(&Connector::parse(address).unwrap()).await
}

async fn login_error(address: &str) -> String {
    connect(address).await.err().unwrap().to_string()
}

async fn text(session: &mut Session, sql: &str) -> String {
    let rows = session.query(sql, &[]).await.unwrap();
    rows[0].text(0).unwrap().unwrap().to_owned()
}

async fn is_encrypted(session: &mut Session) -> bool {
    text(session, "select ssl::text from pg_stat_ssl where pid = pg_backend_pid()").await == "true"
}

/// A superuser's session on the server with TLS.
async fn superuser() -> Session {
    connect(&encrypted("postgres", "sslmode=require")).await.unwrap()
}

/// Creates the roles that log in with a password, once for all tests.
async fn create_password_roles() {
    static CREATED: OnceCell<()> = OnceCell::const_new();
    let create = async || {
        let roles = "create role by_password login password 'secret';
                     create role by_clear_text login password 'secret';
                     set password_encryption = 'md5'; create role by_md5 login password 'secret'";
        superuser().await.execute(roles).await.unwrap();
    };
    CREATED.get_or_init(create).await;
}

fn encrypted(role: &str, parameters: &str) -> String {
    Encrypted::server().url(role, "postgres", parameters)
}

/// `host:port` and the database's name, on the server without TLS.
fn host_and_database(database: &Database) -> (String, String) {
    let address = database.superuser_url();
    let (_, place) = address.rsplit_once('@').unwrap();
    let (place, name) = place.split_once('/').unwrap();
    (place.to_owned(), name.to_owned())
}

#[tokio::test]
async fn sends_role_database_and_parameters_of_the_address() {
    let database = Database::create().await;
    let options = "application_name=some%20name&options=-c%20work_mem%3D7MB";
    let mut session = connect(&format!("{}?{options}", database.url("authenticator"))).await.unwrap();
    assert_eq!(text(&mut session, "select current_user::text").await, "authenticator");
    assert_eq!(text(&mut session, "select current_database()::text").await, database.name());
    assert_eq!(text(&mut session, "show application_name").await, "some name");
    assert_eq!(text(&mut session, "show work_mem").await, "7MB");
    assert_eq!(text(&mut session, "show client_encoding").await, "UTF8");
}

#[tokio::test]
async fn a_missing_database_fails_with_the_servers_error() {
    let database = Database::create().await;
    let elsewhere = database.superuser_url().replace(database.name(), "nowhere");
    let error = connect(&elsewhere).await.err().unwrap();
    assert_eq!(error.server().unwrap().code, "3D000");
    assert!(error.to_string().contains("\"nowhere\" does not exist"), "{error}");
}

#[tokio::test]
async fn encrypts_by_the_sslmode_of_the_address() {
    let root = Encrypted::server().root().display().to_string();
    for parameters in
        ["", "sslmode=allow", "sslmode=require", &format!("sslmode=verify-full&sslrootcert={root}")]
    {
        assert!(is_encrypted(&mut connect(&encrypted("postgres", parameters)).await.unwrap()).await);
    }
    assert!(login_error(&encrypted("postgres", "sslmode=verify-full")).await.contains("UnknownIssuer"));
    assert!(login_error(&encrypted("postgres", "sslmode=disable")).await.contains("no encryption"));
}

#[tokio::test]
async fn a_server_without_tls_rejects_only_sslmode_require() {
    let database = Database::create().await;
    for mode in ["disable", "allow", "prefer"] {
        let mut session = connect(&format!("{}?sslmode={mode}", database.superuser_url())).await.unwrap();
        assert!(!is_encrypted(&mut session).await, "{mode}");
    }
    let required = login_error(&format!("{}?sslmode=require", database.superuser_url())).await;
    assert!(required.contains("does not speak TLS"), "{required}");
}

#[tokio::test]
async fn sslmode_prefer_falls_back_to_plain_text_if_the_server_rejects_tls() {
    superuser().await.execute("create role in_the_clear login").await.unwrap();
    assert!(!is_encrypted(&mut connect(&encrypted("in_the_clear", "")).await.unwrap()).await);
    assert!(login_error(&encrypted("in_the_clear", "sslmode=require")).await.contains("pg_hba.conf rejects"));
}

#[tokio::test]
async fn sends_the_password_by_scram_md5_or_in_clear_text() {
    create_password_roles().await;
    for role in ["by_password", "by_clear_text", "by_md5"] {
        let mut session = connect(&encrypted(&format!("{role}:secret"), "")).await.unwrap();
        assert_eq!(text(&mut session, "select current_user::text").await, role);
        let wrong = connect(&encrypted(&format!("{role}:wrong"), "")).await.err().unwrap();
        assert_eq!(wrong.server().unwrap().code, "28P01", "{role}");
        assert!(login_error(&encrypted(role, "")).await.contains("asks for a password"), "{role}");
    }
    // Only SCRAM supports channel binding, so that `require` fails with every other method.
    let bound = "channel_binding=require";
    assert!(connect(&encrypted("by_password:secret", bound)).await.is_ok());
    assert!(connect(&encrypted("by_password:secret", "channel_binding=disable")).await.is_ok());
    for role in ["by_clear_text", "by_md5", "postgres"] {
        let error = login_error(&encrypted(&format!("{role}:secret"), bound)).await;
        assert!(error.contains("does not bind"), "{role}: {error}");
    }
}

#[tokio::test]
async fn connects_to_the_first_server_that_answers() {
    let database = Database::create().await;
    let (place, name) = host_and_database(&database);
    let closed = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let mut session = connect(&format!("postgres://postgres@{closed},{place}/{name}")).await.unwrap();
    assert_eq!(text(&mut session, "select current_database()::text").await, name);
    let nowhere = login_error(&format!("postgres://postgres@{closed}/{name}")).await;
    assert!(nowhere.contains("not reached"), "{nowhere}");
}

#[tokio::test]
async fn skips_a_silent_server_after_the_connect_timeout() {
    let database = Database::create().await;
    let (place, name) = host_and_database(&database);
    let silent = TcpListener::bind("127.0.0.1:0").unwrap();
    let silent =
        format!("postgres://postgres@{},{place}/{name}?connect_timeout=1", silent.local_addr().unwrap());
    let mut session = connect(&silent).await.unwrap();
    assert_eq!(text(&mut session, "select current_database()::text").await, name);
    let alone = login_error(&silent.replace(&format!(",{place}"), "")).await;
    assert!(alone.contains("did not answer in time"), "{alone}");
}

/// Fails if a client has connected to the listener.
fn assert_not_connected_to(listener: &TcpListener) {
    listener.set_nonblocking(true).unwrap();
    assert_eq!(listener.accept().unwrap_err().kind(), std::io::ErrorKind::WouldBlock);
}

#[tokio::test]
async fn a_rejected_login_is_not_retried_on_the_next_server() {
    create_password_roles().await;
    let port = Encrypted::server().port();
    let next = TcpListener::bind("127.0.0.1:0").unwrap();
    let places = format!("localhost:{port},{}", next.local_addr().unwrap());
    for (login, database, code) in [
        ("by_password:wrong", "postgres", Some("28P01")),
        ("by_password:secret", "nowhere", Some("3D000")),
        // The server requires a password, and the address has none.
        ("by_password", "postgres", None),
    ] {
        for parameters in ["", "?target_session_attrs=prefer-standby"] {
            let address = format!("postgres://{login}@{places}/{database}{parameters}");
            let rejected = connect(&address).await.err().unwrap();
            assert_eq!(rejected.server().map(|error| error.code.as_str()), code, "{login}: {rejected}");
            assert_not_connected_to(&next);
        }
    }
}

/// A server that rejects every login with this SQLSTATE.
async fn rejecting_server(code: &'static str) -> std::net::SocketAddr {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let length = client.read_u32().await.unwrap();
            client.read_exact(&mut vec![0; length as usize - 4]).await.unwrap();
            let fields = format!("SFATAL\0C{code}\0Mnot now\0\0");
            client.write_u8(b'E').await.unwrap();
            client.write_u32(u32::try_from(fields.len()).unwrap() + 4).await.unwrap();
            client.write_all(fields.as_bytes()).await.unwrap();
        }
    });
    address
}

#[tokio::test]
async fn skips_a_server_that_is_starting() {
    let database = Database::create().await;
    let (place, name) = host_and_database(&database);
    let connect_by = async |code| {
        let first = rejecting_server(code).await;
        connect(&format!("postgres://postgres@{first},{place}/{name}?sslmode=disable")).await
    };
    assert!(connect_by("57P03").await.is_ok());
    assert_eq!(connect_by("53300").await.err().unwrap().server().unwrap().code, "53300");
}

#[tokio::test]
async fn target_session_attrs_selects_by_read_only_mode() {
    let database = Database::create().await;
    let writable = database.superuser_url();
    assert!(connect(&format!("{writable}?target_session_attrs=read-write")).await.is_ok());
    assert!(
        login_error(&format!("{writable}?target_session_attrs=read-only")).await.contains("allows writes")
    );
    let readable = format!("{writable}?options=-c%20default_transaction_read_only%3Don");
    assert!(connect(&format!("{readable}&target_session_attrs=read-only")).await.is_ok());
    let error = login_error(&format!("{readable}&target_session_attrs=read-write")).await;
    assert!(error.contains("allows no writes"), "{error}");
}

#[tokio::test]
async fn target_session_attrs_selects_primary_or_standby() {
    let database = Database::create().await;
    let primary = database.superuser_url();
    assert!(connect(&format!("{primary}?target_session_attrs=primary")).await.is_ok());
    let error = login_error(&format!("{primary}?target_session_attrs=standby")).await;
    assert!(error.contains("no standby"), "{error}");
    assert!(connect(&format!("{primary}?target_session_attrs=prefer-standby")).await.is_ok());
}

#[test]
fn a_session_rebound_to_another_runtime_outlives_the_first_one() {
    for mode in ["require", "disable"] {
        let runtime = || tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let first = runtime();
        let (_database, mut session) = first.block_on(async {
            let database = Database::create().await;
            let address = match mode {
                "require" => encrypted("postgres", "sslmode=require"),
                _ => format!("{}?sslmode=disable", database.superuser_url()),
            };
            (database, connect(&address).await.unwrap())
        });
        let second = runtime();
        second.block_on(async { session.rebind_to_current_runtime() }).unwrap();
        drop(first);
        let backend = second.block_on(text(&mut session, "select current_user::text"));
        assert_eq!(backend, "postgres", "{mode}");
    }
}
