//! Documents that a function fills in for each request (`[site.functions]`). The function gets the built document as
//! the body of a POST, and the page's path and query in the URL. It answers 200, 404 or 410 with the document, or 204
//! to leave the built one as it is.
//!
//! A visitor who exceeds the function's rate limit gets its 429, with the built document. If the function fails, is slow,
//! or answers anything else, the built document is served.

use actix_web::HttpRequest;
use actix_web::http::StatusCode;
use actix_web::web::Bytes;
use hyper::header::{CACHE_CONTROL, CONTENT_TYPE, HeaderMap, HeaderName, RETRY_AFTER};

use super::site::{File, Renderer, Site};
use crate::front_door::proxy::{Answer, DocumentError, Proxy};
use crate::function_host::FunctionHost;

/// What to serve for a document.
pub(super) enum Rendering {
    /// The document as it was built.
    Built,
    Rendered(Rendered),
    /// The function's rate limit is exceeded. A crawler that got the built document with 200 would index an empty page.
    TooManyRequests {
        /// The value of `Retry-After`.
        retry_after: Option<String>,
    },
}

/// A function's document, in which the public URL is already inserted.
pub(super) struct Rendered {
    pub(super) status: StatusCode,
    pub(super) cache_control: Option<String>,
    pub(super) document: Bytes,
}

/// Why a function's answer is not served.
#[derive(Debug, thiserror::Error)]
enum RenderError {
    #[error(transparent)]
    Exchange(#[from] DocumentError),
    #[error("it answered with status {0}")]
    Status(u16),
    #[error("it answered with another type than the document's")]
    ContentType,
    #[error("its answer is not UTF-8")]
    Encoding,
}

/// The document as its function fills it in.
pub(super) async fn render(
    site: &Site,
    file: &File,
    request: &HttpRequest,
    host: &FunctionHost,
    proxy: &Proxy,
) -> Rendering {
    let Some(renderer) = file.renderer.as_ref() else { return Rendering::Built };
    let answer = ask(renderer, file, request, host, proxy).await;
    match answer.and_then(|answer| check(site, file, answer)) {
        Ok(rendering) => rendering,
        Err(error) => {
            let function = renderer.function.as_str();
            tracing::warn!(function, "serves the built document of {}: {error}", renderer.path);
            Rendering::Built
        }
    }
}

async fn ask(
    renderer: &Renderer,
    file: &File,
    request: &HttpRequest,
    host: &FunctionHost,
    proxy: &Proxy,
) -> Result<Answer, RenderError> {
    let service = host.get(renderer.function.as_str()).ok_or(DocumentError::NoFunction)?;
    let target = match request.uri().query() {
        Some(query) => format!("{}?{query}", renderer.path),
        None => renderer.path.clone(),
    };
    let document = (file.content_type, file.plain());
    Ok(proxy.post_document(&service, &target, request.headers(), document).await?)
}

fn check(site: &Site, file: &File, answer: Answer) -> Result<Rendering, RenderError> {
    let status = match answer.status {
        200 => StatusCode::OK,
        204 => return Ok(Rendering::Built),
        404 => StatusCode::NOT_FOUND,
        410 => StatusCode::GONE,
        429 => {
            let retry_after = text(&answer.headers, &RETRY_AFTER).map(str::to_owned);
            return Ok(Rendering::TooManyRequests { retry_after });
        }
        other => return Err(RenderError::Status(other)),
    };
    // The error of an unknown route is JSON.
    if essence(text(&answer.headers, &CONTENT_TYPE)) != essence(Some(file.content_type)) {
        return Err(RenderError::ContentType);
    }
    let document = std::str::from_utf8(&answer.body).map_err(|_| RenderError::Encoding)?;
    let document = Bytes::from(site.with_public_url(document));
    let cache_control = text(&answer.headers, &CACHE_CONTROL).map(str::to_owned);
    Ok(Rendering::Rendered(Rendered { status, cache_control, document }))
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// The media type without its parameters.
fn essence(content_type: Option<&str>) -> Option<String> {
    Some(content_type?.split(';').next()?.trim().to_ascii_lowercase())
}
