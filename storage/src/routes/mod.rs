//! The routes, as they are under `/storage/v1`. Where a fixed segment and a bucket's name could both match, the
//! fixed segment is registered first and wins.

mod bucket;
mod copy;
mod delivery;
mod download;
mod info;
mod lenient;
mod list;
mod remove;
mod rename;
mod render;
mod request;
mod sign;
mod sign_upload;
mod upload;

use actix_web::web::{self, ServiceConfig};
use actix_web::{HttpRequest, HttpResponse};
use serde::{Deserialize, Serialize};

use crate::Storage;
use crate::caller::Caller;
use crate::error::{Error, Result};

pub fn configure(config: &mut ServiceConfig) {
    bucket_routes(config);
    object_routes(config);
    config
        .route("/cdn/{path:.*}", web::delete().to(purge_cache))
        .route("/health", web::get().to(healthy))
        .route("/status", web::get().to(healthy))
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
        .route("/object/move", web::post().to(rename::rename))
        .route("/object/copy", web::post().to(copy::copy))
        .route("/object/upload/sign/{bucket}/{key:.*}", web::post().to(sign_upload::sign))
        .route("/object/upload/sign/{bucket}/{key:.*}", web::put().to(sign_upload::upload))
        .route("/object/sign/{bucket}", web::post().to(sign::sign_many))
        .route("/object/sign/{bucket}/{key:.*}", web::post().to(sign::sign_one));
    for method in [web::get, web::head] {
        config
            .route("/object/info/public/{bucket}/{key:.*}", method().to(info::public))
            .route("/object/info/authenticated/{bucket}/{key:.*}", method().to(info::authenticated))
            .route("/object/info/{bucket}/{key:.*}", method().to(info::authenticated))
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

/// An answer that says no more than that it worked.
#[derive(Serialize)]
struct Message {
    message: &'static str,
}

impl Message {
    fn answer(message: &'static str) -> HttpResponse {
        HttpResponse::Ok().json(Self { message })
    }
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Purged {
    message: &'static str,
    status_code: &'static str,
}

#[derive(Deserialize)]
struct PurgeQuery {
    #[serde(default)]
    transformations: bool,
}

/// No cache stands in front of this service; what there is to throw away are images made in other sizes.
async fn purge_cache(
    storage: web::Data<Storage>,
    caller: Caller,
    path: web::Path<String>,
    request: HttpRequest,
) -> Result<HttpResponse> {
    caller.require_service_role()?;
    if request::read_query::<PurgeQuery>(&request)?.transformations {
        let (bucket, key) = path.split_once('/').unwrap_or((path.as_str(), ""));
        let given = |text: &'_ str| (!text.is_empty()).then(|| text.to_owned());
        render::purge(&storage, given(bucket).as_deref(), given(key).as_deref()).await?;
    }
    Ok(HttpResponse::Ok().json(Purged { message: "success", status_code: "200" }))
}

async fn version() -> &'static str {
    env!("CARGO_PKG_VERSION")
}

async fn healthy() -> HttpResponse {
    HttpResponse::Ok().finish()
}

async fn no_such_route(request: HttpRequest) -> Result<HttpResponse> {
    Err(Error::NoSuchRoute { method: request.method().to_string(), path: request.path().to_owned() })
}
