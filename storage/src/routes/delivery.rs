//! An object as an HTTP response: conditional requests, ranges, and the headers that keep an uploaded file from running
//! as a page of this origin.

use std::time::SystemTime;

use actix_web::body::SizedStream;
use actix_web::http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_RANGE, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    ETAG, EXPIRES, EntityTag, HttpDate, IF_MODIFIED_SINCE, IF_NONE_MATCH, IF_RANGE, LAST_MODIFIED, RANGE,
    X_CONTENT_TYPE_OPTIONS,
};
use actix_web::http::{Method, StatusCode};
use actix_web::{HttpRequest, HttpResponse, HttpResponseBuilder};
use bytes::Bytes;
use chrono::{DateTime, Utc};
use futures_util::{Stream, StreamExt, stream};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::Deserialize;

use crate::app_state::AppState;
use crate::database::objects::{Metadata, Object};
use crate::error::{Error, Result};
use crate::headers::header;
use crate::s3::{Blob, ByteRange, Download};

/// Characters that a file name may keep in `filename*` (RFC 8187).
const FILE_NAME: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// The default `X-Robots-Tag`: search engines index objects only if their upload allows it.
const DEFAULT_ROBOTS_TAG: &str = "none";

/// Options of a download.
#[derive(Default, Deserialize)]
pub struct DeliveryOptions {
    /// The file name for `Content-Disposition: attachment`. Empty to let the browser choose it.
    pub download: Option<String>,
    /// The expiry of a signed URL.
    #[serde(skip)]
    pub expires: Option<DateTime<Utc>>,
}

/// Responds with an object, or with 304 to a client that has it.
pub async fn deliver(
    state: &AppState,
    request: &HttpRequest,
    object: &Object,
    options: &DeliveryOptions,
) -> Result<HttpResponse> {
    let metadata = object.metadata()?;
    match not_modified(request, &metadata, options) {
        Some(response) => Ok(response),
        None => send(state, request, &metadata, &object.blob()?, options).await,
    }
}

/// A 304 if the request's conditions allow it.
pub fn not_modified(
    request: &HttpRequest,
    metadata: &Metadata,
    options: &DeliveryOptions,
) -> Option<HttpResponse> {
    is_unchanged(request, metadata).then(|| {
        let mut response = HttpResponse::NotModified();
        set_headers(&mut response, metadata, options);
        response.finish()
    })
}

/// Responds with bytes, or with the requested range of them.
pub async fn send(
    state: &AppState,
    request: &HttpRequest,
    metadata: &Metadata,
    blob: &Blob,
    options: &DeliveryOptions,
) -> Result<HttpResponse> {
    let range = requested_range(request, metadata)?;
    let length = range.map_or(metadata.size, ByteRange::length);
    let mut response =
        HttpResponse::build(if range.is_some() { StatusCode::PARTIAL_CONTENT } else { StatusCode::OK });
    set_headers(&mut response, metadata, options);
    response.insert_header((CONTENT_TYPE, safe_content_type(&metadata.mimetype)));
    response.insert_header((ACCEPT_RANGES, "bytes"));
    if let Some(ByteRange { first, last }) = range {
        response.insert_header((CONTENT_RANGE, format!("bytes {first}-{last}/{}", metadata.size)));
    }
    if let Some(name) = &options.download {
        response.insert_header((CONTENT_DISPOSITION, disposition(name)));
    }
    if request.method() == Method::HEAD {
        return Ok(response.body(SizedStream::new(length, stream::empty::<Result<Bytes, DownloadAborted>>())));
    }
    let bytes = state.s3.get(blob, range).await?;
    Ok(response.body(SizedStream::new(length, chunks(bytes))))
}

