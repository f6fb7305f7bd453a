//! CORS as in PostgREST: every origin is allowed, or those in `server-cors-allowed-origins`. Preflights are answered
//! without the database. Requests from other origins are served, but without CORS headers.

use actix_web::body::{BoxBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{
    ACCESS_CONTROL_ALLOW_CREDENTIALS, ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS,
    ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_EXPOSE_HEADERS, ACCESS_CONTROL_MAX_AGE,
    ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_REQUEST_METHOD, HeaderMap, HeaderValue, ORIGIN, VARY,
};
use actix_web::middleware::Next;
use actix_web::web::Data;
use actix_web::{Error, HttpResponse};
use rest_engine::{Config, Engine};

const METHODS: &str = "GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD";
const EXPOSED: &str = "Content-Encoding, Content-Location, Content-Range, Content-Type, Date, Location, Server, \
                       Transfer-Encoding, Range-Unit";
const A_DAY: &str = "86400";

enum Allowed {
    All,
    ByName(HeaderValue),
}

/// How the current setting allows `origin`; `None` if it does not.
fn allowed(config: &Config, origin: &HeaderValue) -> Option<Allowed> {
    let Some(origins) = &config.server_cors_allowed_origins else { return Some(Allowed::All) };
    let is_listed = origins.iter().any(|listed| listed.as_bytes() == origin.as_bytes());
    is_listed.then(|| Allowed::ByName(origin.clone()))
}

/// The middleware.
pub(super) async fn apply_cors<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let cross_origin = request.headers().get(ORIGIN).zip(request.app_data::<Data<Engine>>());
    let allowed =
        cross_origin.and_then(|(origin, engine)| engine.with_config(|config| allowed(config, origin)));
    let Some(allowed) = allowed else {
        return Ok(next.call(request).await?.map_into_boxed_body());
    };
    let is_preflight =
        request.method() == Method::OPTIONS && request.headers().contains_key(ACCESS_CONTROL_REQUEST_METHOD);
    let mut response = if is_preflight {
        let answer = preflight(request.headers());
        request.into_response(answer)
    } else {
        let mut response = next.call(request).await?.map_into_boxed_body();
        response.headers_mut().insert(ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(EXPOSED));
        response
    };
    let headers = response.headers_mut();
    match allowed {
        Allowed::All => headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*")),
        Allowed::ByName(origin) => {
            headers.append(VARY, HeaderValue::from_static("Origin"));
            headers.insert(ACCESS_CONTROL_ALLOW_CREDENTIALS, HeaderValue::from_static("true"));
            headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, origin)
        }
    };
    Ok(response)
}

fn preflight(request: &HeaderMap) -> HttpResponse {
    let requested = request.get_all(ACCESS_CONTROL_REQUEST_HEADERS).filter_map(|value| value.to_str().ok());
    let requested = requested.flat_map(|names| names.split(',')).map(str::trim);
    let headers: Vec<&str> = ["Authorization"]
        .into_iter()
        .chain(requested)
        .chain(["Accept", "Accept-Language", "Content-Language"])
        .collect();
    HttpResponse::Ok()
        .insert_header((ACCESS_CONTROL_ALLOW_METHODS, METHODS))
        .insert_header((ACCESS_CONTROL_ALLOW_HEADERS, headers.join(", ")))
        .insert_header((ACCESS_CONTROL_MAX_AGE, A_DAY))
        .finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preflight_allows_the_requested_headers_by_name() {
        let mut requested = HeaderMap::new();
        requested.insert(ACCESS_CONTROL_REQUEST_HEADERS, HeaderValue::from_static("X-Mine,Prefer"));
        let answer = preflight(&requested);
        let allowed = answer.headers().get(ACCESS_CONTROL_ALLOW_HEADERS).unwrap();
        assert_eq!(allowed, "Authorization, X-Mine, Prefer, Accept, Accept-Language, Content-Language");
    }
}
