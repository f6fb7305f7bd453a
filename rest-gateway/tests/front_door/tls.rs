//! TLS on the public port, with a certificate that is replaced while it is used.

use std::path::Path;
use std::sync::Arc;

use rest_gateway::front_door::Certificates;
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_rustls::rustls::crypto::ring::default_provider;
use tokio_rustls::rustls::pki_types::{CertificateDer, ServerName};
use tokio_rustls::rustls::{ClientConfig, RootCertStore};

use crate::client::get;
use crate::stack::{Setup, Stack};

/// Writes a new certificate for `localhost` and its key. Returns the certificate.
pub fn write_certificate(folder: &Path) -> CertificateDer<'static> {
    let generated = rcgen::generate_simple_self_signed(vec!["localhost".to_owned()]).unwrap();
    std::fs::write(folder.join("key.pem"), generated.signing_key.serialize_pem()).unwrap();
    std::fs::write(folder.join("certificate.pem"), generated.cert.pem()).unwrap();
    generated.cert.der().clone()
}

/// Connects as a client that trusts only this certificate and offers these protocols.
pub async fn connect(
    stack: &Stack,
    trusted: &CertificateDer<'static>,
    protocols: &[&str],
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(trusted.clone()).unwrap();
    let mut config = ClientConfig::builder_with_provider(Arc::new(default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = protocols.iter().map(|protocol| protocol.as_bytes().to_vec()).collect();
    let connection = TcpStream::connect(stack.front_door.address()).await?;
    let name = ServerName::try_from("localhost").unwrap();
    TlsConnector::from(Arc::new(config)).connect(name, connection).await
}

/// The headers that the function sees, asked by a client that trusts only this certificate.
async fn seen_by_function(stack: &Stack, trusted: &CertificateDer<'static>) -> std::io::Result<Value> {
    let mut client = connect(stack, trusted, &[]).await?;
    let request = "GET /functions/v1/hello HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    client.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    client.read_to_string(&mut answer).await?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200 "), "{answer}");
    Ok(serde_json::from_str::<Value>(body).unwrap()["headers"].clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn serves_the_certificate_of_the_files_and_plain_http_to_this_machine() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let first = write_certificate(folder.path());
    let certificates = Certificates::follow(path("certificate.pem"), path("key.pem")).unwrap();
    let stack = Setup { certificates: Some(certificates), ..Setup::functions(&["hello"]) }.start().await;
    assert_eq!(seen_by_function(&stack, &first).await.unwrap()["x-forwarded-proto"], "https");
    assert_eq!(
        get(&stack.url("/functions/v1/hello"), &[]).await.json()["headers"]["x-forwarded-proto"],
        "http"
    );

    let second = write_certificate(folder.path());
    for _ in 0..1000 {
        if seen_by_function(&stack, &second).await.is_ok() {
            assert!(seen_by_function(&stack, &first).await.is_err());
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(10)).await;
    }
    panic!("the new certificate is not used");
}

#[test]
fn rejects_a_key_of_another_certificate() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    write_certificate(folder.path());
    std::fs::rename(path("key.pem"), path("other-key.pem")).unwrap();
    write_certificate(folder.path());
    let error = Certificates::follow(path("certificate.pem"), path("other-key.pem")).unwrap_err();
    assert!(error.to_string().contains("cannot be used with its key"), "{error}");
}
