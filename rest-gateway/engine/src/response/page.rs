//! The page of rows that a read or a call returns.

use actix_web::http::StatusCode;

use super::headers::Headers;
use super::parts::{ResponseBody, ResponseParts};
use crate::answer::AnswerBody;
use crate::api_request::{ApiRequest, MediaType};
use crate::config::Config;
use crate::error::{Error, ErrorResponse, RangeError};
use crate::plan::QueryPlan;
use crate::transaction::Outcome;

pub(super) struct Page<'a> {
    status: StatusCode,
    pub media_type: &'a MediaType,
    body: AnswerBody,
}

impl<'a> Page<'a> {
    /// An offset beyond the total makes an error body with status 416.
    pub fn new(
        request: &ApiRequest,
        plan: &'a QueryPlan,
        outcome: &Outcome,
        total: Option<i64>,
        config: &Config,
    ) -> Page<'a> {
        let offset = request.range.offset;
        let status = match total {
            Some(total) if offset > total => {
                let error = Error::Range(RangeError::OutOfBounds { offset, total });
                let body = ErrorResponse::from(&error).body(config.client_error_verbosity);
                return Page { status: error.status(), media_type: &MediaType::Json, body: body.into() };
            }
            Some(total) if outcome.row.page < total => StatusCode::PARTIAL_CONTENT,
            _ => StatusCode::OK,
        };
        Page { status, media_type: &plan.media_type, body: outcome.row.body.clone() }
    }

    pub fn into_parts(self, headers: Headers, head: bool) -> ResponseParts {
        let body = if head { ResponseBody::None } else { ResponseBody::Rows(self.body) };
        ResponseParts { status: self.status, headers, body }
    }
}
