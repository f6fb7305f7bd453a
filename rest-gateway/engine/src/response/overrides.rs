//! Response overrides: SQL may set status and headers with the GUCs `response.status` and `response.headers`. Rejects
//! invalid values (PGRST111, PGRST112).

use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::{HeaderName, HeaderValue};
use serde_json::{Map, Value};

use super::parts::{ResponseBody, ResponseParts};
use crate::error::Error;
use crate::transaction::ResultRow;

impl ResponseParts {
    pub(super) fn with_overrides(mut self, row: &ResultRow) -> Result<HttpResponse, Error> {
        if let Some(status) = &row.status {
            let status = parse_status(status)?;
            // Any other status than 204 needs a body, even an empty one.
            if self.status == StatusCode::NO_CONTENT && status != StatusCode::NO_CONTENT {
                self.body = ResponseBody::Empty;
            }
            self.status = status;
        }
        if let Some(headers) = &row.headers {
            self.headers = self.headers.overridden_by(parse_headers(headers)?);
        }
        Ok(self.into_response())
    }
}

fn parse_status(text: &str) -> Result<StatusCode, Error> {
    let number: u16 = text.trim().parse().map_err(|_| Error::GucStatus)?;
    StatusCode::from_u16(number).map_err(|_| Error::GucStatus)
}

fn parse_headers(text: &str) -> Result<Vec<(HeaderName, HeaderValue)>, Error> {
    let objects: Vec<Map<String, Value>> = serde_json::from_str(text).map_err(|_| Error::GucHeaders)?;
    objects.iter().map(single_header).collect()
}

fn single_header(object: &Map<String, Value>) -> Result<(HeaderName, HeaderValue), Error> {
    let mut pairs = object.iter();
    let (Some((name, Value::String(value))), None) = (pairs.next(), pairs.next()) else {
        return Err(Error::GucHeaders);
    };
    let name = HeaderName::from_bytes(name.as_bytes()).map_err(|_| Error::GucHeaders)?;
    let value = HeaderValue::from_str(value).map_err(|_| Error::GucHeaders)?;
    Ok((name, value))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rejects_headers_that_are_not_objects_with_one_string() {
        assert_eq!(parse_headers(r#"[{"X-One":"1"},{"X-Two":"2"}]"#).unwrap().len(), 2);
        for text in
            [r#"{"a":"b"}"#, r#"[{"a":"b","c":"d"}]"#, r#"[{"a":1}]"#, "[{}]", "nope", r#"[{"a b":"c"}]"#]
        {
            assert!(parse_headers(text).is_err(), "{text}");
        }
        assert!(parse_status("teapot").is_err());
        assert_eq!(parse_status("418").unwrap(), StatusCode::IM_A_TEAPOT);
    }
}
