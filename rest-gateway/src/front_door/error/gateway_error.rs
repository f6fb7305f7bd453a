//! Every error that the front door answers itself, and the response for each.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, RETRY_AFTER, WWW_AUTHENTICATE};
use serde::Serialize;
use service_kit::Language;

use super::body_error::BodyError;
use super::headers::{JSON, SB_ERROR_CODE};
use crate::function_host::{NotReady, Overloaded, TokenError};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum GatewayError {
    MissingKey,
    InvalidKey,
    SecretKeyInBrowser,
    /// The schema description at `/rest/v1/` needs a service key.
    ServiceKeyRequired,
    NoRoute,
    /// A health check or scraper asked the public port.
    OnAdminPort,
    UrlTooLong,
    FunctionNotFound,
    FunctionMethodNotAllowed,
    /// A function with `verify_jwt` was called without a valid token.
    Token(TokenError),
    /// The session of the access token has ended.
    SessionEnded,
    /// The database does not say whether the session still counts.
    SessionUnknown,
    /// The service has reached its limit of concurrent requests.
    Overloaded,
    /// The service process is not running.
    NotReady(NotReady),
    /// The service process died or closed the connection before it answered.
    Crashed,
    /// The function was ended at its limit of CPU time.
    ResourceLimit,
    TimedOut {
        seconds: u64,
    },
    Body(BodyError),
}

/// A status that only Supabase's functions have.
const WORKER_LIMIT: u16 = 546;

#[derive(Serialize)]
struct Body<'a, Code: Serialize> {
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<Code>,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
}

impl GatewayError {
    /// The response on a function's route. Includes a sentence in the caller's language, because the product's clients
    /// show it to people.
    pub(crate) fn function_response(&self, language: Language) -> HttpResponse {
        match self {
            GatewayError::Body(error) => error.function_response(language),
            error => error.response(),
        }
    }

    /// The response on a storage route, in the shape of Supabase Storage.
    pub(crate) fn storage_response(&self) -> HttpResponse {
        match self {
            GatewayError::Body(error) => error.storage_response(),
            error => error.response(),
        }
    }

