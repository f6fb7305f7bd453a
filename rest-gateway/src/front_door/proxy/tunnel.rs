//! Tunnels a WebSocket to a service: after the handshake, bytes pass in both directions until one side ends, or the front
//! door closes.

use std::io;

use actix_web::body::BodyStream;
use actix_web::dev::RequestHead;
use actix_web::http::Method;
use actix_web::http::header::{CONTENT_LENGTH, TRANSFER_ENCODING, UPGRADE};
use actix_web::web::Payload;
use actix_web::{HttpRequest, HttpResponse};
use futures_util::StreamExt;
use hyper::StatusCode;
use hyper::body::Incoming;
use hyper::header::{CONNECTION, HeaderValue, UPGRADE as SERVICE_UPGRADE};
use hyper_util::rt::TokioIo;
use telemetry::Span;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio_util::io::ReaderStream;

use super::body::RequestBody;
use super::closing::Closing;
use super::{
    Proxy, client_response, headers, outgoing, ready, record, successor_of, was_refused, with_causes,
};
use crate::front_door::error::GatewayError;
use crate::function_host::Supervisor;
use crate::http_server::UpgradeFlag;

const WEBSOCKET: &str = "websocket";
/// Bytes read from the service at once: small, because every open socket has a buffer of this size.
const BUFFER: usize = 4096;

/// Whether a request is a WebSocket handshake. One with a body is not.
pub(in crate::front_door) fn is_websocket_upgrade(head: &RequestHead) -> bool {
    let upgrade = head.headers().get(UPGRADE).and_then(|value| value.to_str().ok());
    let has_body =
        head.headers().contains_key(CONTENT_LENGTH) || head.headers().contains_key(TRANSFER_ENCODING);
    head.method == Method::GET
        && head.upgrade()
        && upgrade.is_some_and(|protocol| protocol.trim().eq_ignore_ascii_case(WEBSOCKET))
        && !has_body
}

impl Proxy {
    /// Forwards a handshake. If the service accepts it, the client's connection becomes a tunnel; otherwise the client
    /// gets the service's answer.
    pub(in crate::front_door) async fn tunnel(
        &self,
        service: &Supervisor,
        target: &str,
        request: &HttpRequest,
        payload: Payload,
    ) -> Result<HttpResponse, GatewayError> {
        let rules = service.service();
        let admitted = service.admit().await?;
        let span = Span::request_to(rules.name.as_str(), request.method().as_str());
        let response = self.handshake(service, target, request, &span).await;
        record(&span, &response);
        drop(span);
        let response = response?;
        if response.status() != StatusCode::SWITCHING_PROTOCOLS {
            return Ok(client_response(response, admitted));
        }
        let mut answer = HttpResponse::SwitchingProtocols();
        headers::to_client(response.headers(), &mut answer);
        let upgraded = hyper::upgrade::on(response).await.map_err(|error| {
            tracing::warn!(service = rules.name.as_str(), "no tunnel: {error}");
            GatewayError::Crashed
        })?;
        if let Some(flag) = request.conn_data::<UpgradeFlag>() {
            flag.set();
        }
        let (from_service, to_service) = tokio::io::split(TokioIo::new(upgraded));
        actix_web::rt::spawn(copy_to_service(payload, to_service));
        let source = ReaderStream::with_capacity(from_service, BUFFER);
        // A service of the stack limits its sockets itself.
        let held = rules.function.is_some().then_some(admitted);
        let body = BodyStream::new(Closing::new(source, self.lifecycle.tunnel_closes(), held));
        Ok(answer.upgrade(WEBSOCKET).body(body))
    }

    /// The service's answer to a handshake.
    async fn handshake(
        &self,
        service: &Supervisor,
        target: &str,
        request: &HttpRequest,
        span: &Span,
    ) -> Result<hyper::Response<Incoming>, GatewayError> {
        let rules = service.service();
        let mut upstream = ready(service).await?;
        let mut retried = false;
        loop {
            let mut handshake = outgoing(&upstream, target, request, RequestBody::Empty)?;
            let fields = handshake.headers_mut();
            fields.insert(CONNECTION, HeaderValue::from_static("upgrade"));
            fields.insert(SERVICE_UPGRADE, HeaderValue::from_static(WEBSOCKET));
            headers::continue_trace(span, fields);
            let answered = tokio::time::timeout(rules.timeout, self.client.request(handshake)).await;
            match answered.map_err(|_| GatewayError::TimedOut { seconds: rules.timeout.as_secs() })? {
                Ok(response) => return Ok(response),
                Err(error) if retried || !was_refused(&error) => {
                    tracing::warn!(service = rules.name.as_str(), "no answer: {}", with_causes(&error));
                    service.metrics().failures.increment();
                    return Err(GatewayError::Crashed);
                }
                Err(_) => {}
            }
            retried = true;
            upstream = successor_of(service, &upstream).await?;
        }
    }
}

/// Copies what the client sends until it has gone.
async fn copy_to_service(mut payload: Payload, mut service: impl AsyncWrite + Unpin) {
    while let Some(Ok(bytes)) = payload.next().await {
        if service.write_all(&bytes).await.is_err() {
            return;
        }
    }
    // The service may have ended first.
    let _: io::Result<()> = service.shutdown().await;
}
