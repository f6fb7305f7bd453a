//! What the front door answers by itself, with the bodies of hosted Supabase where it has one for the case.

mod body;

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{ALLOW, HeaderName, RETRY_AFTER};
use serde::Serialize;
use service_kit::Language;

pub(super) use self::body::BodyRefusal;
use crate::function_host::NotReady;
use crate::function_host::Refusal as TokenRefusal;

const JSON: &str = "application/json; charset=utf-8";
const SB_ERROR_CODE: HeaderName = HeaderName::from_static("sb-error-code");

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    NoKey,
    WrongKey,
    SecretKeyInBrowser,
    ServiceKeyOnly,
    NoRoute,
    OnAdminPort,
    UrlTooLong,
    FunctionNotFound,
    FunctionMethod,
    Token(TokenRefusal),
    NotReady(NotReady),
    Crashed,
    TimedOut { seconds: u64 },
    Body(BodyRefusal),
}

#[derive(Serialize)]
struct Body<'a, Code: Serialize> {
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<Code>,
    message: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    hint: Option<&'a str>,
}

impl Refusal {
    /// To a caller of a function, whose people read what is refused.
    pub(super) fn of_function(&self, language: Language) -> HttpResponse {
        match self {
            Refusal::Body(refusal) => refusal.of_function(language),
            refusal => refusal.response(),
        }
    }

    /// To a client of storage.
    pub(super) fn of_storage(&self) -> HttpResponse {
        match self {
            Refusal::Body(refusal) => refusal.of_storage(),
            refusal => refusal.response(),
        }
    }

    pub(super) fn response(&self) -> HttpResponse {
        match self {
            Refusal::NoKey => gateway(
                StatusCode::UNAUTHORIZED,
                "No API key found in request",
                Some("No `apikey` request header or url param was found."),
            ),
            Refusal::WrongKey => gateway(
                StatusCode::UNAUTHORIZED,
                "Invalid API key",
                Some("Double check your Supabase `anon` or `service_role` API key."),
            ),
            Refusal::SecretKeyInBrowser => gateway(
                StatusCode::UNAUTHORIZED,
                "Forbidden use of secret API key in browser",
                Some(
                    "Secret API keys can only be used in a protected environment and should be deleted immediately \
                     if leaked.",
                ),
            ),
            Refusal::ServiceKeyOnly => gateway(
                StatusCode::FORBIDDEN,
                "Access to schema is forbidden",
                Some("Accessing the schema via the Data API is only allowed using a secret API key."),
            ),
            Refusal::NoRoute => gateway(StatusCode::NOT_FOUND, "no Route matched with those values", None),
            Refusal::OnAdminPort => gateway(
                StatusCode::NOT_FOUND,
                "Health and metrics are not on this port",
                Some(
                    "/livez, /readyz and /metrics answer on the admin port ([api] admin_port), which `rest-gateway status` names.",
                ),
            ),
            Refusal::UrlTooLong => gateway(StatusCode::URI_TOO_LONG, "The URL is too long", None),
            Refusal::FunctionNotFound => {
                platform(StatusCode::NOT_FOUND, "NOT_FOUND", "Requested function was not found")
            }
            Refusal::FunctionMethod => {
                let mut response =
                    platform(StatusCode::METHOD_NOT_ALLOWED, "METHOD_NOT_ALLOWED", "Method not allowed");
                let allowed = actix_web::http::header::HeaderValue::from_static(
                    "GET, POST, PUT, PATCH, DELETE, OPTIONS",
                );
                response.headers_mut().insert(ALLOW, allowed);
                response
            }
            // Clients of the time when this was a number look for 401 in the body.
            Refusal::Token(refusal) => HttpResponse::Unauthorized()
                .content_type(JSON)
                .insert_header((SB_ERROR_CODE, refusal.code()))
                .json(Body { code: Some(401), message: refusal.message(), hint: None }),
            Refusal::NotReady(reason) => not_ready(reason),
            Refusal::Crashed => {
                unavailable("WORKER_ERROR", "Function exited due to an error (please check logs)", 1)
            }
            Refusal::TimedOut { seconds } => platform(
                StatusCode::GATEWAY_TIMEOUT,
                "IDLE_TIMEOUT",
                &format!("Request idle timeout limit ({seconds}s) reached"),
            ),
            Refusal::Body(refusal) => refusal.of_function(Language::default()),
        }
    }
}

fn not_ready(reason: &NotReady) -> HttpResponse {
    let seconds = match reason {
        NotReady::Resting(rest) => rest.as_secs() + 1,
        NotReady::Boot | NotReady::Stopped => 1,
    };
    unavailable("BOOT_ERROR", "Worker failed to boot (please check logs)", seconds)
}

/// The process is started again, or another machine answers: worth another try.
fn unavailable(code: &'static str, message: &str, seconds: u64) -> HttpResponse {
    let mut response = platform(StatusCode::SERVICE_UNAVAILABLE, code, message);
    response.headers_mut().insert(RETRY_AFTER, seconds.into());
    response
}

/// The shape of the key check's refusals.
fn gateway(status: StatusCode, message: &str, hint: Option<&str>) -> HttpResponse {
    HttpResponse::build(status).content_type(JSON).json(Body::<&str> { code: None, message, hint })
}

/// The shape of the function platform's refusals.
fn platform(status: StatusCode, code: &'static str, message: &str) -> HttpResponse {
    HttpResponse::build(status).content_type(JSON).insert_header((SB_ERROR_CODE, code)).json(Body {
        code: Some(code),
        message,
        hint: None,
    })
}
