//! Serves connections of HTTP/1.1 and of HTTP/2 with one instance of the application for each worker thread.

use std::fmt::Debug;
use std::net::SocketAddr;
use std::pin::Pin;
use std::rc::Rc;

use actix_http::body::{BoxBody, MessageBody};
use actix_http::error::DispatchError;
use actix_http::{HttpService, Protocol as ActixProtocol, Request, Response};
use actix_server::GracefulShutdownSignal;
use actix_service::{IntoServiceFactory, ServiceFactory, ServiceFactoryExt as _, fn_factory, forward_ready};
use actix_web::Error;
use actix_web::dev::{AppConfig, Service};
use tokio::io::{AsyncRead, AsyncWrite};

use super::connection::ClientConnection;
use super::http2::Http2;
use super::incoming::{Incoming, Protocol};
use super::limits::Limits;

/// A connection in the form that actix's HTTP service accepts.
type Http1Connection<T> = (ClientConnection<T>, ActixProtocol, Option<SocketAddr>);

struct Protocols<H, S> {
    http1: H,
    http2: Rc<Http2<S>>,
    limits: Limits,
}

/// The service of the connections of one socket.
pub(super) fn protocols<T, I, S, B>(
    app: I,
    limits: Limits,
    address: SocketAddr,
    shutdown: GracefulShutdownSignal,
) -> impl ServiceFactory<Incoming<T>, Config = (), Response = (), Error = DispatchError, InitError = ()>
where
    T: AsyncRead + AsyncWrite + Unpin + 'static,
    I: IntoServiceFactory<S, Request>,
    S: ServiceFactory<Request, Config = AppConfig> + 'static,
    S::Error: Into<Error> + 'static,
    S::InitError: Debug,
    S::Response: Into<Response<B>> + 'static,
    S::Service: 'static,
    <S::Service as Service<Request>>::Future: 'static,
    B: MessageBody + 'static,
{
    let app = app
        .into_factory()
        .map(|response: S::Response| {
            let response: Response<B> = response.into();
            response.map_into_boxed_body()
        })
        .map_err(|error: S::Error| {
            let error: Error = error.into();
            Response::<BoxBody>::from(error.error_response())
        });
    let app = Rc::new(app);
    // The only constructor that sets the address in a server that is not actix-web's own.
    let config = AppConfig::__priv_test_new(false, address.to_string(), address);
    fn_factory(move || {
        let (app, config, shutdown) = (Rc::clone(&app), config.clone(), shutdown.clone());
        async move {
            let app = app.new_service(config).await;
            let app = Rc::new(app.map_err(|error| tracing::error!("the application fails: {error:?}"))?);
            let http1 = http1(Rc::clone(&app), limits, address, shutdown.clone()).new_service(()).await?;
            Ok(Protocols { http1, http2: Http2::new(app, limits, shutdown), limits })
        }
    })
}

fn http1<T, S>(
    app: Rc<S>,
    limits: Limits,
    address: SocketAddr,
    shutdown: GracefulShutdownSignal,
) -> impl ServiceFactory<Http1Connection<T>, Config = (), Response = (), Error = DispatchError, InitError = ()>
where
    T: AsyncRead + AsyncWrite + Unpin + 'static,
    S: Service<Request, Response = Response<BoxBody>, Error = Response<BoxBody>> + 'static,
    S::Future: 'static,
{
    HttpService::build()
        .graceful_shutdown_signal(move || {
            let shutdown = shutdown.clone();
            async move { shutdown.notified().await }
        })
        .keep_alive(limits.keep_alive)
        .client_request_timeout(limits.head_timeout)
        .client_disconnect_timeout(limits.client_disconnect_timeout)
        // A client that closes its connection cancels its request, because the response cannot reach it.
        .h1_allow_half_closed(false)
        .local_addr(address)
        .on_connect_ext(|connection: &ClientConnection<T>, data: &mut actix_http::Extensions| {
            data.insert(connection.upgrade_flag());
            data.insert(connection.encryption());
        })
        .finish(fn_factory(move || {
            let app = Rc::clone(&app);
            async move { Ok::<_, ()>(app) }
        }))
}

impl<T, H, S> Service<Incoming<T>> for Protocols<H, S>
where
    T: AsyncRead + AsyncWrite + Unpin + 'static,
    H: Service<Http1Connection<T>, Response = (), Error = DispatchError>,
    H::Future: 'static,
    S: Service<Request, Response = Response<BoxBody>, Error = Response<BoxBody>> + 'static,
    S::Future: 'static,
{
    type Response = ();
    type Error = DispatchError;
    type Future = Pin<Box<dyn Future<Output = Result<(), DispatchError>>>>;

    forward_ready!(http1);

    fn call(&self, incoming: Incoming<T>) -> Self::Future {
        match incoming.protocol {
            Protocol::Http1 => {
                let Incoming { stream, encryption, peer, slot, .. } = incoming;
                let connection = ClientConnection::new(stream, self.limits);
                let connection = connection.with_encryption(encryption).with_slot(slot);
                Box::pin(self.http1.call((connection, ActixProtocol::Http1, peer)))
            }
            Protocol::Http2 => Box::pin(Rc::clone(&self.http2).serve(incoming)),
        }
    }
}
