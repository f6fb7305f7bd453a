//! An HTTP server that is the endpoint of a hook and records its calls.

use std::sync::{Arc, Mutex};

use actix_web::http::StatusCode;
use actix_web::web::{self, Bytes};
use actix_web::{App, HttpRequest, HttpResponse, HttpServer};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use ring::hmac;
use serde_json::Value;

/// A secret of the configuration.
pub const SECRET: &str = "v1,whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
/// The secret that is to replace it.
pub const NEXT_SECRET: &str = "v1,whsec_YWJjZGVmZ2hpamtsbW5vcHFyc3R1dnd4eXphYmNkZWY=";

/// An answer of the endpoint.
#[derive(Clone)]
pub struct Answer {
    status: u16,
    headers: Vec<(&'static str, &'static str)>,
    body: String,
}

impl Answer {
    pub fn json(status: u16, body: &str) -> Answer {
        Answer { status, headers: vec![("content-type", "application/json")], body: body.to_owned() }
    }

    pub fn text(status: u16, body: &str) -> Answer {
        Answer { status, headers: vec![("content-type", "text/plain")], body: body.to_owned() }
    }

    pub fn header(mut self, name: &'static str, value: &'static str) -> Answer {
        self.headers.push((name, value));
        self
    }
}

/// A recorded call.
#[derive(Clone)]
pub struct Call {
    id: String,
    timestamp: String,
    signatures: String,
    body: Bytes,
}

impl Call {
    pub fn body(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub fn is_signed_with(&self, secret: &str) -> bool {
        let secret = BASE64_STANDARD.decode(secret.strip_prefix("v1,whsec_").unwrap()).unwrap();
        let key = hmac::Key::new(hmac::HMAC_SHA256, &secret);
        let message = [self.id.as_bytes(), b".", self.timestamp.as_bytes(), b".", &self.body].concat();
        let signature = format!("v1,{}", BASE64_STANDARD.encode(hmac::sign(&key, &message)));
        self.signatures.split(", ").any(|one| one == signature)
    }
}

/// A running endpoint. It ends with the test's runtime.
pub struct Webhook {
    address: String,
    calls: Arc<Mutex<Vec<Call>>>,
}

impl Webhook {
    /// Starts an endpoint that answers the call with this number, from 0, with `answer`.
    pub async fn start(answer: impl Fn(usize) -> Answer + Send + Sync + 'static) -> Webhook {
        let calls = Arc::new(Mutex::new(Vec::new()));
        let (recorded, answer) = (Arc::clone(&calls), Arc::new(answer));
        let server = HttpServer::new(move || {
            let (recorded, answer) = (Arc::clone(&recorded), Arc::clone(&answer));
            let handler = move |request: HttpRequest, body: Bytes| {
                let header = |name: &str| request.headers().get(name).unwrap().to_str().unwrap().to_owned();
                let call = Call {
                    id: header("webhook-id"),
                    timestamp: header("webhook-timestamp"),
                    signatures: header("webhook-signature"),
                    body,
                };
                let mut calls = recorded.lock().unwrap();
                let answer = answer(calls.len());
                calls.push(call);
                let mut response = HttpResponse::build(StatusCode::from_u16(answer.status).unwrap());
                for header in answer.headers {
                    response.insert_header(header);
                }
                std::future::ready(response.body(answer.body))
            };
            App::new().default_service(web::to(handler))
        })
        .workers(1)
        .disable_signals()
        .bind(("127.0.0.1", 0))
        .unwrap();
        let address = format!("http://{}/hook", server.addrs()[0]);
        tokio::spawn(server.run());
        Webhook { address, calls }
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    pub fn calls(&self) -> Vec<Call> {
        self.calls.lock().unwrap().clone()
    }
}
