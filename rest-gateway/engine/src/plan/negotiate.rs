//! Which of the accepted media types the answer will have, and how Postgres builds it.

use crate::api_request::MediaType;
use crate::error::Error;

/// How the body is built from the rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Handler {
    /// No body: HEAD, or a write that gives nothing back.
    None,
    Array {
        strip_nulls: bool,
    },
    Object {
        strip_nulls: bool,
    },
    Csv,
}

pub(super) fn negotiate(accepted: &[MediaType]) -> Result<(MediaType, Handler), Error> {
    let found = accepted.iter().find_map(|media_type| match media_type {
        MediaType::Json | MediaType::Any => Some((MediaType::Json, Handler::Array { strip_nulls: false })),
        MediaType::ArrayStripped => Some((MediaType::ArrayStripped, Handler::Array { strip_nulls: true })),
        MediaType::Object { stripped } => {
            Some((media_type.clone(), Handler::Object { strip_nulls: *stripped }))
        }
        MediaType::Csv => Some((MediaType::Csv, Handler::Csv)),
        _ => None,
    });
    found.ok_or_else(|| unacceptable(accepted))
}

/// The root gives its description, which is JSON.
pub(super) fn negotiate_root(accepted: &[MediaType]) -> Result<(), Error> {
    let gives =
        |media_type: &MediaType| matches!(media_type, MediaType::OpenApi | MediaType::Json | MediaType::Any);
    if accepted.iter().any(gives) { Ok(()) } else { Err(unacceptable(accepted)) }
}

fn unacceptable(accepted: &[MediaType]) -> Error {
    Error::MediaType(accepted.iter().map(MediaType::to_string).collect::<Vec<_>>().join(", "))
}
