//! The pages: the list of mails, and one mail.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, ContentType};
use actix_web::web::{self, Data, Path, ServiceConfig};

use crate::message::{Mailbox, Message};
use crate::store::Store;

/// No script runs, neither of these pages nor of a mail.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src http: https: data:; \
                      form-action 'none'; base-uri 'none'; frame-ancestors 'none'";
const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;\
                     color-scheme:light dark}table{width:100%;border-collapse:collapse}\
                     th,td{text-align:left;padding:.5rem;border-bottom:1px solid #8884;overflow-wrap:anywhere}\
                     .unread{font-weight:600}iframe{width:100%;height:70vh;border:1px solid #8884;background:#fff}\
                     dt{float:left;clear:left;width:6rem;opacity:.7}dd{margin-left:7rem}\
                     pre{white-space:pre-wrap;overflow-wrap:anywhere}";

/// The pages' routes, with Mailpit's addresses.
pub(crate) fn configure(config: &mut ServiceConfig) {
    config
        .route("/", web::get().to(list))
        .route("/view/{id}.html", web::get().to(html))
        .route("/view/{id}.txt", web::get().to(text))
        .route("/view/{id}", web::get().to(view));
}

async fn list(store: Data<Store>) -> HttpResponse {
    let rows: String = store.all().iter().map(|message| row(message)).collect();
    let table = match rows.is_empty() {
        true => "<p>No mail yet. Mails appear here when they are sent.</p>".to_owned(),
        false => format!(
            "<table><thead><tr><th>To</th><th>Subject</th><th>Received (UTC)</th></tr></thead>\
             <tbody>{rows}</tbody></table>"
        ),
    };
    page("Mails", "<meta http-equiv=\"refresh\" content=\"5\">", &format!("<h1>Mails</h1>{table}"))
}

fn row(message: &Message) -> String {
    let class = if message.is_read() { "" } else { " class=\"unread\"" };
    format!(
        "<tr{class}><td>{}</td><td><a href=\"/view/{}\">{}</a></td><td>{}</td></tr>",
        escape(&addresses(message)),
        message.id,
        escape(subject(message)),
        message.received.format("%Y-%m-%d %H:%M:%S"),
    )
}

async fn view(store: Data<Store>, id: Path<String>) -> HttpResponse {
    let Some(message) = store.find(&id) else { return not_found() };
    message.set_read(true);
    let content = match message.html.is_empty() {
        true => format!("<pre>{}</pre>", escape(&message.text)),
        // Links open in a tab of their own; scripts and forms stay off.
        false => format!(
            "<iframe title=\"The mail\" sandbox=\"allow-popups allow-popups-to-escape-sandbox\" \
             srcdoc=\"{}\"></iframe>",
            escape(&format!("<base target=\"_blank\">{}", message.html))
        ),
    };
    let from = message.from.as_ref().map(full_address).unwrap_or_default();
    let body = format!(
        "<p><a href=\"/\">All mails</a></p><h1>{}</h1>\
         <dl><dt>From</dt><dd>{}</dd><dt>To</dt><dd>{}</dd><dt>Received</dt><dd>{} UTC</dd></dl>{content}\
         <p><a href=\"/view/{id}.txt\">Text</a> · <a href=\"/api/v1/message/{id}/raw\">Source</a></p>",
        escape(subject(&message)),
        escape(&from),
        escape(&addresses(&message)),
        message.received.format("%Y-%m-%d %H:%M:%S"),
        id = message.id,
    );
    page(subject(&message), "", &body)
}

async fn html(store: Data<Store>, id: Path<String>) -> HttpResponse {
    let Some(message) = store.find(&id) else { return not_found() };
    HttpResponse::Ok()
        .content_type(ContentType::html())
        .insert_header((CONTENT_SECURITY_POLICY, POLICY))
        .body(message.html.clone())
}

async fn text(store: Data<Store>, id: Path<String>) -> HttpResponse {
    let Some(message) = store.find(&id) else { return not_found() };
    HttpResponse::Ok().content_type(ContentType::plaintext()).body(message.text.clone())
}

fn page(title: &str, head: &str, body: &str) -> HttpResponse {
    let document = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">{head}\
         <title>{}</title><style>{STYLE}</style></head><body><main>{body}</main></body></html>",
        escape(title)
    );
    HttpResponse::Ok()
        .content_type(ContentType::html())
        .insert_header((CACHE_CONTROL, "no-store"))
        .insert_header((CONTENT_SECURITY_POLICY, POLICY))
        .body(document)
}

fn not_found() -> HttpResponse {
    HttpResponse::NotFound().content_type(ContentType::plaintext()).body("There is no such mail.\n")
}

fn subject(message: &Message) -> &str {
    if message.subject.is_empty() { "(no subject)" } else { &message.subject }
}

fn addresses(message: &Message) -> String {
    message.recipients().map(full_address).collect::<Vec<_>>().join(", ")
}

fn full_address(mailbox: &Mailbox) -> String {
    match mailbox.name.is_empty() {
        true => mailbox.address.clone(),
        false => format!("{} <{}>", mailbox.name, mailbox.address),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
