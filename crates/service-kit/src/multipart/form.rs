//! A `multipart/form-data` body that is received completely: texts in memory, files on disk.

use super::form_file::FormFile;
use super::form_rules::FormRules;
use super::part::{PartError, read_part};
use super::unread_limit::{LimitedBody, Unread};
use crate::body_stream::{self, BodyLimits, ReadTimeout};
use crate::error::{Error, RequestError};
use actix_web::HttpRequest;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::Payload;
use multer::{Field, Multipart};
use std::time::Duration;
use tokio::time::timeout;

/// The most parts of a form.
const MAX_PARTS: usize = 64;
/// The longest text in bytes. Far above the limits of single fields, so that a text that is somewhat too long gets
/// the error that names its field.
const MAX_TEXT_BYTES: usize = 64 * 1024;
/// The timeout for a whole form. Several photos over a slow connection take some minutes.
const FORM_TIMEOUT: Duration = Duration::from_secs(10 * 60);

const LIMITS: BodyLimits = BodyLimits {
    timeout: ReadTimeout::MinimumRate,
    // The parser buffers whole chunks.
    chunk_bytes: 16 * 1024,
    drained_bytes: 64 * 1024 * 1024,
};

/// A form that was received completely.
pub struct Form {
    /// Name and text of each field, in the order of the parts. A blank text counts as absent.
    pub texts: Vec<(String, String)>,
    /// The files, in the order of their parts.
    pub files: Vec<FormFile>,
}

impl Form {
    /// Receives a form. The rest of a rejected body is drained, within limits.
    ///
    /// # Errors
    /// See the [module](crate::multipart).
    pub async fn read(request: &HttpRequest, payload: Payload, rules: &FormRules) -> Result<Form, Error> {
        let content_type = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let Ok(boundary) = multer::parse_boundary(content_type.unwrap_or_default()) else {
            drain(payload).await;
            return Err(RequestError::UnsupportedMediaType.into());
        };
        let (body, reader) = body_stream::read(payload, LIMITS);
        let form = timeout(FORM_TIMEOUT, read(LimitedBody::new(body), boundary, rules)).await;
        reader.finish().await;
        form.unwrap_or_else(|_| Err(RequestError::Timeout.into()))
    }
}

/// Drains the body of a form that is rejected before it is read, within limits, so that a client that sends its whole
/// body before it reads the response gets the response.
pub async fn drain(payload: Payload) {
    body_stream::drain(payload, LIMITS.drained_bytes).await;
}

async fn read(body: LimitedBody, boundary: String, rules: &FormRules) -> Result<Form, Error> {
    let unread = body.unread();
    let mut parts = Multipart::new(body, boundary);
    let (mut texts, mut files) = (Vec::new(), Vec::new());
    while let Some(mut part) = parts.next_field().await.map_err(PartError::<Error>::from)? {
        if texts.len() + files.len() == MAX_PARTS {
            return Err(RequestError::TooLarge.into());
        }
        let name = part.name().unwrap_or_default().to_owned();
        if (rules.is_file)(&name) {
            if files.len() == rules.max_files {
                return Err((rules.too_many_files)());
            }
            files.push(FormFile::receive(&mut part, &unread, rules).await?);
        } else {
            texts.push((name, read_text(&mut part, &unread).await?));
        }
    }
    texts.retain(|(_, text): &(String, String)| !text.trim().is_empty());
    Ok(Form { texts, files })
}

/// A field's text, with each line break as one character. Browsers send CR LF, but count one character for `maxlength`.
async fn read_text(part: &mut Field<'_>, unread: &Unread) -> Result<String, Error> {
    let bytes = read_part(part, MAX_TEXT_BYTES, |bytes| unread.consume(bytes)).await?;
    let text = String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
    let text = text.ok_or(RequestError::MalformedBody)?;
    Ok(text.replace("\r\n", "\n"))
}

impl From<PartError<Error>> for Error {
    fn from(error: PartError<Error>) -> Error {
        match error {
            PartError::Body(error) => error,
            PartError::Malformed(_) => RequestError::MalformedBody.into(),
            PartError::TooLarge => RequestError::TooLarge.into(),
        }
    }
}
