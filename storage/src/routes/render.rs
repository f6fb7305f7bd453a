//! `GET` and `HEAD /render/image/…`: image transformations, with the same access rules as the object itself.

use actix_web::http::header::{ACCEPT, HeaderName, HeaderValue, VARY};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use service_kit::rate_limit::client_address;

use super::delivery::{DeliveryOptions, deliver, not_modified, send};
use super::download::{find_any, find_public, find_readable, read_token, retry_if_overwritten};
use super::request::{ObjectPath, read_query};
use crate::app_state::AppState;
use crate::database::Operation;
use crate::database::objects::Object;
use crate::error::{Error, Result};
use crate::headers::header;
use crate::render::transform_params::TransformParams;
use crate::render::transform_text::variant_key;
use crate::render::{delete_variant, find_or_render};

const SVG: &str = "image/svg+xml";
const TRANSFORMATIONS: HeaderName = HeaderName::from_static("x-transformations");

pub async fn public(state: Data<AppState>, path: ObjectPath, request: HttpRequest) -> Result<HttpResponse> {
    let params: TransformParams = read_query(&request)?;
    let options: DeliveryOptions = read_query(&request)?;
    let find = async || find_public(&state, &path).await;
    retry_if_overwritten(find, async |object| render(&state, &request, object, &params, &options).await).await
}

pub async fn authenticated(
    state: Data<AppState>,
    path: ObjectPath,
    request: HttpRequest,
) -> Result<HttpResponse> {
    let params: TransformParams = read_query(&request)?;
    let options: DeliveryOptions = read_query(&request)?;
    let find = async || find_readable(&state, &request, Operation::RENDER_AUTHENTICATED, &path).await;
    retry_if_overwritten(find, async |object| render(&state, &request, object, &params, &options).await).await
}

/// The transformation is in the token. Parameters in the query are ignored.
pub async fn signed(state: Data<AppState>, path: ObjectPath, request: HttpRequest) -> Result<HttpResponse> {
    let token = read_token(&state, &path, &request)?;
    let params = TransformParams::from_token(token.transformations.as_deref().unwrap_or_default())?;
    let mut options: DeliveryOptions = read_query(&request)?;
    options.expires = token.expires();
    let find = async || find_any(&state, &path).await;
    retry_if_overwritten(find, async |object| render(&state, &request, object, &params, &options).await).await
}

async fn render(
    state: &AppState,
    request: &HttpRequest,
    object: &Object,
    params: &TransformParams,
    options: &DeliveryOptions,
) -> Result<HttpResponse> {
    let transform = params.transform(accepts_webp(request));
    let mut metadata = object.metadata()?;
    // A vector image has every size. Supabase's renderer returns it unchanged too.
    if metadata.mimetype.starts_with(SVG) && params.keeps_format() {
        return deliver(state, request, object, options).await;
    }
    // A strong ETag that does not depend on the rendered bytes, so that a conditional request renders nothing.
    metadata.e_tag = format!("\"{}-{}\"", object.version()?, variant_key(&transform));
    let mut response = match not_modified(request, &metadata, options) {
        Some(response) => response,
        None => {
            let client = client_address(request);
            let mut variant = find_or_render(state, object, &transform, client).await?;
            let blob = variant.blob();
            (metadata.mimetype, metadata.size) = (variant.mimetype, variant.size);
            match send(state, request, &metadata, &blob, options).await {
                Err(Error::BytesMissing) => {
                    delete_variant(state, variant.version).await?;
                    variant = find_or_render(state, object, &transform, client).await?;
                    let blob = variant.blob();
                    (metadata.mimetype, metadata.size) = (variant.mimetype, variant.size);
                    send(state, request, &metadata, &blob, options).await?
                }
                sent => sent?,
            }
        }
    };
    let headers = response.headers_mut();
    if params.is_negotiated() {
        headers.insert(VARY, HeaderValue::from_static("Accept"));
    }
    if let Ok(text) = HeaderValue::from_str(&params.transformations_header(&transform)) {
        headers.insert(TRANSFORMATIONS, text);
    }
    Ok(response)
}

/// Whether `Accept` names WebP with a quality above 0. Wildcards do not count: browsers that support WebP name it.
fn accepts_webp(request: &HttpRequest) -> bool {
    header(request, ACCEPT.as_str()).unwrap_or_default().split(',').any(|range| {
        let (name, parameters) = range.split_once(';').unwrap_or((range, ""));
        let excluded = matches!(parameters.trim(), "q=0" | "q=0.0" | "q=0.00" | "q=0.000");
        name.trim().eq_ignore_ascii_case("image/webp") && !excluded
    })
}
