//! An upload as a request: a raw body with metadata in headers, or a multipart form with metadata in fields before the
//! file.
//!
//! Rejects a form without a file, too many or too large fields, and invalid user metadata.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use actix_web::HttpRequest;
use actix_web::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE};
use bytes::Bytes;
use futures_util::{Stream, StreamExt, stream};
use multer::{Field, Multipart};
use serde_json::Value;
use service_kit::body_stream::{BodyError, BodyStream};
use service_kit::multipart::{PartError, read_part};
use tokio::sync::mpsc;

use super::content::Content;
use super::{robots_tag, user_metadata};
use crate::error::{Error, Result};
use crate::headers::{header, storable_value};

/// The most fields before the file.
const MAX_FIELDS: usize = 10;
/// The largest field, in bytes.
const MAX_FIELD_BYTES: usize = 1024 * 1024;
/// The most bytes of a form before its file.
const MAX_PREAMBLE_BYTES: usize = 2 * MAX_FIELD_BYTES;
/// The media type of an upload that declares none.
pub const DEFAULT_MIMETYPE: &str = "application/octet-stream";
/// The `Cache-Control` of an upload that declares none.
pub const DEFAULT_CACHE_CONTROL: &str = "no-cache";
/// A request header for both kinds of upload.
const X_ROBOTS_TAG: &str = "x-robots-tag";

/// An upload's metadata, and its content, which has not been read yet.
pub struct UploadRequest {
    pub mimetype: String,
    pub cache_control: String,
    pub x_robots_tag: Option<String>,
    pub user_metadata: Option<Value>,
    pub content: Content,
}

impl UploadRequest {
    /// Reads the request up to the first byte of the file.
    pub async fn read(request: &HttpRequest, body: BodyStream) -> Result<Self> {
        let content_type = header(request, CONTENT_TYPE.as_str()).unwrap_or_default();
        let x_robots_tag = header(request, X_ROBOTS_TAG).map(robots_tag::parse).transpose()?.flatten();
        let upload = match multer::parse_boundary(content_type) {
            Ok(boundary) => from_form(body, boundary).await?,
            Err(_) => from_raw_body(request, content_type, body)?,
        };
        Ok(UploadRequest { x_robots_tag, ..upload })
    }
}

fn from_raw_body(request: &HttpRequest, content_type: &str, body: BodyStream) -> Result<UploadRequest> {
    let length = header(request, CONTENT_LENGTH.as_str()).and_then(|text| text.parse().ok());
    let mimetype = if content_type.is_empty() { DEFAULT_MIMETYPE } else { content_type };
    let user_metadata = header(request, "x-metadata").map(user_metadata::from_header).transpose()?;
    Ok(UploadRequest {
        mimetype: storable_value(mimetype)?,
        cache_control: storable_value(
            header(request, CACHE_CONTROL.as_str()).unwrap_or(DEFAULT_CACHE_CONTROL),
        )?,
        x_robots_tag: None,
        user_metadata,
        content: Content::new(body.map(|chunk| chunk.map_err(Error::from)), length),
    })
}

async fn from_form(body: BodyStream, boundary: String) -> Result<UploadRequest> {
    let at_file = Arc::new(AtomicBool::new(false));
    let mut form = Multipart::new(limit_preamble(body, at_file.clone()), boundary);
    let mut fields = Fields::default();
    for _ in 0..=MAX_FIELDS {
        let field = form.next_field().await.map_err(PartError::<Error>::from)?.ok_or_else(no_file)?;
        if is_file(&field) {
            at_file.store(true, Ordering::Relaxed);
            return fields.into_upload(form, field);
        }
        fields.read(field).await?;
    }
    Err(Error::InvalidRequest("the form has too many fields".to_owned()))
}

/// Whether a part is the file. Browsers give it a file name; Supabase's client sends it with an empty field name.
fn is_file(field: &Field<'_>) -> bool {
    field.file_name().is_some() || field.name().is_none_or(str::is_empty)
}

