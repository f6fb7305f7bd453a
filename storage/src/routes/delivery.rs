//! An object as an answer: conditions, ranges, and the headers that keep a stranger's file from acting as a page of
//! this site.

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
use uuid::Uuid;

use crate::Storage;
use crate::database::objects::{Metadata, Object};
use crate::error::{Error, Result};
use crate::s3::{ByteRange, Download};
use crate::upload::incoming::header;

/// Characters that a file name may keep in `filename*` (RFC 8187).
const FILE_NAME: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// What search engines are told of an object unless its upload said otherwise.
const HIDDEN: &str = "none";

/// How an object is to be delivered.
#[derive(Default, Deserialize)]
pub struct Delivery {
    /// The name to save it under; empty for its own.
    pub download: Option<String>,
    /// When the URL ends, for a signed one.
    #[serde(skip)]
    pub expires: Option<DateTime<Utc>>,
}

pub async fn deliver(
    storage: &Storage,
    request: &HttpRequest,
    object: &Object,
    delivery: &Delivery,
) -> Result<HttpResponse> {
    let metadata = object.metadata()?;
    match unchanged(request, &metadata, delivery) {
        Some(answer) => Ok(answer),
        None => send(storage, request, &metadata, object.version()?, delivery).await,
    }
}

/// The answer to a client that has this already.
pub fn unchanged(request: &HttpRequest, metadata: &Metadata, delivery: &Delivery) -> Option<HttpResponse> {
    is_unchanged(request, metadata).then(|| {
        let mut response = HttpResponse::NotModified();
        describe(&mut response, metadata, delivery);
        response.finish()
    })
}

/// The bytes of a version, whole or in part, with what is told of them.
pub async fn send(
    storage: &Storage,
    request: &HttpRequest,
    metadata: &Metadata,
    version: Uuid,
    delivery: &Delivery,
) -> Result<HttpResponse> {
    let range = requested_range(request, metadata)?;
    let length = range.map_or(metadata.size, ByteRange::length);
    let mut response =
        HttpResponse::build(if range.is_some() { StatusCode::PARTIAL_CONTENT } else { StatusCode::OK });
    describe(&mut response, metadata, delivery);
    response.insert_header((CONTENT_TYPE, shown_type(&metadata.mimetype)));
    response.insert_header((ACCEPT_RANGES, "bytes"));
    if let Some(ByteRange { first, last }) = range {
        response.insert_header((CONTENT_RANGE, format!("bytes {first}-{last}/{}", metadata.size)));
    }
    if let Some(name) = &delivery.download {
        response.insert_header((CONTENT_DISPOSITION, disposition(name)));
    }
    if request.method() == Method::HEAD {
        return Ok(response.body(SizedStream::new(length, stream::empty::<Result<Bytes, BrokenOff>>())));
    }
    let bytes = storage.s3.get(version, range).await?;
    Ok(response.body(SizedStream::new(length, pieces(bytes))))
}

/// Headers that an unchanged object's answer has as well.
fn describe(response: &mut HttpResponseBuilder, metadata: &Metadata, delivery: &Delivery) {
    response
        .insert_header((ETAG, metadata.e_tag.as_str()))
        .insert_header((LAST_MODIFIED, HttpDate::from(SystemTime::from(metadata.last_modified))))
        .insert_header((X_CONTENT_TYPE_OPTIONS, "nosniff"))
        .insert_header((CONTENT_SECURITY_POLICY, "sandbox; default-src 'none'"))
        .insert_header(("X-Robots-Tag", metadata.x_robots_tag.as_deref().unwrap_or(HIDDEN)));
    // A cache would go by the stored time rather than by the end of a signed address: it hears of one of them.
    match delivery.expires {
        Some(expires) => response.insert_header((EXPIRES, HttpDate::from(SystemTime::from(expires)))),
        None => response.insert_header((CACHE_CONTROL, metadata.cache_control.as_str())),
    };
}

