//! The function that the tests host. The path below its name selects what it does.

use std::time::Duration;

use actix_web::http::StatusCode;
use actix_web::http::header::{CACHE_CONTROL, RETRY_AFTER};
use actix_web::web::{self, Payload};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer, Responder};
use futures_util::StreamExt;
use rest_gateway::function_host::{FunctionHost, Service};
use rest_gateway::process::ChildCommand;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use tokio::signal::unix::{SignalKind, signal};

#[tokio::main]
async fn main() -> std::io::Result<()> {
    if std::env::args().nth(1).as_deref() == Some("host-another") {
        return host_another().await;
    }
    serve().await
}

/// Hosts a function itself, prints the id of its process, and waits to be killed.
async fn host_another() -> std::io::Result<()> {
    let command = ChildCommand { program: std::env::current_exe()?, args: Vec::new(), env: Vec::new() };
    let name = "another".parse().map_err(std::io::Error::other)?;
    let host = FunctionHost::new(vec![Service::always_on(name, command)]).map_err(std::io::Error::other)?;
    host.eager_services_ready().await.map_err(std::io::Error::other)?;
    println!("{}", host.status().first().and_then(|status| status.pid).unwrap_or_default());
    std::future::pending().await
}

async fn serve() -> std::io::Result<()> {
    let socket = std::env::var("SOCKET").map_err(std::io::Error::other)?;
    HttpServer::new(|| {
        App::new()
            .route("/{name}/body", web::to(body))
            .route("/{name}/die", web::to(die))
            .route("/{name}/half", web::to(truncated))
            .route("/{name}/until-sigterm", web::to(until_sigterm))
            .route("/{name}/length", web::to(length))
            .route("/{name}/never", web::to(never))
            .route("/{name}/page", web::to(page))
            .route("/{name}/websocket", web::to(websocket))
            .route("/{name}/page-in-capitals", web::to(page_in_capitals))
            .route("/{name}/hotel-detail", web::post().to(fill_in))
            .route("/{name}/de/hotel-detail", web::post().to(fill_in))
            .default_service(web::to(describe))
    })
    .workers(1)
    .bind_uds(socket)?
    .run()
    .await
}

/// Describes the request and this process.
async fn describe(request: HttpRequest) -> impl Responder {
    let headers: Map<String, Value> = request
        .headers()
        .iter()
        .map(|(name, value)| (name.to_string(), Value::from(value.to_str().unwrap_or_default())))
        .collect();
    let environment: Map<String, Value> =
        std::env::vars().map(|(name, value)| (name, Value::from(value))).collect();
    HttpResponse::Ok().insert_header(("x-of-the-function", "1")).json(json!({
        "method": request.method().as_str(),
        "target": request.uri().to_string(),
        "headers": headers,
        "environment": environment,
        "pid": std::process::id(),
    }))
}

/// Echoes the body as a stream.
async fn body(payload: Payload) -> impl Responder {
    HttpResponse::Ok().streaming(payload)
}

/// Reads the whole body, then responds with its length.
async fn length(mut payload: Payload) -> HttpResponse {
    let mut length = 0;
    while let Some(part) = payload.next().await {
        match part {
            Ok(part) => length += part.len(),
            Err(_) => return HttpResponse::BadRequest().finish(),
        }
    }
    HttpResponse::Ok().body(length.to_string())
}

async fn die() -> HttpResponse {
    std::process::abort()
}

/// Sends one chunk, then crashes.
async fn truncated() -> impl Responder {
    let parts = futures_util::stream::once(async { Ok::<_, std::io::Error>(web::Bytes::from("half")) })
        .chain(futures_util::stream::once(async {
            // Time for the first chunk to be sent.
            tokio::time::sleep(Duration::from_millis(50)).await;
            std::process::abort()
        }));
    HttpResponse::Ok().streaming(parts)
}

/// Responds once it gets SIGTERM.
async fn until_sigterm() -> impl Responder {
    match signal(SignalKind::terminate()) {
        Ok(mut terminate) => {
            // The test waits for this file.
            if let Ok(file) = std::env::var("LISTENING") {
                let _ = std::fs::write(file, "1");
            }
            terminate.recv().await;
            HttpResponse::Ok().body("finished")
        }
        Err(_) => HttpResponse::InternalServerError().finish(),
    }
}

async fn never() -> HttpResponse {
    std::future::pending().await
}

/// Accepts a WebSocket, sends one message and stays silent.
async fn websocket() -> HttpResponse {
    let message = async { Ok::<_, std::io::Error>(web::Bytes::from_static(b"\x81\x05hello")) };
    let messages = futures_util::stream::once(message).chain(futures_util::stream::pending());
    HttpResponse::SwitchingProtocols().upgrade("websocket").streaming(messages)
}

async fn page() -> impl Responder {
    HttpResponse::Ok().content_type("text/html").body("<script>alert(1)</script>")
}

/// Fills in a document of the site. The query sets the status, the content type and `Cache-Control`.
async fn fill_in(request: HttpRequest, query: web::Query<FillIn>, document: String) -> HttpResponse {
    let mut headers: Vec<&str> = request.headers().keys().map(|name| name.as_str()).collect();
    headers.sort_unstable();
    let text = format!("{} {} https://isula.invalid{}", query.text, headers.join(" "), request.uri());
    let mut response = HttpResponse::build(StatusCode::from_u16(query.status).unwrap_or_default());
    if let Some(cache_control) = &query.cache_control {
        response.insert_header((CACHE_CONTROL, cache_control.as_str()));
    }
    if query.status == 429 {
        response.insert_header((RETRY_AFTER, 7));
    }
    response.content_type(query.content_type.as_str()).body(document.replace("<!--text-->", &text))
}

#[derive(Deserialize)]
#[serde(default)]
struct FillIn {
    text: String,
    status: u16,
    content_type: String,
    cache_control: Option<String>,
}

impl Default for FillIn {
    fn default() -> FillIn {
        let content_type = "text/html; charset=utf-8".to_owned();
        FillIn { text: String::new(), status: 200, content_type, cache_control: None }
    }
}

async fn page_in_capitals() -> impl Responder {
    HttpResponse::Ok().content_type("Text/HTML; charset=utf-8").body("<script>alert(1)</script>")
}
