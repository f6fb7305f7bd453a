//! The response body of operations that return no data: `{"message": "…"}`.

use actix_web::HttpResponse;
use serde::Serialize;

#[derive(Serialize)]
struct Message {
    message: &'static str,
}

/// A 200 with this message.
pub fn message(message: &'static str) -> HttpResponse {
    HttpResponse::Ok().json(Message { message })
}