/// Pages are shown as their source.
fn shown_type(mimetype: &str) -> String {
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
    since.is_some_and(|since| whole_seconds(metadata) <= SystemTime::from(since))
}

fn weak_match(one: &str, other: &str) -> bool {
    match (one.trim().parse::<EntityTag>(), other.parse::<EntityTag>()) {
        (Ok(one), Ok(other)) => one.weak_eq(&other),
        _ => false,
    }
}

/// HTTP dates have no fractions.
fn whole_seconds(metadata: &Metadata) -> SystemTime {
    SystemTime::from(DateTime::from_timestamp(metadata.last_modified.timestamp(), 0).unwrap_or_default())
}

/// The one range that is asked for. Several ranges, other units and a stale `If-Range` mean the whole object.
fn requested_range(request: &HttpRequest, metadata: &Metadata) -> Result<Option<ByteRange>> {
    let Some(text) = header(request, RANGE.as_str()) else { return Ok(None) };
    if header(request, IF_RANGE.as_str()).is_some_and(|condition| !still_current(condition, metadata)) {
        return Ok(None);
    }
    parse_range(text, metadata.size)
}

fn still_current(condition: &str, metadata: &Metadata) -> bool {
    match condition.parse::<HttpDate>() {
        Ok(date) => whole_seconds(metadata) == SystemTime::from(date),
        Err(_) => condition == metadata.e_tag,
    }
}

fn parse_range(text: &str, size: u64) -> Result<Option<ByteRange>> {
    let Some(spec) = text.trim().strip_prefix("bytes=").filter(|spec| !spec.contains(',')) else {
        return Ok(None);
    };
    let refused = Error::InvalidRange { size };
    let Some((first, last)) = spec.split_once('-') else { return Err(refused) };
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
        _ => Err(refused),
    }
}

#[derive(Debug, thiserror::Error)]
#[error("the object's bytes broke off")]
pub struct BrokenOff;

/// Ends the connection where S3 breaks off: the client sees that the object is incomplete.
fn pieces(download: Download) -> impl Stream<Item = Result<Bytes, BrokenOff>> {
    stream::unfold(download, async |mut download| download.next().await.map(|piece| (piece, download))).map(
        |piece| {
            piece.map_err(|error| {
                tracing::warn!(cause = error.cause(), "a download broke off");
                BrokenOff
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
    fn ranges_are_cut_to_the_object() {
        assert_eq!(range("bytes=0-3", 10), Some((0, 3)));
        assert_eq!(range("bytes=4-", 10), Some((4, 9)));
        assert_eq!(range("bytes=-3", 10), Some((7, 9)));
        assert_eq!(range("bytes=-30", 10), Some((0, 9)));
        assert_eq!(range("bytes=8-99", 10), Some((8, 9)));
        assert_eq!(range("items=0-3", 10), None);
        assert_eq!(range("bytes=0-1,3-4", 10), None);
    }

    #[test]
    fn ranges_outside_the_object_are_refused() {
        for refused in
            ["bytes=10-", "bytes=5-4", "bytes=-0", "bytes=a-b", "bytes=5", "bytes=99999999999999999999-"]
        {
            assert!(matches!(parse_range(refused, 10), Err(Error::InvalidRange { size: 10 })), "{refused}");
        }
        assert!(parse_range("bytes=0-", 0).is_err());
    }

    #[test]
    fn pages_are_shown_as_text() {
        assert_eq!(shown_type("text/html"), "text/plain");
        assert_eq!(shown_type("Text/HTML; charset=utf-8"), "text/plain; charset=utf-8");
        assert_eq!(shown_type("image/svg+xml"), "image/svg+xml");
    }

    #[test]
    fn a_file_name_cannot_break_out_of_its_header() {
        assert_eq!(
            disposition("é \".png"),
            "attachment; filename=%C3%A9%20%22.png; filename*=UTF-8''%C3%A9%20%22.png"
        );
        assert_eq!(disposition(""), "attachment;");
    }
}
