//! A body that was refused before its service could do so, in the shape that the service's own clients read.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use serde::Serialize;
use service_kit::{Error, Language};

use super::{JSON, SB_ERROR_CODE};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::front_door) enum BodyRefusal {
    TooLarge { limit: u64 },
    Stalled,
    Broken,
}

/// The function platform's words, and beside them what every refusal of a function of this product has.
#[derive(Serialize)]
struct OfFunction<'a> {
    success: bool,
    error: String,
    code: &'a str,
    message: &'a str,
}

/// Storage's words; the status that is meant stands in the body.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct OfStorage<'a> {
    status_code: &'a str,
    error: &'a str,
    message: &'a str,
    code: &'a str,
}

impl BodyRefusal {
    pub(super) fn of_function(self, language: Language) -> HttpResponse {
        let (status, code, message, refusal) = match self {
            BodyRefusal::TooLarge { limit } => (
                StatusCode::PAYLOAD_TOO_LARGE,
                "PAYLOAD_TOO_LARGE",
                format!("The request's body exceeds {limit} bytes"),
                service_kit::Refusal::TooLarge,
            ),
            BodyRefusal::Stalled => (
                StatusCode::REQUEST_TIMEOUT,
                "REQUEST_TIMEOUT",
                "The request's body did not arrive in time".to_owned(),
                service_kit::Refusal::TooSlow,
            ),
            BodyRefusal::Broken => (
                StatusCode::BAD_REQUEST,
                "INVALID_BODY",
                "The request's body ended before its time".to_owned(),
                service_kit::Refusal::MalformedBody,
            ),
        };
        let error = Error::from(refusal).sentence(language);
        HttpResponse::build(status).content_type(JSON).insert_header((SB_ERROR_CODE, code)).json(OfFunction {
            success: false,
            error,
            code,
            message: &message,
        })
    }

    pub(super) fn of_storage(self) -> HttpResponse {
        const INVALID: &str = "InvalidRequest";
        let (status_code, error, message, code) = match self {
            BodyRefusal::TooLarge { .. } => {
                ("413", "Payload too large", "The object exceeded the maximum allowed size", "EntityTooLarge")
            }
            BodyRefusal::Stalled => ("400", INVALID, "The client sent nothing for too long", INVALID),
            BodyRefusal::Broken => ("400", INVALID, "The request's body ended early", INVALID),
        };
        let body = OfStorage { status_code, error, message, code };
        HttpResponse::BadRequest().content_type(JSON).json(body)
    }
}
