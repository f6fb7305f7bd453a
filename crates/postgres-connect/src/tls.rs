//! TLS under tokio-postgres, by rustls. Not by tokio-postgres-rustls: it brings a parser of whole certificates along for
//! the one hash in `end_point`, and leaves whom to trust to its user as well.

use crate::end_point;
use crate::error::AddressError;
use crate::mode::Mode;
use crate::parameters::{Parameters, Setting};
use crate::trust::Trust;
use std::future::Future;
use std::io;
use std::path::PathBuf;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_rustls::rustls::ClientConfig;
use tokio_rustls::rustls::client::Resumption;
use tokio_rustls::rustls::crypto::ring;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use tokio_rustls::{TlsConnector, client};

/// How connections are encrypted; none are where the address does not ask for it.
#[derive(Clone)]
pub struct Tls(Option<Arc<ClientConfig>>);

impl Tls {
    pub fn none() -> Tls {
        Tls(None)
    }

    pub fn new(mode: Mode, parameters: &Parameters) -> Result<Tls, AddressError> {
        let provider = Arc::new(ring::default_provider());
        let trust = Trust::new(mode, parameters, provider.signature_verification_algorithms)?;
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(trust));
        let mut config = match (&parameters.certificate, &parameters.key) {
            (None, None) => config.with_no_client_auth(),
            (Some(certificate), Some(key)) => {
                let chain = certificates(certificate)?;
                let unusable = |cause| AddressError::Content {
                    setting: key.name,
                    path: PathBuf::from(&key.value),
                    cause,
                };
                config.with_client_auth_cert(chain, private_key(key)?).map_err(unusable)?
            }
            _ => return Err(AddressError::Half),
        };
        // Postgres resumes no session, and since release 17 wants to hear whom one came to see.
        config.resumption = Resumption::disabled();
        config.alpn_protocols = vec![b"postgresql".to_vec()];
        Ok(Tls(Some(Arc::new(config))))
    }

    /// `host`: whom the server's certificate is for.
    pub async fn encrypt<S>(&self, host: &str, stream: S) -> Result<Stream<S>, HandshakeError>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let config = self.0.clone().ok_or(HandshakeError::NotAskedFor)?;
        let host = ServerName::try_from(host.to_owned()).map_err(|_| HandshakeError::Host)?;
        let stream = TlsConnector::from(config).connect(host, stream).await?;
        Ok(Stream(Box::new(stream)))
    }
}

/// The certificates of a PEM file, of which there is at least one.
pub fn certificates(setting: &Setting) -> Result<Vec<CertificateDer<'static>>, AddressError> {
    let read = || {
        let all: Vec<_> = CertificateDer::pem_file_iter(&setting.value)?.collect::<Result<_, _>>()?;
        if all.is_empty() {
            CertificateDer::from_pem_file(&setting.value).map(|one| vec![one])
        } else {
            Ok(all)
        }
    };
    read().map_err(|cause| unreadable(setting, cause))
}

fn private_key(setting: &Setting) -> Result<PrivateKeyDer<'static>, AddressError> {
    PrivateKeyDer::from_pem_file(&setting.value).map_err(|cause| unreadable(setting, cause))
}

fn unreadable(setting: &Setting, cause: tokio_rustls::rustls::pki_types::pem::Error) -> AddressError {
    AddressError::File { setting: setting.name, path: PathBuf::from(&setting.value), cause }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for Tls {
    type Stream = Stream<S>;
    type TlsConnect = Handshake;
    type Error = HandshakeError;

    fn make_tls_connect(&mut self, host: &str) -> Result<Handshake, HandshakeError> {
        Ok(Handshake { tls: self.clone(), host: host.to_owned() })
    }
}

/// With one host.
pub struct Handshake {
    tls: Tls,
    host: String,
}

#[derive(Debug, thiserror::Error)]
pub enum HandshakeError {
    #[error("it was not asked for")]
    NotAskedFor,
    #[error("the host has no name that a certificate could be for")]
    Host,
    #[error(transparent)]
    Refused(#[from] io::Error),
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for Handshake {
    type Stream = Stream<S>;
    type Error = HandshakeError;
    type Future = Pin<Box<dyn Future<Output = Result<Stream<S>, HandshakeError>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move { self.tls.encrypt(&self.host, stream).await })
    }
}

/// An encrypted connection.
pub struct Stream<S>(Box<client::TlsStream<S>>);

impl<S> Stream<S> {
    /// What the encrypted bytes go through.
    pub fn get_mut(&mut self) -> &mut S {
        self.0.get_mut().0
    }

    pub fn end_point(&self) -> Option<Vec<u8>> {
        let (_, session) = self.0.get_ref();
        let certificate = session.peer_certificates().and_then(<[_]>::first);
        certificate.and_then(|certificate| end_point::hash(certificate))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Stream<S> {
    fn channel_binding(&self) -> ChannelBinding {
        match self.end_point() {
            Some(hash) => ChannelBinding::tls_server_end_point(hash),
            None => ChannelBinding::none(),
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Stream<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Stream<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut *self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut *self.0).poll_shutdown(context)
    }
}
