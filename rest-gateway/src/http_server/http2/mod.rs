//! HTTP/2 (RFC 9113) on a connection, for the same application as HTTP/1.1. actix-http has an HTTP/2 of its own, but no
//! limit of its streams and headers, and it lets the handler of a cancelled request run on.
//!
//! Closes a connection that has had no request for a while, whose client cancels too many of them, or whose responses are
//! the last ones. Refuses requests beyond the limits of the connection and of the client's address.

mod load;
mod request;
mod response;

use std::future::{pending, poll_fn};
use std::io;
use std::pin::pin;
use std::rc::Rc;
use std::time::Duration;

use actix_http::body::BoxBody;
use actix_http::error::DispatchError;
use actix_http::{ConnectionType, Request, Response, StatusCode};
use actix_server::GracefulShutdownSignal;
use actix_web::dev::Service;
use bytes::Bytes;
use h2::server::{Builder, Connection, SendResponse};
use h2::{Reason, RecvStream};
use hyper::Method;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::time::{Instant, sleep_until, timeout};

use self::load::{InFlight, Load};
use self::request::Client;
use self::response::Unsent;
use super::incoming::Incoming;
use super::limits::Limits;
use super::stall::Pace;

/// Bytes of a request body that wait for their handler. They bound the memory of a connection, and the rate of an upload:
/// 40 Mbit/s over a round trip of 25 ms.
const STREAM_WINDOW: u32 = 128 * 1024;
const CONNECTION_WINDOW: u32 = 256 * 1024;
/// Bytes of a response that wait for the client, for each request.
const SEND_BUFFER: usize = 128 * 1024;
/// All headers of a request together, as in HTTP/1.1. h2 answers 431 beyond it.
const MAX_HEADERS: u32 = 128 * 1024;

/// Serves connections with an application of one worker thread.
pub(super) struct Http2<S> {
    app: Rc<S>,
    limits: Limits,
    shutdown: GracefulShutdownSignal,
}

impl<S> Http2<S>
where
    S: Service<Request, Response = Response<BoxBody>, Error = Response<BoxBody>> + 'static,
    S::Future: 'static,
{
    pub(super) fn new(app: Rc<S>, limits: Limits, shutdown: GracefulShutdownSignal) -> Rc<Http2<S>> {
        Rc::new(Http2 { app, limits, shutdown })
    }

    /// Serves one connection until it ends.
    pub(super) async fn serve<T>(self: Rc<Self>, incoming: Incoming<T>) -> Result<(), DispatchError>
    where
        T: AsyncRead + AsyncWrite + Unpin,
    {
        let Incoming { stream, encryption, peer, slot, .. } = incoming;
        let client = Client { peer, encryption };
        let handshake = builder(&self.limits).handshake(stream);
        let handshake = timeout(self.limits.head_timeout, handshake).await;
        let connection = handshake.map_err(|_| DispatchError::SlowRequestTimeout)?.map_err(failed)?;
        self.accept_requests(connection, client, &Load::new(slot)).await.map_err(failed)
    }

    async fn accept_requests<T>(
        &self,
        mut connection: Connection<T, Bytes>,
        client: Client,
        load: &Rc<Load>,
    ) -> Result<(), h2::Error>
    where
        T: AsyncRead + AsyncWrite + Unpin,
    {
        let mut is_ending = false;
        let mut shutdown = pin!(self.shutdown.notified());
        loop {
            // A client that was told that the connection ends has less time to close it.
            let idle_timeout =
                if is_ending { self.limits.client_disconnect_timeout } else { self.limits.keep_alive };
            tokio::select! {
                biased;
                accepted = connection.accept() => match accepted.transpose()? {
                    Some((request, respond)) => self.start(request, respond, client, load),
                    None => return Ok(()),
                },
                () = load.changed() => {}
                () = quiet(load.quiet_since(), idle_timeout) => {
                    if is_ending {
                        return Ok(());
                    }
                    load.end();
                }
                () = &mut shutdown, if !is_ending => load.end(),
            }
            if load.is_ending() && !is_ending {
                is_ending = true;
                match load.is_abusive() {
                    true => connection.abrupt_shutdown(Reason::ENHANCE_YOUR_CALM),
                    false => connection.graceful_shutdown(),
                }
            }
        }
    }

    fn start(
        &self,
        request: hyper::Request<RecvStream>,
        mut respond: SendResponse<Bytes>,
        client: Client,
        load: &Rc<Load>,
    ) {
        let Ok(in_flight) = load.begin() else {
            respond.send_reset(Reason::REFUSED_STREAM);
            return;
        };
        actix_web::rt::spawn(exchange(
            Rc::clone(&self.app),
            request,
            respond,
            client,
            self.limits.response_of_stream(),
            in_flight,
        ));
    }
}

/// Answers one request, or gives it up when its client does.
async fn exchange<S>(
    app: Rc<S>,
    request: hyper::Request<RecvStream>,
    mut respond: SendResponse<Bytes>,
    client: Client,
    pace: Pace,
    in_flight: InFlight,
) where
    S: Service<Request, Response = Response<BoxBody>, Error = Response<BoxBody>>,
{
    let is_head = request.method() == Method::HEAD;
    request::send_continue(&request, &mut respond);
    let response = match request::of_application(request, client) {
        Ok(request) => {
            tokio::select! {
                biased;
                _ = poll_fn(|context| respond.poll_reset(context)) => return,
                response = app.call(request) => response.unwrap_or_else(|error| error),
            }
        }
        Err(request::Malformed) => Response::with_body(StatusCode::BAD_REQUEST, BoxBody::new(())),
    };
    if response.head().connection_type() == ConnectionType::Close {
        in_flight.end_connection();
    }
    let sent = response::send(response, respond, is_head, pace).await;
    if let Err(error) = &sent {
        tracing::debug!("a response over HTTP/2 was given up: {error}");
    }
    if matches!(sent, Ok(()) | Err(Unsent::Body(_))) {
        in_flight.answered();
    }
}

fn builder(limits: &Limits) -> Builder {
    let mut builder = Builder::new();
    builder
        .max_concurrent_streams(limits.streams)
        .max_header_list_size(MAX_HEADERS)
        .initial_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .max_send_buffer_size(SEND_BUFFER);
    builder
}

/// Resolves when there have been no requests for some time.
async fn quiet(since: Option<Instant>, idle_timeout: Duration) {
    match since {
        Some(since) => sleep_until(since + idle_timeout).await,
        None => pending().await,
    }
}

fn failed(error: h2::Error) -> DispatchError {
    DispatchError::Io(io::Error::other(error))
}
