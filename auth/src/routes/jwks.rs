//! `GET /.well-known/jwks.json`: the public keys that verify access tokens. A shared secret is never listed.

use actix_web::HttpResponse;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::Data;
use serde_json::json;

use crate::app_state::AppState;

pub(super) async fn jwks(state: Data<AppState>) -> HttpResponse {
    let keys = json!({ "keys": state.signer.public_keys() });
    HttpResponse::Ok().insert_header((CACHE_CONTROL, "public, max-age=600")).json(keys)
}
