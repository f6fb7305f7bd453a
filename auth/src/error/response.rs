//! Errors as HTTP responses, in the form that the client asks for.
//!
//! A request with an `X-Supabase-Api-Version` of 2024-01-01 or later gets `{"code", "message"}`, an older one
//! `{"code": STATUS, "error_code", "msg"}`. A handler's error does not know the request, so a middleware writes the
//! body. It logs the cause of a failure once and never sends it.

use actix_web::body::{EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderMap, HeaderName, HeaderValue, RETRY_AFTER};
use actix_web::middleware::Next;
use actix_web::{HttpResponse, ResponseError};
use serde::Serialize;

use super::{Error, ErrorCode};

const API_VERSION: HeaderName = HeaderName::from_static("x-supabase-api-version");
const ERROR_CODE: HeaderName = HeaderName::from_static("x-sb-error-code");
/// The first version with the newer form.
const NEWER_FORM: &str = "2024-01-01";
/// `Retry-After` of an outage, in seconds.
const RETRY_SECONDS: HeaderValue = HeaderValue::from_static("1");
/// The public message of an internal error.
const UNEXPECTED: &str = "Unexpected failure, please check server logs for more information";

#[derive(Clone, Copy)]
enum ApiVersion {
    Initial,
    Dated,
}

impl ApiVersion {
    fn of_request(headers: &HeaderMap) -> ApiVersion {
        let asked = headers.get(API_VERSION).and_then(|value| value.to_str().ok());
        let is_date = |text: &&str| chrono::NaiveDate::parse_from_str(text, "%Y-%m-%d").is_ok();
        match asked.filter(is_date) {
            Some(date) if date >= NEWER_FORM => ApiVersion::Dated,
            _ => ApiVersion::Initial,
        }
    }
}

#[derive(Serialize)]
#[serde(untagged)]
enum Body<'a> {
    Initial {
        code: u16,
        error_code: ErrorCode,
        msg: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        weak_password: Option<WeakPassword<'a>>,
    },
    Dated {
        code: ErrorCode,
        message: &'a str,
        #[serde(skip_serializing_if = "Option::is_none")]
        weak_password: Option<WeakPassword<'a>>,
    },
    OAuth {
        error: &'a str,
        error_description: &'a str,
    },
}

#[derive(Serialize)]
struct WeakPassword<'a> {
    reasons: &'a [&'static str],
}

impl Error {
    /// The machine-readable code; `None` for errors of OAuth.
    pub(crate) fn code(&self) -> Option<ErrorCode> {
        match self {
            Error::Rejected { code, .. } => Some(*code),
            Error::WeakPassword { .. } => Some(ErrorCode::WeakPassword),
            Error::RateLimited { .. } | Error::Overloaded => Some(ErrorCode::OverRequestRateLimit),
            Error::OAuth { .. } => None,
            Error::Unavailable(_) => Some(ErrorCode::RequestTimeout),
            Error::Internal(_) => Some(ErrorCode::UnexpectedFailure),
        }
    }

    fn response(&self, version: ApiVersion) -> HttpResponse {
        let mut response = HttpResponse::build(self.status_code());
        match self {
            Error::Unavailable(_) | Error::Overloaded => {
                response.insert_header((RETRY_AFTER, RETRY_SECONDS));
            }
            Error::RateLimited { retry_after } => {
                response.insert_header((RETRY_AFTER, retry_after.to_string()));
            }
            _ => {}
        }
        let message = match self {
            Error::Internal(_) => UNEXPECTED.to_owned(),
            other => other.to_string(),
        };
        let Some(code) = self.code() else {
            let Error::OAuth { error, description } = self else { return response.finish() };
            return response.json(Body::OAuth { error, error_description: description });
        };
        response.insert_header((ERROR_CODE, code.name()));
        let weak_password = match self {
            Error::WeakPassword { reasons, .. } => Some(WeakPassword { reasons }),
            _ => None,
        };
        response.json(match version {
            ApiVersion::Initial => Body::Initial {
                code: self.status_code().as_u16(),
                error_code: code,
                msg: &message,
                weak_password,
            },
            ApiVersion::Dated => Body::Dated { code, message: &message, weak_password },
        })
    }
}

impl ResponseError for Error {
    fn status_code(&self) -> StatusCode {
        match self {
            Error::Rejected { status, .. } => *status,
            Error::WeakPassword { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Error::RateLimited { .. } => StatusCode::TOO_MANY_REQUESTS,
            Error::OAuth { .. } => StatusCode::BAD_REQUEST,
            Error::Unavailable(_) | Error::Overloaded => StatusCode::SERVICE_UNAVAILABLE,
            Error::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    /// The older form; `render_errors` replaces it where the client asks for the newer one.
    fn error_response(&self) -> HttpResponse {
        if let Error::Internal(cause) | Error::Unavailable(cause) = self {
            tracing::error!(cause = %chain(cause.as_ref()), "request failed");
        }
        self.response(ApiVersion::Initial)
    }
}

/// Middleware: writes the body of an error in the form that the request asks for, and names the version in the
/// response.
pub(crate) async fn render_errors<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B>>, actix_web::Error> {
    let version = ApiVersion::of_request(request.headers());
    let response = next.call(request).await?;
    let dated = matches!(version, ApiVersion::Dated);
    let rendered = response.response().error().and_then(|error| {
        let error = error.as_error::<Error>()?;
        dated.then(|| error.response(version))
    });
    let mut response = match rendered {
        Some(rendered) => response.into_response(rendered).map_into_right_body(),
        None => response.map_into_left_body(),
    };
    if dated {
        response.headers_mut().insert(API_VERSION, HeaderValue::from_static(NEWER_FORM));
    }
    Ok(response)
}

/// An error and its sources, outermost first.
pub(crate) fn chain(error: &(dyn std::error::Error + 'static)) -> String {
    let sources = std::iter::successors(error.source(), |error| error.source());
    sources.fold(error.to_string(), |text, source| format!("{text}: {source}"))
}
