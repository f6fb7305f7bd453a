//! Connections to a real Postgres with TLS, and to one without.

// A test whose setup fails stops.
#![allow(clippy::unwrap_used)]

use postgres_connect::{Connected, Connector, Error};
use std::sync::Arc;
use std::time::Duration;
use test_db::{Database, Encrypted};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio_postgres::Client;
use tokio_postgres::error::SqlState;
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::PrivateKeyDer;

/// Much shorter than the statement that is cancelled.
const LIMIT: Duration = Duration::from_secs(20);

async fn connect(url: &str) -> Result<Client, Error> {
    postgres_connect::connect(url).await.map(driven)
}

fn driven((client, connection): Connected) -> Client {
    tokio::spawn(connection);
    client
}

async fn connect_error(url: &str) -> String {
    connect(url).await.err().unwrap().to_string()
}

async fn is_encrypted(client: &Client) -> bool {
    let sql = "select ssl from pg_stat_ssl where pid = pg_backend_pid()";
    client.query_one(sql, &[]).await.unwrap().get(0)
}

/// The URL of the superuser on the server with TLS.
fn url(parameters: &str) -> String {
    Encrypted::server().url("postgres", "postgres", parameters)
}

fn with_root(parameters: &str) -> String {
    format!("{parameters}&sslrootcert={}", Encrypted::server().root().display())
}

#[tokio::test]
async fn require_accepts_a_certificate_of_any_authority() {
    let client = connect(&url("sslmode=require")).await.unwrap();
    assert!(is_encrypted(&client).await);
    let pairs = format!("host=localhost port={} user=postgres sslmode=require", Encrypted::server().port());
    assert!(is_encrypted(&connect(&pairs).await.unwrap()).await);
    // With an address instead of a name.
    let nameless =
        format!("hostaddr=127.0.0.1 port={} user=postgres sslmode=require", Encrypted::server().port());
    assert!(is_encrypted(&connect(&nameless).await.unwrap()).await);
}

#[tokio::test]
async fn prefer_is_the_default() {
    assert!(is_encrypted(&connect(&url("")).await.unwrap()).await);
}

#[tokio::test]
async fn verify_full_checks_the_chain_and_the_name() {
    let right = url(&with_root("sslmode=verify-full"));
    assert!(is_encrypted(&connect(&right).await.unwrap()).await);
    let elsewhere = connect_error(&right.replace("@localhost", "@127.0.0.1")).await;
    assert!(elsewhere.contains("not valid for name"), "{elsewhere}");
    let stranger = connect_error(&url("sslmode=verify-full")).await;
    assert!(stranger.contains("UnknownIssuer"), "{stranger}");
}

#[tokio::test]
async fn verify_ca_checks_the_chain_alone() {
    let by_address = url(&with_root("sslmode=verify-ca")).replace("@localhost", "@127.0.0.1");
    assert!(is_encrypted(&connect(&by_address).await.unwrap()).await);
    assert!(connect_error(&url("sslmode=verify-ca")).await.contains("UnknownIssuer"));
}

#[tokio::test]
async fn sslrootcert_is_checked_in_every_mode() {
    let (other, _) = Encrypted::server().client();
    let stranger = connect_error(&url(&format!("sslmode=require&sslrootcert={}", other.display()))).await;
    assert!(stranger.contains("UnknownIssuer"), "{stranger}");
    assert!(connect(&url(&with_root("sslmode=require"))).await.is_ok());
}

#[tokio::test]
async fn a_server_certificate_can_be_pinned() {
    let server = Encrypted::server().root().with_file_name("server.crt");
    assert!(connect(&url(&format!("sslmode=verify-full&sslrootcert={}", server.display()))).await.is_ok());
}

/// A server whose certificate was valid only in 2020. It performs the handshake and then closes the connection.
async fn expired_server() -> (u16, tempfile::NamedTempFile) {
    let mut params = rcgen::CertificateParams::new(["localhost".to_owned()]).unwrap();
    params.not_before = rcgen::date_time_ymd(2020, 1, 1);
    params.not_after = rcgen::date_time_ymd(2020, 12, 31);
    let key = rcgen::KeyPair::generate().unwrap();
    let certificate = params.self_signed(&key).unwrap();
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), certificate.pem()).unwrap();
    let private_key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    let config = ServerConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate.der().clone()], private_key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            client.read_exact(&mut [0; 8]).await.unwrap();
            client.write_all(b"S").await.unwrap();
            let _ = acceptor.accept(client).await;
        }
    });
    (port, file)
}

#[tokio::test]
async fn a_pinned_certificate_expires() {
    let (port, certificate) = expired_server().await;
    let root = certificate.path().display();
    for mode in ["verify-full", "verify-ca", "require"] {
        let address = format!("host=localhost port={port} user=me sslmode={mode} sslrootcert={root}");
        let error = connect_error(&address).await;
        assert!(error.contains("Expired"), "{mode}: {error}");
    }
}

