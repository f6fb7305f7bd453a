//! A file as a request brings it: the raw body with headers beside it, or one part of a form with fields before it.
//!
//! Refused: a form without a file, too many or too large fields, metadata that is not a JSON object or that Postgres
//! cannot keep.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::HttpRequest;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, HeaderValue};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use multer::{Field, Multipart};
use serde_json::Value;
use tokio::sync::mpsc;

use super::body::BodyStream;
use super::content::Content;
use crate::error::{Error, Result};

const FIELDS: usize = 10;
const FIELD_BYTES: usize = 1024 * 1024;
/// Everything in a form before the file's first byte.
const PREAMBLE_BYTES: usize = 2 * FIELD_BYTES;
const HEADER_TEXT: usize = 255;
/// A header of its own also where the file comes in a form.
const X_ROBOTS_TAG: &str = "x-robots-tag";

pub struct Incoming {
    pub mimetype: String,
    pub cache_control: String,
    pub x_robots_tag: Option<String>,
    pub user_metadata: Option<Value>,
    pub content: Content,
}

impl Incoming {
    pub async fn read(request: &HttpRequest, body: BodyStream) -> Result<Self> {
        let content_type = header(request, CONTENT_TYPE.as_str()).unwrap_or_default();
        let x_robots_tag = header(request, X_ROBOTS_TAG).map(str::trim).filter(|text| !text.is_empty());
        let x_robots_tag = x_robots_tag.map(header_text).transpose()?;
        let incoming = match multer::parse_boundary(content_type) {
            Ok(boundary) => from_form(body, boundary).await?,
            Err(_) => from_raw(request, content_type, body)?,
        };
        Ok(Incoming { x_robots_tag, ..incoming })
    }
}

fn from_raw(request: &HttpRequest, content_type: &str, body: BodyStream) -> Result<Incoming> {
    let length = header(request, CONTENT_LENGTH.as_str()).and_then(|text| text.parse().ok());
    let mimetype = if content_type.is_empty() { "application/octet-stream" } else { content_type };
    let user_metadata = header(request, "x-metadata").map(decode_metadata).transpose()?;
    Ok(Incoming {
        mimetype: header_text(mimetype)?,
        cache_control: header_text(header(request, CACHE_CONTROL.as_str()).unwrap_or("no-cache"))?,
        x_robots_tag: None,
        user_metadata,
        content: Content::new(body, length),
    })
}

/// The user's metadata as a header carries it: JSON in base64.
pub fn decode_metadata(text: &str) -> Result<Value> {
    let json = BASE64_STANDARD.decode(text).map_err(|_| Error::InvalidParameter("x-metadata"))?;
    parse_metadata(&json)
}

fn parse_metadata(json: &[u8]) -> Result<Value> {
    let value: Value = serde_json::from_slice(json).map_err(|_| Error::InvalidParameter("metadata"))?;
    if value.is_object() && !has_nul(&value) { Ok(value) } else { Err(Error::InvalidParameter("metadata")) }
}

/// Postgres has no text with the character U+0000.
fn has_nul(value: &Value) -> bool {
    match value {
        Value::String(text) => text.contains('\0'),
        Value::Array(values) => values.iter().any(has_nul),
        Value::Object(fields) => fields.iter().any(|(name, value)| name.contains('\0') || has_nul(value)),
        Value::Null | Value::Bool(_) | Value::Number(_) => false,
    }
}

async fn from_form(body: BodyStream, boundary: String) -> Result<Incoming> {
    let at_file = Arc::new(AtomicBool::new(false));
    let mut form = Multipart::new(bounded_until(body, at_file.clone()), boundary);
    let mut fields = Fields::default();
    for _ in 0..=FIELDS {
        let field = form.next_field().await.map_err(form_error)?.ok_or_else(no_file)?;
        if is_file(&field) {
            at_file.store(true, Ordering::Relaxed);
            return fields.into_incoming(form, field);
        }
        fields.read(field).await?;
    }
    Err(Error::InvalidRequest("the form has too many fields".to_owned()))
}

/// A browser names the part of a file; Supabase's client sends it without a name.
fn is_file(field: &Field<'_>) -> bool {
    field.file_name().is_some() || field.name().is_none_or(str::is_empty)
}