fn no_file() -> Error {
    Error::InvalidRequest("the form has no file".to_owned())
}

/// The fields before the file.
#[derive(Default)]
struct Fields {
    cache_control: Option<String>,
    content_type: Option<String>,
    metadata: Option<Value>,
}

impl Fields {
    /// Reads one field. Unknown ones are ignored.
    async fn read(&mut self, mut field: Field<'static>) -> Result<()> {
        let name = field.name().unwrap_or_default().to_owned();
        let bytes = read_part::<Error>(&mut field, MAX_FIELD_BYTES, |_| ()).await?;
        let text = || {
            String::from_utf8(bytes.clone()).map_err(|_| Error::InvalidRequest(format!("{name} is not text")))
        };
        match name.as_str() {
            "cacheControl" => self.cache_control = Some(text()?),
            "contentType" => self.content_type = Some(text()?),
            "metadata" | "userMetadata" => self.metadata = Some(user_metadata::from_json(&bytes)?),
            _ => {}
        }
        Ok(())
    }

    fn into_upload(self, form: Multipart<'static>, file: Field<'static>) -> Result<UploadRequest> {
        let part_type = file.content_type().map(ToString::to_string);
        let mimetype = self.content_type.or(part_type).unwrap_or_else(|| DEFAULT_MIMETYPE.to_owned());
        let cache_control = match self.cache_control.as_deref() {
            None | Some("") => DEFAULT_CACHE_CONTROL.to_owned(),
            Some(seconds) => format!("max-age={seconds}"),
        };
        Ok(UploadRequest {
            mimetype: storable_value(&mimetype)?,
            cache_control: storable_value(&cache_control)?,
            x_robots_tag: None,
            user_metadata: self.metadata,
            content: Content::new(forward(form, file), None),
        })
    }
}

/// The file's chunks, read by a task of its own: the S3 client requires a `Sync` body, and a part is not `Sync`.
pub fn forward(
    form: Multipart<'static>,
    mut file: Field<'static>,
) -> impl Stream<Item = Result<Bytes>> + Send + Sync {
    let (sender, receiver) = mpsc::channel(1);
    tokio::spawn(async move {
        // The form owns the stream that the part reads.
        let _form = form;
        while let Some(chunk) = file.chunk().await.transpose() {
            let chunk = chunk.map_err(|error| Error::from(PartError::<Error>::from(error)));
            let failed = chunk.is_err();
            if sender.send(chunk).await.is_err() || failed {
                return;
            }
        }
    });
    stream::unfold(receiver, async |mut receiver| receiver.recv().await.map(|chunk| (chunk, receiver)))
}

/// Rejects a form that has too many bytes before its file.
pub fn limit_preamble(
    body: impl Stream<Item = Result<Bytes, BodyError>> + Send,
    at_file: Arc<AtomicBool>,
) -> impl Stream<Item = Result<Bytes>> + Send {
    let mut read = 0;
    body.map(move |chunk| {
        let chunk = chunk?;
        read += chunk.len();
        if read > MAX_PREAMBLE_BYTES && !at_file.load(Ordering::Relaxed) {
            return Err(Error::InvalidRequest("the form's fields are too large".to_owned()));
        }
        Ok(chunk)
    })
}

impl From<BodyError> for Error {
    fn from(error: BodyError) -> Self {
        match error {
            BodyError::BrokenOff => Error::InvalidRequest("The request's body ended early".to_owned()),
            BodyError::TimedOut => Error::ClientStalled,
        }
    }
}

impl From<PartError<Error>> for Error {
    fn from(error: PartError<Error>) -> Self {
        match error {
            PartError::Body(error) => error,
            PartError::Malformed(error) => Error::InvalidRequest(format!("malformed form: {error}")),
            PartError::TooLarge => Error::InvalidRequest("a field of the form is too large".to_owned()),
        }
    }
}