    /// The response on a route of the S3 protocol, in XML.
    pub(crate) fn s3_response(&self) -> HttpResponse {
        let (status, code, message) = match self {
            GatewayError::Body(BodyError::TooLarge { .. }) => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "EntityTooLarge",
                "The object exceeded the maximum allowed size",
            ),
            GatewayError::Body(BodyError::Stalled) => {
                (StatusCode::BAD_REQUEST, "RequestTimeout", "The client sent nothing for too long")
            }
            GatewayError::Body(BodyError::Incomplete) => {
                (StatusCode::BAD_REQUEST, "IncompleteBody", "The request's body ended early")
            }
            GatewayError::SessionEnded => {
                (StatusCode::BAD_REQUEST, "ExpiredToken", "The session of the token has ended")
            }
            _ => (StatusCode::SERVICE_UNAVAILABLE, "ServiceUnavailable", "Storage does not answer"),
        };
        let body = format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>{code}</Code><Message>{message}</Message></Error>"
        );
        let mut response = HttpResponse::build(status).content_type("application/xml").body(body);
        if status == StatusCode::SERVICE_UNAVAILABLE {
            response.headers_mut().insert(RETRY_AFTER, 1_u64.into());
        }
        response
    }

    pub(crate) fn response(&self) -> HttpResponse {
        match self {
            GatewayError::MissingKey => gateway(
                StatusCode::UNAUTHORIZED,
                "No API key found in request",
                Some("No `apikey` request header or url param was found."),
            ),
            GatewayError::InvalidKey => gateway(
                StatusCode::UNAUTHORIZED,
                "Invalid API key",
                Some("Double check your Supabase `anon` or `service_role` API key."),
            ),
            GatewayError::SecretKeyInBrowser => gateway(
                StatusCode::UNAUTHORIZED,
                "Forbidden use of secret API key in browser",
                Some(
                    "Secret API keys can only be used in a protected environment and should be deleted immediately \
                     if leaked.",
                ),
            ),
            GatewayError::ServiceKeyRequired => gateway(
                StatusCode::FORBIDDEN,
                "Access to schema is forbidden",
                Some("Accessing the schema via the Data API is only allowed using a secret API key."),
            ),
            GatewayError::NoRoute => {
                gateway(StatusCode::NOT_FOUND, "no Route matched with those values", None)
            }
            GatewayError::OnAdminPort => gateway(
                StatusCode::NOT_FOUND,
                "Health and metrics are not on this port",
                Some(
                    "/livez, /readyz and /metrics answer on the admin port ([api] admin_port), which `rest-gateway status` names.",
                ),
            ),
            GatewayError::UrlTooLong => gateway(StatusCode::URI_TOO_LONG, "The URL is too long", None),
            GatewayError::FunctionNotFound => {
                platform(StatusCode::NOT_FOUND, "NOT_FOUND", "Requested function was not found")
            }
            GatewayError::FunctionMethodNotAllowed => {
                let mut response =
                    platform(StatusCode::METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED", "Method not allowed");
                let allowed = actix_web::http::header::HeaderValue::from_static(
                    "GET, POST, PUT, PATCH, DELETE, OPTIONS",
                );
                response.headers_mut().insert(ALLOW, allowed);
                response
            }
            // Older clients expect the number 401 in the body.
            GatewayError::Token(error) => HttpResponse::Unauthorized()
                .content_type(JSON)
                .insert_header((SB_ERROR_CODE, error.code()))
                .json(Body { code: Some(401), message: error.message(), hint: None }),
            GatewayError::SessionEnded => session_ended(),
            GatewayError::SessionUnknown => {
                unavailable("SESSION_UNKNOWN", "The session cannot be checked at the moment", 1)
            }
            GatewayError::Overloaded => {
                unavailable("OVERLOADED", "Too many requests are in progress, please retry", 1)
            }
            GatewayError::NotReady(reason) => not_ready(reason),
            GatewayError::Crashed => {
                unavailable("WORKER_ERROR", "Function exited due to an error (please check logs)", 1)
            }
            GatewayError::ResourceLimit => platform(
                StatusCode::from_u16(WORKER_LIMIT).unwrap_or(StatusCode::SERVICE_UNAVAILABLE),
                "WORKER_LIMIT",
                "Worker failed to respond due to a resource limit (please check logs)",
            ),
            GatewayError::TimedOut { seconds } => platform(
                StatusCode::GATEWAY_TIMEOUT,
                "IDLE_TIMEOUT",
                &format!("Request idle timeout limit ({seconds}s) reached"),
            ),
            GatewayError::Body(error) => error.function_response(Language::default()),
        }
    }
}

impl From<Overloaded> for GatewayError {
    fn from(_: Overloaded) -> GatewayError {
        GatewayError::Overloaded
    }
}

/// As PostgREST answers to claims that do not hold.
fn session_ended() -> HttpResponse {
    const MESSAGE: &str = "JWT session ended";
    HttpResponse::Unauthorized()
        .content_type(JSON)
        .insert_header((
            WWW_AUTHENTICATE,
            "Bearer error=\"invalid_token\", error_description=\"JWT session ended\"",
        ))
        .json(serde_json::json!({ "code": "PGRST303", "details": null, "hint": null, "message": MESSAGE }))
}

fn not_ready(reason: &NotReady) -> HttpResponse {
    let seconds = match reason {
        NotReady::BackingOff(delay) => delay.as_secs() + 1,
        NotReady::Boot | NotReady::Stopped => 1,
    };
    unavailable("BOOT_ERROR", "Worker failed to boot (please check logs)", seconds)
}

/// A 503 with `Retry-After`: the supervisor restarts the process, so a retry can succeed.
fn unavailable(code: &'static str, message: &str, seconds: u64) -> HttpResponse {
    let mut response = platform(StatusCode::SERVICE_UNAVAILABLE, code, message);
    response.headers_mut().insert(RETRY_AFTER, seconds.into());
    response
}

/// An error in the shape of Supabase's API gateway.
fn gateway(status: StatusCode, message: &str, hint: Option<&str>) -> HttpResponse {
    HttpResponse::build(status).content_type(JSON).json(Body::<&str> { code: None, message, hint })
}

/// An error in the shape of Supabase's function platform.
fn platform(status: StatusCode, code: &'static str, message: &str) -> HttpResponse {
    HttpResponse::build(status).content_type(JSON).insert_header((SB_ERROR_CODE, code)).json(Body {
        code: Some(code),
        message,
        hint: None,
    })
}
