//! TLS in front of an S3 server, with a certificate of an authority of its own.

use std::io::Write;
use std::sync::Arc;

use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, IsCa, KeyPair};
use tempfile::NamedTempFile;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivatePkcs8KeyDer};

/// Ends with its test's runtime.
pub struct TlsFront {
    pub url: String,
    /// The certificate of the authority, as PEM.
    pub authority: NamedTempFile,
}

impl TlsFront {
    /// Starts TLS in front of the server at a URL without TLS.
    pub async fn start(upstream: &str) -> Self {
        let (config, certificate) = server_config();
        let mut authority = NamedTempFile::new().unwrap();
        authority.write_all(certificate.as_bytes()).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("https://localhost:{}", listener.local_addr().unwrap().port());
        let upstream = upstream.strip_prefix("http://").unwrap().trim_end_matches('/').to_owned();
        tokio::spawn(accept(listener, TlsAcceptor::from(Arc::new(config)), upstream));
        Self { url, authority }
    }
}

async fn accept(listener: TcpListener, acceptor: TlsAcceptor, upstream: String) {
    while let Ok((client, _)) = listener.accept().await {
        let (acceptor, upstream) = (acceptor.clone(), upstream.clone());
        tokio::spawn(async move {
            // A client that does not trust the certificate ends the handshake.
            let Ok(mut client) = acceptor.accept(client).await else { return };
            let mut server = TcpStream::connect(upstream).await.unwrap();
            drop(copy_bidirectional(&mut client, &mut server).await);
        });
    }
}

/// The configuration of a server that is `localhost`, and the certificate of its authority.
fn server_config() -> (ServerConfig, String) {
    let mut params = CertificateParams::default();
    params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority = CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap();
    let key = KeyPair::generate().unwrap();
    let leaf =
        CertificateParams::new(vec!["localhost".to_owned()]).unwrap().signed_by(&key, &authority).unwrap();
    let chain = vec![CertificateDer::from(leaf)];
    let key = PrivatePkcs8KeyDer::from(key.serialize_der());
    let config = ServerConfig::builder_with_provider(ring::default_provider().into())
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(chain, key.into())
        .unwrap();
    (config, authority.pem())
}
