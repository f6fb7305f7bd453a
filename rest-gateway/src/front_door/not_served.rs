//! Parts of Supabase that this stack does not serve. Each answers 501 with its name, so that a client's log shows what
//! is missing. S3 clients get XML.

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use serde::Serialize;

/// Paths that this stack answers with 501 under every configuration, relative to the origin.
pub const NOT_SERVED: [&str; 1] = ["graphql/v1"];

const JSON: &str = "application/json; charset=utf-8";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Rest,
    Auth,
    Storage,
    Realtime,
    GraphQl,
    S3,
}

/// The union of the fields that the clients read: `message` (all), `error` and `statusCode` (storage), `code` (auth).
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Body<'a> {
    status_code: &'a str,
    code: &'a str,
    error: &'a str,
    message: String,
}

impl Part {
    fn name(self) -> &'static str {
        match self {
            Part::Rest => "The REST API (/rest/v1)",
            Part::Auth => "Supabase Auth (/auth/v1)",
            Part::Storage => "Storage (/storage/v1)",
            Part::Realtime => "Realtime (/realtime/v1)",
            Part::GraphQl => "GraphQL (/graphql/v1)",
            Part::S3 => "The S3 protocol (/storage/v1/s3)",
        }
    }

    pub(super) fn response(self) -> HttpResponse {
        let message = format!("{} is not served by this stack", self.name());
        let mut response = HttpResponse::build(StatusCode::NOT_IMPLEMENTED);
        match self {
            Part::S3 => response.content_type("application/xml").body(format!(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Error><Code>NotImplemented</Code><Message>{message}</Message></Error>"
            )),
            _ => response.content_type(JSON).json(Body {
                status_code: "501",
                code: "not_implemented",
                error: "Not Implemented",
                message,
            }),
        }
    }
}
