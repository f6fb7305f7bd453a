//! The door from actix: one service for every path below the scope that it is mounted in.

use std::sync::Arc;

use actix_web::web::{self, Payload, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};

use crate::engine::Engine;
use crate::error::ErrorAnswer;

/// Serves the engine in any scope: the path that counts is what the scope left over.
pub fn configure(engine: Arc<Engine>) -> impl FnOnce(&mut ServiceConfig) {
    move |service: &mut ServiceConfig| {
        service.default_service(web::to(move |request: HttpRequest, payload: Payload| {
            let engine = engine.clone();
            async move { serve(&engine, &request, payload).await }
        }));
    }
}

async fn serve(engine: &Engine, _request: &HttpRequest, _payload: Payload) -> HttpResponse {
    match engine.state().schema_cache() {
        Ok(_) => HttpResponse::NotFound().finish(),
        Err(error) => ErrorAnswer::from(&error).into_response(),
    }
}
