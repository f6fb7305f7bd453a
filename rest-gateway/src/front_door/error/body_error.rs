//! Errors of a request body that the gateway detects before the service does, in the shape that the clients of each
//! service expect.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use serde::Serialize;
use service_kit::{Error, Language};

use super::headers::{JSON, SB_ERROR_CODE};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BodyError {
    /// Larger than `limit` bytes.
    TooLarge { limit: u64 },
    /// The client sent nothing, or too little, for too long.
    Stalled,
    /// The connection or the chunked encoding broke off.
    Incomplete,
}

/// The function platform's `code` and `message`, and the `success` and `error` of this product's functions.
#[derive(Serialize)]
struct FunctionBody<'a> {
    success: bool,
    error: String,
    code: &'a str,
    message: &'a str,
}

/// The error body of Supabase Storage. It answers 400 and carries the actual status in `statusCode`.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct StorageBody<'a> {
    status_code: &'a str,
    error: &'a str,
    message: &'a str,
    code: &'a str,
}

impl BodyError {
    pub(super) fn function_response(self, language: Language) -> HttpResponse {
        let (status, code, message, request_error) = match self {
            BodyError::TooLarge { limit } => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "PAYLOAD_TOO_LARGE",
                format!("The request's body exceeds {limit} bytes"),
                service_kit::RequestError::TooLarge,
            ),
            BodyError::Stalled => (
                StatusCode::REQUEST_TIMEOUT,
                "REQUEST_TIMEOUT",
                "The request's body did not arrive in time".to_owned(),
                service_kit::RequestError::Timeout,
            ),
            BodyError::Incomplete => (
                StatusCode::BAD_REQUEST,
                "INVALID_BODY",
                "The request's body ended before its time".to_owned(),
                service_kit::RequestError::MalformedBody,
            ),
        };
        let error = Error::from(request_error).sentence(language);
        HttpResponse::build(status)
            .content_type(JSON)
            .insert_header((SB_ERROR_CODE, code))
            .json(FunctionBody { success: false, error, code, message: &message })
    }

    pub(super) fn storage_response(self) -> HttpResponse {
        const INVALID: &str = "InvalidRequest";
        let (status_code, error, message, code) = match self {
            BodyError::TooLarge { .. } => {
                ("413", "Payload too large", "The object exceeded the maximum allowed size", "EntityTooLarge")
            }
            BodyError::Stalled => ("400", INVALID, "The client sent nothing for too long", INVALID),
            BodyError::Incomplete => ("400", INVALID, "The request's body ended early", INVALID),
        };
        let body = StorageBody { status_code, error, message, code };
        HttpResponse::BadRequest().content_type(JSON).json(body)
    }
}
