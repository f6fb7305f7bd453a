//! `GET` and `HEAD /render/image/…`: an image in another size or format, by the same rights as the object itself.

use actix_web::http::header::{ACCEPT, HeaderName, HeaderValue, VARY};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use service_kit::rate_limit::client_address;

use super::delivery::{Delivery, send, unchanged};
use super::download::{answer, find_any, find_public, find_readable, read_token};
use super::request::{ObjectPath, read_query};
use crate::Storage;
use crate::database::objects::Object;
use crate::database::{Operation, variants};
use crate::error::{Error, Result};
use crate::orphans::discard;
use crate::render::wanted::Wanted;
use crate::render::{forget, variant, wanted};
use crate::upload::incoming::header;

const TRANSFORMATIONS: HeaderName = HeaderName::from_static("x-transformations");

pub async fn public(storage: Data<Storage>, path: ObjectPath, request: HttpRequest) -> Result<HttpResponse> {
    let wanted: Wanted = read_query(&request)?;
    let delivery: Delivery = read_query(&request)?;
    let find = async || find_public(&storage, &path).await;
    answer(find, async |object| render(&storage, &request, object, &wanted, &delivery).await).await
}

pub async fn authenticated(
    storage: Data<Storage>,
    path: ObjectPath,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let wanted: Wanted = read_query(&request)?;
    let delivery: Delivery = read_query(&request)?;
    let find = async || find_readable(&storage, &request, Operation::RENDER_AUTHENTICATED, &path).await;
    answer(find, async |object| render(&storage, &request, object, &wanted, &delivery).await).await
}

/// What is made of the image stands in the token, not in the query.
pub async fn signed(storage: Data<Storage>, path: ObjectPath, request: HttpRequest) -> Result<HttpResponse> {
    let token = read_token(&storage, &path, &request)?;
    let wanted = Wanted::of_token(token.transformations.as_deref().unwrap_or_default())?;
    let mut delivery: Delivery = read_query(&request)?;
    delivery.expires = token.expires();
    let find = async || find_any(&storage, &path).await;
    answer(find, async |object| render(&storage, &request, object, &wanted, &delivery).await).await
}

async fn render(
    storage: &Storage,
    request: &HttpRequest,
    object: &Object,
    wanted: &Wanted,
    delivery: &Delivery,
) -> Result<HttpResponse> {
    let transform = wanted.transform(takes_webp(request));
    let mut metadata = object.metadata()?;
    // Known before the image is made, and never the same for another one.
    metadata.e_tag = format!("\"{}-{}\"", object.version()?, wanted::label(&transform));
    let mut response = match unchanged(request, &metadata, delivery) {
        Some(answer) => answer,
        None => {
            let client = client_address(request);
            let mut made = variant(storage, object, &transform, client).await?;
            (metadata.mimetype, metadata.size) = (made.mimetype, made.size);
            match send(storage, request, &metadata, made.version, delivery).await {
                Err(Error::BytesMissing) => {
                    forget(storage, made.version).await?;
                    made = variant(storage, object, &transform, client).await?;
                    (metadata.mimetype, metadata.size) = (made.mimetype, made.size);
                    send(storage, request, &metadata, made.version, delivery).await?
                }
                sent => sent?,
            }
        }
    };
    let headers = response.headers_mut();
    if wanted.is_negotiated() {
        headers.insert(VARY, HeaderValue::from_static("Accept"));
    }
    if let Ok(text) = HeaderValue::from_str(&wanted::header_text(&transform)) {
        headers.insert(TRANSFORMATIONS, text);
    }
    Ok(response)
}

/// Whether WebP is named: browsers that show it say so.
fn takes_webp(request: &HttpRequest) -> bool {
    header(request, ACCEPT.as_str()).unwrap_or_default().split(',').any(|range| {
        let (name, parameters) = range.split_once(';').unwrap_or((range, ""));
        let refused = matches!(parameters.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
        name.trim().eq_ignore_ascii_case("image/webp") && !refused
    })
}

/// Throws away what was made of one object, of a bucket's or of all.
pub async fn purge(storage: &Storage, bucket: Option<&str>, key: Option<&str>) -> Result<()> {
    let mut connection = storage.database.connection().await?;
    let transaction = connection.begin().await?;
    let due = variants::release_of(&transaction, bucket, key).await?;
    transaction.commit().await?;
    discard(storage, due);
    Ok(())
}
