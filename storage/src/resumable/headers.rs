//! The request headers of the protocol, validated once. The checks and their order are those of Supabase's server.

use actix_web::HttpRequest;
use actix_web::http::Method;
use actix_web::http::header::{CONTENT_LENGTH, CONTENT_TYPE};

use super::error::{Result, TusError};
use super::response::TUS_VERSION;
use super::upload_metadata;
use crate::headers::header;

const OFFSET_OCTET_STREAM: &str = "application/offset+octet-stream";

pub struct TusHeaders {
    pub upload_length: Option<u64>,
    /// Whether the length is declared later.
    pub defer_length: bool,
    pub upload_offset: Option<u64>,
    pub upload_metadata: Option<String>,
    pub upload_concat: bool,
    pub has_content_type: bool,
    /// Whether the body contains bytes of the upload.
    pub has_content: bool,
    pub content_length: Option<u64>,
    pub upsert: bool,
}

impl TusHeaders {
    /// Reads the headers of a request whose method may have been overridden by `X-HTTP-Method-Override`.
    ///
    /// # Errors
    /// [`TusError::VersionRequired`] and [`TusError::InvalidHeaders`].
    pub fn read(request: &HttpRequest, method: &Method) -> Result<Self> {
        let text = |name| header(request, name);
        let version = text("tus-resumable").ok_or(TusError::VersionRequired)?;
        let content_type = text(CONTENT_TYPE.as_str());
        let valid = [
            ("tus-resumable", version == TUS_VERSION),
            ("upload-offset", text("upload-offset").is_none_or(|value| number(value).is_some())),
            ("upload-length", text("upload-length").is_none_or(|value| number(value).is_some())),
            ("upload-defer-length", text("upload-defer-length").is_none_or(|value| value == "1")),
            ("upload-metadata", text("upload-metadata").is_none_or(upload_metadata::is_valid)),
            ("upload-concat", text("upload-concat").is_none_or(is_concat)),
            (
                "content-type",
                *method != Method::PATCH || content_type.is_none_or(|value| value == OFFSET_OCTET_STREAM),
            ),
        ];
        let invalid: Vec<&str> = valid.iter().filter(|(_, valid)| !valid).map(|(name, _)| *name).collect();
        if !invalid.is_empty() {
            return Err(TusError::InvalidHeaders(invalid.join(" ")));
        }
        Ok(Self {
            upload_length: text("upload-length").and_then(number),
            defer_length: text("upload-defer-length").is_some(),
            upload_offset: text("upload-offset").and_then(number),
            upload_metadata: text("upload-metadata").map(str::to_owned),
            upload_concat: text("upload-concat").is_some(),
            has_content_type: content_type.is_some(),
            has_content: content_type == Some(OFFSET_OCTET_STREAM),
            content_length: text(CONTENT_LENGTH.as_str()).and_then(|value| value.parse().ok()),
            upsert: text("x-upsert") == Some("true"),
        })
    }
}

/// A number in its shortest form.
fn number(text: &str) -> Option<u64> {
    let is_canonical = text == "0" || !text.starts_with(['0', '+']);
    text.parse().ok().filter(|_| is_canonical)
}

fn is_concat(value: &str) -> bool {
    value == "partial" || value.starts_with("final;")
}
