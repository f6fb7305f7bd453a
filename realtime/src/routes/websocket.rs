//! `GET /websocket`: the handshake of a WebSocket.

use actix_http::{Response, ws};
use actix_web::body::{BodyStream, BoxBody};
use actix_web::http::StatusCode;
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;

use super::handshake::{self, HandshakeError};
use crate::app_state::AppState;
use crate::queue::queue;
use crate::socket::{Socket, Source};

impl HandshakeError {
    fn response(&self) -> HttpResponse {
        let status = match self {
            HandshakeError::NoKey | HandshakeError::Token(_) => StatusCode::UNAUTHORIZED,
            HandshakeError::TooManyUsers | HandshakeError::TooManyJoins => StatusCode::TOO_MANY_REQUESTS,
        };
        HttpResponse::build(status).json(json!({ "error": self.to_string() }))
    }
}

pub(super) async fn connect(request: HttpRequest, payload: Payload, state: Data<AppState>) -> HttpResponse {
    let mut response = match ws::handshake(request.head()) {
        Ok(response) => response,
        Err(error) => return HttpResponse::from(Response::<BoxBody>::from(error)),
    };
    let Some(serializer) = handshake::serializer(&request) else {
        return HttpResponse::Forbidden().finish();
    };
    let idle_timeout = state.settings.idle_timeout;
    let handshake = match handshake::admit(&request, &state, serializer, idle_timeout).await {
        Ok(handshake) => handshake,
        Err(error) => return error.response(),
    };
    let (queue, frames) = queue();
    actix_web::rt::spawn(Socket::new(state, handshake, queue).run(Source::web_socket(payload)));
    HttpResponse::from(response.body(BodyStream::new(frames)).map_into_boxed_body())
}
