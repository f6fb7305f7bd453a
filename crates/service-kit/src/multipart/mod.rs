//! A `multipart/form-data` body: short texts by name, and files, which lie on disk and not in memory.
//!
//! Rejects another media type (415), a form that is malformed or breaks off, text that is not UTF-8 or holds the NUL
//! character (400), too many parts, too long a text, one file too many or one too large, each in the words of the call,
//! and a form that takes too long or falls behind the least rate (408).

mod file;
mod incoming;
mod pace;

pub use file::FormFile;
pub use incoming::drain;

use crate::body::Parameters;
use crate::error::{Error, Refusal};
use actix_web::HttpRequest;
use actix_web::http::header::CONTENT_TYPE;
use actix_web::web::Payload;
use incoming::Incoming;
use multer::{Field, Multipart};
use std::time::Duration;
use tokio::time::timeout;

const PARTS: usize = 64;
/// The longest text of the product's forms has 500 characters; one that is far too long is still told which it was.
const TEXT_BYTES: usize = 64 * 1024;
/// Eight photos over a slow line take some minutes; who needs longer only holds a place.
const READ_WITHIN: Duration = Duration::from_secs(10 * 60);

/// What a call takes, and how it says that something is too much.
pub struct FormRules {
    /// Whether a part of this name is a file.
    pub is_file: fn(&str) -> bool,
    /// The most files, and the refusal of one more.
    pub files: (usize, Refusal),
    /// The size that every file stays under, and the refusal of one that does not.
    pub file_bytes: (usize, Refusal),
}

/// A form that has arrived whole.
pub struct Form {
    /// The texts. One that is blank counts as absent.
    pub fields: Parameters,
    /// The files, in the order in which they came.
    pub files: Vec<FormFile>,
}

impl Form {
    /// Reads the body to its end. What is left of a refused one is still read, within limits, so that a client that
    /// sends before it listens gets its answer.
    pub async fn read(request: &HttpRequest, payload: Payload, rules: &FormRules) -> Result<Form, Error> {
        let content_type = request.headers().get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
        let Ok(boundary) = multer::parse_boundary(content_type.unwrap_or_default()) else {
            drain(payload).await;
            return Err(Refusal::UnsupportedMediaType.into());
        };
        let (incoming, reader) = incoming::read(payload);
        let form = timeout(READ_WITHIN, read(incoming, boundary, rules)).await;
        reader.finish().await;
        form.unwrap_or_else(|_| Err(Refusal::TooSlow.into()))
    }
}

async fn read(incoming: Incoming, boundary: String, rules: &FormRules) -> Result<Form, Error> {
    let unread = incoming.unread();
    let mut parts = Multipart::new(incoming, boundary);
    let (mut texts, mut files) = (Vec::new(), Vec::new());
    while let Some(mut part) = parts.next_field().await.map_err(form_error)? {
        if texts.len() + files.len() == PARTS {
            return Err(Refusal::TooLarge.into());
        }
        let name = part.name().unwrap_or_default().to_owned();
        if (rules.is_file)(&name) {
            let (most, too_many) = &rules.files;
            if files.len() == *most {
                return Err(too_many.clone().into());
            }
            files.push(FormFile::receive(&mut part, &unread, &rules.file_bytes).await?);
        } else {
            texts.push((name, text(&mut part, &unread).await?));
        }
    }
    texts.retain(|(_, text): &(String, String)| !text.trim().is_empty());
    Ok(Form { fields: Parameters::new(texts), files })
}

/// A field's text. Browsers send a line break as two characters; it counts, and is kept, as the one that was typed.
async fn text(part: &mut Field<'_>, unread: &incoming::Unread) -> Result<String, Error> {
    let mut bytes = Vec::new();
    while let Some(piece) = part.chunk().await.map_err(form_error)? {
        unread.take(piece.len());
        if bytes.len() + piece.len() > TEXT_BYTES {
            return Err(Refusal::TooLarge.into());
        }
        bytes.extend_from_slice(&piece);
    }
    let text = String::from_utf8(bytes).ok().filter(|text| !text.contains('\0'));
    let text = text.ok_or(Refusal::MalformedBody)?;
    Ok(text.replace("\r\n", "\n"))
}

fn form_error(error: multer::Error) -> Error {
    match error {
        // What our own stream reported.
        multer::Error::StreamReadFailed(cause) => match cause.downcast::<Error>() {
            Ok(error) => *error,
            Err(_) => Refusal::MalformedBody.into(),
        },
        _ => Refusal::MalformedBody.into(),
    }
}
