//! Status, headers and body of a response, before it is sent.

use actix_web::HttpResponse;
use actix_web::body::None as NoBody;
use actix_web::http::StatusCode;

use super::headers::Headers;
use crate::answer::AnswerBody;

pub(super) struct ResponseParts {
    pub status: StatusCode,
    pub headers: Headers,
    pub body: ResponseBody,
}

pub(super) enum ResponseBody {
    /// No body and no `Content-Length`: 204 and HEAD.
    None,
    Empty,
    Rows(AnswerBody),
}

impl ResponseParts {
    pub fn into_response(self) -> HttpResponse {
        let mut response = HttpResponse::build(self.status);
        for (name, value) in self.headers.into_iter() {
            response.append_header((name, value));
        }
        match self.body {
            ResponseBody::None => response.body(NoBody::new()),
            ResponseBody::Empty => response.finish(),
            ResponseBody::Rows(body) => body.into_response(response),
        }
    }
}
