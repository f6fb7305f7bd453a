//! `/longpoll`: Phoenix's transport for clients without WebSocket. A GET without a token opens a session, and one with a
//! token waits for its messages; a POST carries messages of the client. The status is in the body; that of HTTP is 200.
//!
//! Clients get text alone: a broadcast of bytes is not delivered to them. A session is known to its node alone. For
//! another node its token is unknown (status 410), and the client opens a new session, as after the end of one.

use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

use super::handshake::{self, parameter};
use crate::app_state::AppState;
use crate::long_poll::SendError;
use crate::protocol::Incoming;
use crate::queue::queue;
use crate::socket::{Socket, Source};

/// The largest number of messages in one request. Further ones are ignored.
const MAX_BATCH: usize = 100;
const BATCH_TYPE: &str = "application/x-ndjson";
const CONTENT: &str = "application/json; charset=utf-8";

const OK: u16 = 200;
const NO_CONTENT: u16 = 204;
const FORBIDDEN: u16 = 403;
const REQUEST_TIMEOUT: u16 = 408;
/// A new session, or the end of one.
const GONE: u16 = 410;

/// `GET`: opens a session, or returns its messages.
pub(super) async fn poll(request: HttpRequest, state: Data<AppState>) -> HttpResponse {
    let token = parameter(&request, "token").unwrap_or_default().into_owned();
    let Some(session) = state.long_polls.get(&token) else { return open(&request, state).await };
    match session.poll(state.settings.long_poll_window).await {
        Some(messages) => {
            let status = if messages.is_empty() { NO_CONTENT } else { OK };
            answer(&json!({ "status": status, "token": token, "messages": messages }))
        }
        None => answer(&json!({ "status": GONE, "token": token, "messages": [] })),
    }
}

/// `POST`: passes messages of the client on.
pub(super) async fn publish(request: HttpRequest, body: Bytes, state: Data<AppState>) -> HttpResponse {
    let token = parameter(&request, "token").unwrap_or_default();
    let Some(session) = state.long_polls.get(&token) else { return answer(&json!({ "status": GONE })) };
    let Some(messages) = messages(&request, &body) else { return bad_request().await };
    for message in messages {
        match session.send(message, state.settings.long_poll_window).await {
            Ok(()) => {}
            Err(SendError::Gone) => return answer(&json!({ "status": GONE })),
            Err(SendError::TimedOut) => return answer(&json!({ "status": REQUEST_TIMEOUT })),
        }
    }
    answer(&json!({ "status": OK }))
}

/// Any other method.
pub(super) async fn bad_request() -> HttpResponse {
    HttpResponse::BadRequest().finish()
}

async fn open(request: &HttpRequest, state: Data<AppState>) -> HttpResponse {
    let forbidden = || answer(&json!({ "status": FORBIDDEN }));
    let Some(serializer) = handshake::serializer(request) else { return forbidden() };
    let idle_timeout = state.settings.long_poll_window.mul_f64(1.5);
    let admitted = handshake::admit(request, &state, serializer.text_only(), idle_timeout).await;
    let Ok(handshake) = admitted else { return forbidden() };
    let (queue, frames) = queue();
    let Some((token, messages)) = state.long_polls.open(frames) else { return forbidden() };
    let session = token.clone();
    actix_web::rt::spawn(async move {
        Socket::new(state.clone(), handshake, queue).run(Source::long_poll(messages)).await;
        state.long_polls.remove(&session);
    });
    answer(&json!({ "status": GONE, "token": token, "messages": [] }))
}

/// The messages of a request: the whole body, or each line of a batch, where text begins with a bracket and everything
/// else is base64. `None` if a line is neither.
fn messages(request: &HttpRequest, body: &Bytes) -> Option<Vec<Incoming>> {
    let content_type = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    if content_type != Some(BATCH_TYPE) {
        return Some(vec![Incoming::Text(body.clone())]);
    }
    let lines = body.split(|byte| *byte == b'\n').map(|line| line.strip_suffix(b"\r").unwrap_or(line));
    let lines = lines.filter(|line| !line.is_empty()).take(MAX_BATCH);
    lines
        .map(|line| match line[0] {
            b'[' | b'{' => Some(Incoming::Text(body.slice_ref(line))),
            _ => STANDARD.decode(line).ok().map(|bytes| Incoming::Binary(bytes.into())),
        })
        .collect()
}

fn answer(body: &Value) -> HttpResponse {
    HttpResponse::Ok().content_type(CONTENT).body(body.to_string())
}