/// The headers of both a 200 and a 304.
fn set_headers(response: &mut HttpResponseBuilder, metadata: &Metadata, options: &DeliveryOptions) {
    response
        .insert_header((ETAG, metadata.e_tag.as_str()))
        .insert_header((LAST_MODIFIED, HttpDate::from(SystemTime::from(metadata.last_modified))))
        .insert_header((X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"))
        .insert_header(("X-Robots-Tag", metadata.x_robots_tag.as_deref().unwrap_or(DEFAULT_ROBOTS_TAG)));
    // A signed URL's expiry replaces `Cache-Control`, because a cache would prefer the latter's `max-age`.
    match options.expires {
        Some(expires) => response.insert_header((EXPIRES, HttpDate::from(SystemTime::from(expires)))),
        None => response.insert_header((CACHE_CONTROL, metadata.cache_control.as_str())),
    };
}

/// HTML is sent as plain text, so that browsers show its source instead of rendering it.
fn safe_content_type(mimetype: &str) -> String {
    let essence = mimetype.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match essence.as_str() {
        "text/html" | "application/xhtml+xml" => {
            mimetype.to_ascii_lowercase().replacen(&essence, "text/plain", 1)
        }
        _ => mimetype.to_owned(),
    }
}

fn disposition(name: &str) -> String {
    if name.is_empty() {
        return "attachment;".to_owned();
    }
    let encoded = utf8_percent_encode(name, FILE_NAME);
    format!("attachment; filename={encoded}; filename*=UTF-8''{encoded}")
}

/// `If-None-Match` wins over `If-Modified-Since` (RFC 9110 §13.2.2).
fn is_unchanged(request: &HttpRequest, metadata: &Metadata) -> bool {
    if let Some(tags) = header(request, IF_NONE_MATCH.as_str()) {
        return tags.trim() == "*" || tags.split(',').any(|tag| weak_match(tag, &metadata.e_tag));
    }
    let since = header(request, IF_MODIFIED_SINCE.as_str()).and_then(|text| text.parse::<HttpDate>().ok());
    since.is_some_and(|since| last_modified(metadata) <= SystemTime::from(since))
}

fn weak_match(one: &str, other: &str) -> bool {
    match (one.trim().parse::<EntityTag>(), other.parse::<EntityTag>()) {
        (Ok(one), Ok(other)) => one.weak_eq(&other),
        _ => false,
    }
}

/// The modification time in whole seconds, which is the precision of HTTP dates.
fn last_modified(metadata: &Metadata) -> SystemTime {
    SystemTime::from(DateTime::from_timestamp(metadata.last_modified.timestamp(), 0).unwrap_or_default())
}

/// The requested range. Multiple ranges, other units and a stale `If-Range` mean the whole object.
fn requested_range(request: &HttpRequest, metadata: &Metadata) -> Result<Option<ByteRange>> {
    let Some(text) = header(request, RANGE.as_str()) else { return Ok(None) };
    if header(request, IF_RANGE.as_str()).is_some_and(|condition| !is_current(condition, metadata)) {
        return Ok(None);
    }
    parse_range(text, metadata.size)
}

/// Whether an `If-Range` condition holds (RFC 9110 §13.1.5).
fn is_current(condition: &str, metadata: &Metadata) -> bool {
    match condition.parse::<HttpDate>() {
        Ok(date) => last_modified(metadata) == SystemTime::from(date),
        Err(_) => condition == metadata.e_tag,
    }
}

fn parse_range(text: &str, size: u64) -> Result<Option<ByteRange>> {
    let Some(spec) = text.trim().strip_prefix("bytes=").filter(|spec| !spec.contains(',')) else {
        return Ok(None);
    };
    let invalid = Error::InvalidRange { size };
    let Some((first, last)) = spec.split_once('-') else { return Err(invalid) };
    let number = |text: &str| text.trim().parse::<u64>().ok();
    let end = size.saturating_sub(1);
    let range = match (first.trim(), last.trim()) {
        ("", suffix) => number(suffix)
            .filter(|length| *length > 0)
            .map(|length| ByteRange { first: size.saturating_sub(length), last: end }),
        (first, "") => number(first).map(|first| ByteRange { first, last: end }),
        (first, last) => {
            number(first).zip(number(last)).map(|(first, last)| ByteRange { first, last: last.min(end) })
        }
    };
    match range {
        Some(range) if size > 0 && range.first <= range.last => Ok(Some(range)),
        _ => Err(invalid),
    }
}

/// The error of a response body. actix closes the connection on it.
#[derive(Debug, thiserror::Error)]
#[error("the download was aborted")]
pub struct DownloadAborted;

/// The bytes from S3. When S3 fails, the connection is closed, so that the client notices the incomplete object.
fn chunks(download: Download) -> impl Stream<Item = Result<Bytes, DownloadAborted>> {
    stream::unfold(download, async |mut download| download.next().await.map(|chunk| (chunk, download))).map(
        |chunk| {
            chunk.map_err(|error| {
                tracing::warn!(cause = error.cause(), "a download was aborted");
                DownloadAborted
            })
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn range(text: &str, size: u64) -> Option<(u64, u64)> {
        parse_range(text, size).unwrap().map(|range| (range.first, range.last))
    }

    #[test]
    fn clamps_ranges_to_the_object() {
        assert_eq!(range("bytes=0-3", 10), Some((0, 3)));
        assert_eq!(range("bytes=4-", 10), Some((4, 9)));
        assert_eq!(range("bytes=-3", 10), Some((7, 9)));
        assert_eq!(range("bytes=-30", 10), Some((0, 9)));
        assert_eq!(range("bytes=8-99", 10), Some((8, 9)));
        assert_eq!(range("items=0-3", 10), None);
        assert_eq!(range("bytes=0-1,3-4", 10), None);
    }

    #[test]
    fn rejects_ranges_outside_the_object() {
        for invalid in
            ["bytes=10-", "bytes=5-4", "bytes=-0", "bytes=a-b", "bytes=5", "bytes=99999999999999999999-"]
        {
            assert!(matches!(parse_range(invalid, 10), Err(Error::InvalidRange { size: 10 })), "{invalid}");
        }
        assert!(parse_range("bytes=0-", 0).is_err());
    }

    #[test]
    fn html_is_sent_as_plain_text() {
        assert_eq!(safe_content_type("text/html"), "text/plain");
        assert_eq!(safe_content_type("Text/HTML; charset=utf-8"), "text/plain; charset=utf-8");
        assert_eq!(safe_content_type("image/svg+xml"), "image/svg+xml");
    }

    #[test]
    fn encodes_file_names_in_content_disposition() {
        assert_eq!(
            disposition("é \".png"),
            "attachment; filename=%C3%A9%20%22.png; filename*=UTF-8''%C3%A9%20%22.png"
        );
        assert_eq!(disposition(""), "attachment;");
    }
}
