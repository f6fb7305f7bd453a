//! `POST /api/broadcast`: broadcasts of a batch of messages. Those in private rooms for which the caller has no right are
//! dropped silently.

use std::collections::BTreeMap;

use actix_web::web::{Bytes, Data};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::broadcast_rate::{self, RateError};
use super::caller::{caller, headers_as_json};
use crate::app_state::AppState;
use crate::authorization::{Rights, Subject};
use crate::hub::{Broadcast, RoomKey};
use crate::token::Claims;

/// Why a batch is not sent.
#[derive(Debug, thiserror::Error)]
enum BatchError {
    #[error("the token is missing or invalid")]
    Unauthorized,
    #[error("the batch is invalid")]
    Invalid(Value),
    #[error(transparent)]
    Rate(#[from] RateError),
}

impl BatchError {
    fn response(&self) -> HttpResponse {
        match self {
            BatchError::Unauthorized => {
                HttpResponse::Unauthorized().json(json!({ "message": "Unauthorized" }))
            }
            BatchError::Invalid(messages) => {
                HttpResponse::UnprocessableEntity().json(json!({ "errors": { "messages": messages } }))
            }
            BatchError::Rate(error) => error.response(),
        }
    }
}

/// A valid message.
struct Message {
    sub_topic: String,
    private: bool,
    /// JSON text of the whole broadcast.
    payload: String,
    id: Option<Uuid>,
}

const BLANK: &str = "can't be blank";
const INVALID: &str = "is invalid";
const TOO_LARGE: &str = "Payload size exceeds tenant limit";

pub(super) async fn handle(request: HttpRequest, body: Bytes, state: Data<AppState>) -> HttpResponse {
    let response = match send(&request, &body, &state).await {
        Ok(()) => HttpResponse::Accepted().finish(),
        Err(error) => error.response(),
    };
    broadcast_rate::with_headers(response, &state.rates.events)
}

async fn send(request: &HttpRequest, body: &[u8], state: &AppState) -> Result<(), BatchError> {
    let claims = caller(request, &state.verifier).ok_or(BatchError::Unauthorized)?;
    let messages = parse(body, state.settings.max_payload).map_err(BatchError::Invalid)?;
    broadcast_rate::check(&state.rates.events, messages.len())?;
    let (private, public): (Vec<Message>, Vec<Message>) =
        messages.into_iter().partition(|message| message.private);
    public.iter().for_each(|message| publish(state, message));
    let mut by_topic: BTreeMap<&str, Vec<&Message>> = BTreeMap::new();
    for message in &private {
        by_topic.entry(&message.sub_topic).or_default().push(message);
    }
    let headers = headers_as_json(request, "");
    for (sub_topic, messages) in by_topic {
        if may_write(state, &claims, sub_topic, &headers).await {
            messages.into_iter().for_each(|message| publish(state, message));
        }
    }
    Ok(())
}

async fn may_write(state: &AppState, claims: &Claims, sub_topic: &str, headers: &str) -> bool {
    let mut rights = Rights::default();
    let subject = Subject { claims, sub_topic, headers };
    match state.authorizer.decide_write(subject, &mut rights).await {
        Ok(()) => rights.broadcast.write == Some(true),
        Err(error) => {
            tracing::warn!("broadcasts are lost, because their right is unknown: {error}");
            false
        }
    }
}

fn publish(state: &AppState, message: &Message) {
    let room = RoomKey { private: message.private, sub_topic: message.sub_topic.as_str().into() };
    state.hub.broadcast(&room, &Broadcast::Text { payload: &message.payload, id: message.id });
}

/// The messages, or what is wrong with them.
fn parse(body: &[u8], max_payload: usize) -> Result<Vec<Message>, Value> {
    let body: Value = serde_json::from_slice(body).unwrap_or_default();
    let messages = match body.get("messages") {
        None | Some(Value::Null) => return Err(json!([BLANK])),
        Some(Value::Array(messages)) if messages.is_empty() => return Err(json!([BLANK])),
        Some(Value::Array(messages)) => messages,
        Some(_) => return Err(json!([INVALID])),
    };
    let parsed: Vec<_> = messages.iter().map(|message| parse_message(message, max_payload)).collect();
    if parsed.iter().all(Result::is_ok) {
        return Ok(parsed.into_iter().filter_map(Result::ok).collect());
    }
    let errors = parsed.into_iter().map(|message| message.err().unwrap_or_default());
    Err(errors.map(Value::Object).collect())
}

fn parse_message(message: &Value, max_payload: usize) -> Result<Message, Map<String, Value>> {
    let mut errors = Map::new();
    let topic = text(message, "topic").map_err(|error| errors.insert("topic".into(), json!([error])));
    let event = text(message, "event").map_err(|error| errors.insert("event".into(), json!([error])));
    let payload = payload(message, max_payload);
    let payload = payload.map_err(|error| errors.insert("payload".into(), json!([error])));
    let (Ok(topic), Ok(event), Ok(payload)) = (topic, event, payload) else { return Err(errors) };
    let id = message.get("id").and_then(Value::as_str);
    let mut broadcast = json!({ "payload": payload, "event": event, "type": "broadcast" });
    if let Some(id) = id {
        broadcast["meta"] = json!({ "id": id });
    }
    Ok(Message {
        sub_topic: topic.to_owned(),
        private: message.get("private").and_then(Value::as_bool).unwrap_or_default(),
        payload: broadcast.to_string(),
        id: id.and_then(|id| Uuid::try_parse(id).ok()),
    })
}

fn text<'a>(message: &'a Value, name: &str) -> Result<&'a str, &'static str> {
    match message.get(name) {
        None | Some(Value::Null) => Err(BLANK),
        Some(Value::String(text)) if text.trim().is_empty() => Err(BLANK),
        Some(Value::String(text)) => Ok(text),
        Some(_) => Err(INVALID),
    }
}

fn payload(message: &Value, max_payload: usize) -> Result<&Map<String, Value>, &'static str> {
    match message.get("payload") {
        None | Some(Value::Null) => Err(BLANK),
        Some(Value::Object(payload)) => {
            let size = serde_json::to_string(payload).map_or(usize::MAX, |json| json.len());
            if size > max_payload { Err(TOO_LARGE) } else { Ok(payload) }
        }
        Some(_) => Err(INVALID),
    }
}