#[tokio::test]
async fn a_server_that_requires_tls_rejects_a_plain_connection() {
    let error = connect_error(&url("sslmode=disable")).await;
    assert!(error.contains("no pg_hba.conf entry") && error.contains("no encryption"), "{error}");
}

#[tokio::test]
async fn allow_encrypts_where_the_server_requires_it() {
    assert!(is_encrypted(&connect(&url("sslmode=allow")).await.unwrap()).await);
}

#[tokio::test]
async fn prefer_falls_back_to_a_plain_connection() {
    let superuser = connect(&url("sslmode=require")).await.unwrap();
    superuser.batch_execute("create role in_the_clear login").await.unwrap();
    let clear = |mode: &str| Encrypted::server().url("in_the_clear", "postgres", &format!("sslmode={mode}"));
    assert!(!is_encrypted(&connect(&clear("prefer")).await.unwrap()).await);
    assert!(connect_error(&clear("require")).await.contains("pg_hba.conf rejects"));
}

#[tokio::test]
async fn a_server_without_tls_serves_the_modes_that_do_not_require_it() {
    let database = Database::create().await;
    for mode in ["disable", "allow", "prefer"] {
        let client = connect(&format!("{}?sslmode={mode}", database.superuser_url())).await.unwrap();
        assert!(!is_encrypted(&client).await, "{mode}");
    }
    let error = connect_error(&format!("{}?sslmode=require", database.superuser_url())).await;
    assert!(error.contains("server does not support TLS"), "{error}");
}

#[tokio::test]
async fn scram_is_bound_to_the_certificate() {
    let superuser = connect(&url("sslmode=require")).await.unwrap();
    superuser.batch_execute("create role by_password login password 'secret'").await.unwrap();
    let bound =
        Encrypted::server().url("by_password:secret", "postgres", "sslmode=require&channel_binding=require");
    assert!(is_encrypted(&connect(&bound).await.unwrap()).await);
    let wrong = Encrypted::server().url("by_password:wrong", "postgres", "");
    assert!(connect_error(&wrong).await.contains("password authentication failed"));
}

#[tokio::test]
async fn a_role_can_log_in_by_certificate() {
    let superuser = connect(&url("sslmode=require")).await.unwrap();
    superuser.batch_execute("create role by_certificate login").await.unwrap();
    let (certificate, key) = Encrypted::server().client();
    let parameters = format!("sslmode=require&sslcert={}&sslkey={}", certificate.display(), key.display());
    assert!(connect(&Encrypted::server().url("by_certificate", "postgres", &parameters)).await.is_ok());
    let without =
        connect_error(&Encrypted::server().url("by_certificate", "postgres", "sslmode=require")).await;
    assert!(without.contains("valid client certificate"), "{without}");
}

#[tokio::test]
async fn a_statement_is_cancelled_over_tls() {
    let (port, mut openings) = relay(Encrypted::server().port()).await;
    let address = format!("host=localhost port={port} user=postgres sslmode=require");
    let connector = Connector::parse(&address).unwrap();
    let client = driven(connector.connect().await.unwrap());
    let token = client.cancel_token();
    let cancelled = async {
        // A cancel request that arrives before the statement has no effect, so it is repeated.
        tokio::select! {
            outcome = client.batch_execute("select pg_sleep(600)") => outcome,
            () = keep_cancelling(&connector, &token) => Ok(()),
        }
    };
    let outcome = tokio::time::timeout(LIMIT, cancelled).await.unwrap();
    assert_eq!(outcome.unwrap_err().code(), Some(&SqlState::QUERY_CANCELED));
    // Every connection began with a request for TLS, also those of the cancel requests.
    openings.close();
    let mut connections = 0;
    while let Some(opening) = openings.recv().await {
        assert_eq!(opening, SSL_REQUEST);
        connections += 1;
    }
    assert!(connections >= 2);
}

async fn keep_cancelling(connector: &Connector, token: &tokio_postgres::CancelToken) {
    loop {
        connector.cancel(token).await.unwrap();
        tokio::task::yield_now().await;
    }
}

const SSL_REQUEST: [u8; 8] = [0, 0, 0, 8, 4, 210, 22, 47];

/// A TCP relay to the port. The channel receives the first eight bytes of each connection.
async fn relay(to: u16) -> (u16, tokio::sync::mpsc::UnboundedReceiver<[u8; 8]>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let (sender, openings) = tokio::sync::mpsc::unbounded_channel();
    tokio::spawn(async move {
        while let Ok((mut client, _)) = listener.accept().await {
            let sender = sender.clone();
            tokio::spawn(async move {
                let mut opening = [0; 8];
                client.read_exact(&mut opening).await.unwrap();
                let _ = sender.send(opening);
                let mut server = TcpStream::connect(("127.0.0.1", to)).await.unwrap();
                server.write_all(&opening).await.unwrap();
                let _ = tokio::io::copy_bidirectional(&mut client, &mut server).await;
            });
        }
    });
    (port, openings)
}
