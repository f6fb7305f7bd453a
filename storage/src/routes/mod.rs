//! The routing table of the API, relative to `/storage/v1`. actix takes the first match, so routes with a fixed segment
//! are registered before those in which a bucket's name could match the same segment.

pub mod bucket;
pub mod copy;
mod delivery;
mod download;
mod info;
mod lenient;
mod list;
mod message;
mod move_object;
mod purge;
pub mod remove;
mod render;
mod request;
mod sign;
mod sign_upload;
mod upload;

use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use serde::Serialize;

use crate::app_state::AppState;
use crate::database::batch::Query;
use crate::error::{Error, Result};
use crate::resumable;

/// Registers all routes.
pub fn configure(config: &mut ServiceConfig) {
    bucket_routes(config);
    object_routes(config);
    resumable::configure(config);
    config
        .route("/cdn/{path:.*}", web::delete().to(purge::purge))
        .route("/health", web::get().to(health))
        .route("/status", web::get().to(status))
        .route("/version", web::get().to(version));
    config.default_service(web::to(no_such_route));
}

fn bucket_routes(config: &mut ServiceConfig) {
    config
        .route("/bucket", web::post().to(bucket::create))
        .route("/bucket/", web::post().to(bucket::create))
        .route("/bucket", web::get().to(bucket::list))
        .route("/bucket/", web::get().to(bucket::list))
        .route("/bucket/{bucket}", web::get().to(bucket::get))
        .route("/bucket/{bucket}", web::put().to(bucket::update))
        .route("/bucket/{bucket}", web::delete().to(bucket::delete))
        .route("/bucket/{bucket}/empty", web::post().to(bucket::empty));
}

fn object_routes(config: &mut ServiceConfig) {
    config
        .route("/object/list/{bucket}", web::post().to(list::list))
        .route("/object/list-v2/{bucket}", web::post().to(list::list_v2))
        .route("/object/move", web::post().to(move_object::move_object))
        .route("/object/copy", web::post().to(copy::copy))
        .route("/object/upload/sign/{bucket}/{key:.*}", web::post().to(sign_upload::sign))
        .route("/object/upload/sign/{bucket}/{key:.*}", web::put().to(sign_upload::upload))
        .route("/object/sign/{bucket}", web::post().to(sign::sign_many))
        .route("/object/sign/{bucket}/{key:.*}", web::post().to(sign::sign_one));
    for method in [web::get, web::head] {
        config
            .route("/object/info/public/{bucket}/{key:.*}", method().to(info::public))
            .route("/object/info/authenticated/{bucket}/{key:.*}", method().to(info::authenticated))
            .route("/object/info/{bucket}/{key:.*}", method().to(info::any))
            .route("/object/public/{bucket}/{key:.*}", method().to(download::public))
            .route("/object/authenticated/{bucket}/{key:.*}", method().to(download::authenticated))
            .route("/object/sign/{bucket}/{key:.*}", method().to(download::signed))
            .route("/object/{bucket}/{key:.*}", method().to(download::authenticated))
            .route("/render/image/public/{bucket}/{key:.*}", method().to(render::public))
            .route("/render/image/authenticated/{bucket}/{key:.*}", method().to(render::authenticated))
            .route("/render/image/sign/{bucket}/{key:.*}", method().to(render::signed));
    }
    config
        .route("/object/{bucket}/{key:.*}", web::post().to(upload::create))
        .route("/object/{bucket}/{key:.*}", web::put().to(upload::update))
        .route("/object/{bucket}/{key:.*}", web::delete().to(remove::remove_one))
        .route("/object/{bucket}", web::delete().to(remove::remove_many));
}

async fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

async fn status() -> HttpResponse {
    HttpResponse::Ok().finish()
}

#[derive(Serialize)]
struct Health {
    healthy: bool,
}

/// Whether Postgres answers.
async fn health(state: Data<AppState>) -> HttpResponse {
    let probe = async || state.database.connection().await?.query(Query::command("select 1")).await;
    HttpResponse::Ok().json(Health { healthy: probe().await.is_ok() })
}

async fn no_such_route(request: HttpRequest) -> Result<HttpResponse> {
    Err(Error::NoSuchRoute { method: request.method().to_string(), path: request.path().to_owned() })
}
