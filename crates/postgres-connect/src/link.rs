//! What tokio-postgres reads and writes where it does not use the socket itself: TLS, or a [`Pooled`] stream with or
//! without TLS.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::tls::{ChannelBinding, MakeTlsConnect, TlsConnect, TlsStream};
use tokio_util::either::Either;

use crate::error::HandshakeError;
use crate::pooled::Pooled;
use crate::pooler::Lost;
use crate::tls::{Stream, Tls};

/// TLS over `S`, or `S` itself.
type Transport<S> = Either<Stream<S>, S>;

/// The stream of a connection that is encrypted, or that leads to a pooler.
pub struct Link<S>(Either<Stream<S>, Box<Pooled<Transport<S>>>>);

/// Makes the streams of an address. tokio-postgres takes each for one of TLS.
#[derive(Clone)]
pub struct LinkMaker {
    pub tls: Tls,
    /// False for a plain connection to a pooler.
    pub encrypts: bool,
    /// What the pooler loses; `None` without a pooler.
    pub lost: Option<Lost>,
}

/// Makes the stream to one host.
pub struct LinkTo {
    maker: LinkMaker,
    host: String,
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> MakeTlsConnect<S> for LinkMaker {
    type Stream = Link<S>;
    type TlsConnect = LinkTo;
    type Error = HandshakeError;

    fn make_tls_connect(&mut self, host: &str) -> Result<LinkTo, HandshakeError> {
        Ok(LinkTo { maker: self.clone(), host: host.to_owned() })
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin + Send + 'static> TlsConnect<S> for LinkTo {
    type Stream = Link<S>;
    type Error = HandshakeError;
    type Future = Pin<Box<dyn Future<Output = Result<Link<S>, HandshakeError>> + Send>>;

    fn connect(self, stream: S) -> Self::Future {
        Box::pin(async move {
            let LinkMaker { tls, encrypts, lost } = self.maker;
            let Some(lost) = lost else {
                return Ok(Link(Either::Left(tls.encrypt(&self.host, stream).await?)));
            };
            let transport = match encrypts {
                true => Either::Left(tls.encrypt(&self.host, stream).await?),
                false => Either::Right(stream),
            };
            Ok(Link(Either::Right(Box::new(Pooled::new(transport, lost)))))
        })
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> TlsStream for Link<S> {
    fn channel_binding(&self) -> ChannelBinding {
        match &self.0 {
            Either::Left(stream) => stream.channel_binding(),
            Either::Right(pooled) => match pooled.transport() {
                Either::Left(stream) => stream.channel_binding(),
                Either::Right(_) => ChannelBinding::none(),
            },
        }
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncRead for Link<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_read(context, buffer)
    }
}

impl<S: AsyncRead + AsyncWrite + Unpin> AsyncWrite for Link<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.0).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.0).poll_shutdown(context)
    }
}
