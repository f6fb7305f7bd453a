//! Mailpit's HTTP API, as far as it lists, shows, searches, marks and deletes mails.

use std::sync::Arc;

use actix_web::http::header::ContentType;
use actix_web::web::{self, Bytes, Data, Json, Path, Query as UrlQuery, ServiceConfig};
use actix_web::{HttpResponse, Responder};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::message::Message;
use crate::search::Query;
use crate::store::Store;

/// Mails in a list unless `limit` says otherwise, as in Mailpit.
const DEFAULT_LIMIT: usize = 50;

/// The API's routes.
pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .route("/api/v1/info", web::get().to(info))
        .route("/api/v1/messages", web::get().to(list))
        .route("/api/v1/messages", web::put().to(mark))
        .route("/api/v1/messages", web::delete().to(delete))
        .route("/api/v1/search", web::get().to(list))
        .route("/api/v1/search", web::delete().to(delete_found))
        .route("/api/v1/message/{id}", web::get().to(details))
        .route("/api/v1/message/{id}/headers", web::get().to(headers))
        .route("/api/v1/message/{id}/raw", web::get().to(raw))
        .route("/livez", web::get().to(async || "ok"))
        .route("/readyz", web::get().to(async || "ok"));
}

#[derive(Deserialize)]
struct ListOptions {
    #[serde(default)]
    query: String,
    #[serde(default)]
    start: usize,
    limit: Option<usize>,
}

async fn list(store: Data<Store>, options: UrlQuery<ListOptions>) -> Json<Value> {
    let all = store.all();
    let query = Query::parse(&options.query);
    let found: Vec<&Arc<Message>> = all.iter().filter(|message| query.matches(message)).collect();
    let limit = options.limit.unwrap_or(DEFAULT_LIMIT);
    let page: Vec<Value> =
        found.iter().skip(options.start).take(limit).map(|message| message.summary()).collect();
    let unread = |messages: &[&Arc<Message>]| messages.iter().filter(|message| !message.is_read()).count();
    let all_refs: Vec<&Arc<Message>> = all.iter().collect();
    Json(json!({
        "total": all.len(), "unread": unread(&all_refs), "count": page.len(), "messages_count": found.len(),
        "messages_unread": unread(&found), "start": options.start, "tags": [], "messages": page,
    }))
}

async fn info(store: Data<Store>) -> Json<Value> {
    let all = store.all();
    let bytes: usize = all.iter().map(|message| message.size()).sum();
    Json(json!({
        "Version": env!("CARGO_PKG_VERSION"), "LatestVersion": env!("CARGO_PKG_VERSION"), "Database": "memory",
        "DatabaseSize": bytes, "Messages": all.len(),
        "Unread": all.iter().filter(|message| !message.is_read()).count(), "Tags": {},
    }))
}

async fn details(store: Data<Store>, id: Path<String>) -> HttpResponse {
    let Some(message) = store.find(&id) else { return not_found() };
    message.set_read(true);
    HttpResponse::Ok().json(message.details())
}

async fn headers(store: Data<Store>, id: Path<String>) -> HttpResponse {
    store.find(&id).map_or_else(not_found, |message| HttpResponse::Ok().json(&message.headers))
}

async fn raw(store: Data<Store>, id: Path<String>) -> HttpResponse {
    let as_text = |message: Arc<Message>| {
        HttpResponse::Ok().content_type(ContentType::plaintext()).body(message.raw.clone())
    };
    store.find(&id).map_or_else(not_found, as_text)
}

/// Ids of mails; none means all.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "PascalCase")]
struct Selection {
    #[serde(rename = "IDs")]
    ids: Vec<String>,
    read: bool,
}

impl Selection {
    fn contains(&self, message: &Message) -> bool {
        self.ids.is_empty() || self.ids.contains(&message.id)
    }
}

async fn mark(store: Data<Store>, selection: Json<Selection>) -> impl Responder {
    let all = store.all();
    all.iter()
        .filter(|message| selection.contains(message))
        .for_each(|message| message.set_read(selection.read));
    "ok"
}

/// The body may be empty.
async fn delete(store: Data<Store>, body: Bytes) -> HttpResponse {
    let selection = match body.is_empty() {
        true => Ok(Selection::default()),
        false => serde_json::from_slice::<Selection>(&body),
    };
    match selection {
        Ok(selection) => {
            store.remove(|message| selection.contains(message));
            HttpResponse::Ok().body("ok")
        }
        Err(error) => HttpResponse::BadRequest().json(json!({ "Error": error.to_string() })),
    }
}

async fn delete_found(store: Data<Store>, options: UrlQuery<ListOptions>) -> HttpResponse {
    if options.query.trim().is_empty() {
        return HttpResponse::BadRequest().json(json!({ "Error": "Error: no search query" }));
    }
    let query = Query::parse(&options.query);
    store.remove(|message| query.matches(message));
    HttpResponse::Ok().body("ok")
}

fn not_found() -> HttpResponse {
    HttpResponse::NotFound().json(json!({ "Error": "Message not found" }))
}