fn no_file() -> Error {
    Error::InvalidRequest("the form has no file".to_owned())
}

#[derive(Default)]
struct Fields {
    cache_control: Option<String>,
    content_type: Option<String>,
    metadata: Option<Value>,
}

impl Fields {
    async fn read(&mut self, mut field: Field<'static>) -> Result<()> {
        let name = field.name().unwrap_or_default().to_owned();
        let mut bytes = Vec::new();
        while let Some(piece) = field.chunk().await.map_err(form_error)? {
            if bytes.len() + piece.len() > FIELD_BYTES {
                return Err(Error::InvalidRequest("a field of the form is too large".to_owned()));
            }
            bytes.extend_from_slice(&piece);
        }
        let text = || {
            String::from_utf8(bytes.clone()).map_err(|_| Error::InvalidRequest(format!("{name} is not text")))
        };
        match name.as_str() {
            "cacheControl" => self.cache_control = Some(text()?),
            "contentType" => self.content_type = Some(text()?),
            "metadata" | "userMetadata" => self.metadata = Some(parse_metadata(&bytes)?),
            _ => {}
        }
        Ok(())
    }

    fn into_incoming(self, form: Multipart<'static>, file: Field<'static>) -> Result<Incoming> {
        let of_part = file.content_type().map(ToString::to_string);
        let mimetype = self.content_type.or(of_part).unwrap_or_else(|| "application/octet-stream".to_owned());
        let cache_control = match self.cache_control.as_deref() {
            None | Some("") => "no-cache".to_owned(),
            Some(seconds) => format!("max-age={seconds}"),
        };
        Ok(Incoming {
            mimetype: header_text(&mimetype)?,
            cache_control: header_text(&cache_control)?,
            x_robots_tag: None,
            user_metadata: self.metadata,
            content: Content::new(pass_on(form, file), None),
        })
    }
}

/// The file's pieces, read by a task of their own, since a form's parts cannot be shared between threads and the
/// client of S3 asks for that.
fn pass_on(
    form: Multipart<'static>,
    mut file: Field<'static>,
) -> impl Stream<Item = Result<Bytes>> + Send + Sync {
    let (sender, receiver) = mpsc::channel(1);
    tokio::spawn(async move {
        // The form owns the stream that the part reads.
        let _form = form;
        while let Some(piece) = file.chunk().await.transpose() {
            let piece = piece.map_err(form_error);
            let failed = piece.is_err();
            if sender.send(piece).await.is_err() || failed {
                return;
            }
        }
    });
    stream::unfold(receiver, async |mut receiver| receiver.recv().await.map(|piece| (piece, receiver)))
}

/// Refuses a form that holds too much before its file.
fn bounded_until(body: BodyStream, at_file: Arc<AtomicBool>) -> impl Stream<Item = Result<Bytes>> + Send {
    let mut read = 0;
    body.map(move |piece| {
        let piece = piece?;
        read += piece.len();
        if read > PREAMBLE_BYTES && !at_file.load(Ordering::Relaxed) {
            return Err(Error::InvalidRequest("the form's fields are too large".to_owned()));
        }
        Ok(piece)
    })
}

fn form_error(error: multer::Error) -> Error {
    match error {
        // What our own stream reported.
        multer::Error::StreamReadFailed(cause) => match cause.downcast::<Error>() {
            Ok(error) => *error,
            Err(_) => Error::InvalidRequest("The request's body ended early".to_owned()),
        },
        other => Error::InvalidRequest(format!("malformed form: {other}")),
    }
}

pub fn header<'a>(request: &'a HttpRequest, name: &str) -> Option<&'a str> {
    request.headers().get(name).and_then(|value| value.to_str().ok())
}

/// Text that will be sent as a header with every download.
pub fn header_text(text: &str) -> Result<String> {
    let fits = text.len() <= HEADER_TEXT && HeaderValue::from_str(text).is_ok();
    if fits {
        Ok(text.to_owned())
    } else {
        Err(Error::InvalidRequest("a header is too long or malformed".to_owned()))
    }
}
