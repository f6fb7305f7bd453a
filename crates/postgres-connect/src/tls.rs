//! TLS for tokio-postgres and for [`Socket`](crate::Socket), with rustls. The crate tokio-postgres-rustls is not used:
//! it depends on a certificate parser only for the channel binding hash, and leaves the verification of certificates to
//! its user as well.

use crate::certificate_verifier::CertificateVerifier;
use crate::channel_binding;
use crate::error::{AddressError, HandshakeError};
use crate::parameters::Parameters;
use crate::pem;
use crate::ssl_mode::Mode;
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
use tokio_rustls::rustls::pki_types::ServerName;
use tokio_rustls::{TlsConnector, client};

/// The TLS configuration of an address; `None` if the address disables encryption.
#[derive(Clone)]
pub struct Tls(Option<Arc<ClientConfig>>);

impl Tls {
    /// Encrypts nothing.
    pub fn none() -> Tls {
        Tls(None)
    }

    /// Reads the certificates that the parameters name.
    ///
    /// # Errors
    /// When a file cannot be read, holds no certificate or key, or the two do not belong together.
    pub fn new(mode: Mode, parameters: &Parameters) -> Result<Tls, AddressError> {
        let provider = Arc::new(ring::default_provider());
        let verifier =
            CertificateVerifier::new(mode, parameters, provider.signature_verification_algorithms)?;
        let config = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .dangerous()
            .with_custom_certificate_verifier(Arc::new(verifier));
        let mut config = match (&parameters.certificate, &parameters.key) {
            (None, None) => config.with_no_client_auth(),
            (Some(certificate), Some(key)) => {
                let chain = pem::certificates(certificate)?;
                let unusable = |cause| AddressError::Content {
                    setting: key.name,
                    path: PathBuf::from(&key.value),
                    cause,
                };
                config.with_client_auth_cert(chain, pem::private_key(key)?).map_err(unusable)?
            }
            _ => return Err(AddressError::Half),
        };
        // Postgres resumes no session, and since release 17 requires ALPN for direct TLS.
        config.resumption = Resumption::disabled();
        config.alpn_protocols = vec![b"postgresql".to_vec()];
        Ok(Tls(Some(Arc::new(config))))
    }

    /// Performs the handshake. `host` is the name that the server's certificate must carry where the mode checks it.
    ///
    /// # Errors
    /// When the server's certificate is not accepted, or the connection fails.
    pub async fn encrypt<S>(&self, host: &str, stream: S) -> Result<Stream<S>, HandshakeError>
    where
        S: AsyncRead + AsyncWrite + Unpin,
    {
        let config = self.0.clone().ok_or(HandshakeError::NotRequested)?;
        let host = ServerName::try_from(host.to_owned()).map_err(|_| HandshakeError::Host)?;
        let stream = TlsConnector::from(config).connect(host, stream).await?;
        Ok(Stream(Box::new(stream)))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for Tls {
    type Stream = Stream<S>;
    type TlsConnect = Handshake;
    type Error = HandshakeError;

    fn make_tls_connect(&mut self, host: &str) -> Result<Handshake, HandshakeError> {
        Ok(Handshake { tls: self.clone(), host: host.to_owned() })
    }
}

/// A handshake with one host.
pub struct Handshake {
    tls: Tls,
    host: String,
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for Handshake {
    type Stream = Stream<S>;
    type Error = HandshakeError;
    type Future = Pin<Box<dyn Future<Output = Result<Stream<S>, HandshakeError>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move { self.tls.encrypt(&self.host, stream).await })
    }
}

/// A TLS stream over `S`.
pub struct Stream<S>(Box<client::TlsStream<S>>);

impl<S> Stream<S> {
    /// The underlying stream.
    pub fn get_mut(&mut self) -> &mut S {
        self.0.get_mut().0
    }

    /// The channel binding data `tls-server-end-point` of RFC 5929, if the certificate's signature defines a hash.
    pub fn tls_server_end_point(&self) -> Option<Vec<u8>> {
        let (_, session) = self.0.get_ref();
        let certificate = session.peer_certificates().and_then(<[_]>::first);
        certificate.and_then(|certificate| channel_binding::tls_server_end_point(certificate))
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Stream<S> {
    fn channel_binding(&self) -> ChannelBinding {
        match self.tls_server_end_point() {
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
