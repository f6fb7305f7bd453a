//! Which of the accepted media types the answer will have, and how Postgres builds it.

use crate::api_request::MediaType;
use crate::error::Error;
use crate::schema_cache::{MediaHandlers, QualifiedName, Returns};

/// How the body is built from the rows.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// The database's own aggregate, over rows of a type if it takes no others.
    Aggregate {
        function: QualifiedName,
        row_type: Option<QualifiedName>,
    },
    /// GeoJSON of PostGIS' function for a row.
    Features {
        function: QualifiedName,
    },
    /// The one value that a function gave is the document.
    Document,
}

/// What the database itself makes documents of.
pub(super) struct AvailableMediaTypes<'a> {
    pub handlers: &'a MediaHandlers,
    /// Whose whole rows the answer has; none when columns were chosen.
    pub relation: Option<&'a QualifiedName>,
    /// What the function returns; none when columns were chosen.
    pub returns: Option<&'a Returns>,
    /// Whether clients may see plans.
    pub explains: bool,
}

pub(super) fn negotiate(
    accepted: &[MediaType],
    available: &AvailableMediaTypes<'_>,
) -> Result<(MediaType, Handler), Error> {
    let found = accepted.iter().find_map(|media_type| match media_type {
        MediaType::Plan(explain) if available.explains => {
            available.answer(&explain.media_type).map(|(_, handler)| (media_type.clone(), handler))
        }
        _ => available.answer(media_type),
    });
    found.ok_or_else(|| unacceptable(accepted))
}

fn builtin(media_type: &MediaType) -> Option<(MediaType, Handler)> {
    match media_type {
        MediaType::Json | MediaType::Any => Some((MediaType::Json, Handler::Array { strip_nulls: false })),
        MediaType::ArrayStripped => Some((MediaType::ArrayStripped, Handler::Array { strip_nulls: true })),
        MediaType::Object { stripped } => {
            Some((media_type.clone(), Handler::Object { strip_nulls: *stripped }))
        }
        MediaType::Csv => Some((MediaType::Csv, Handler::Csv)),
        _ => None,
    }
}

impl AvailableMediaTypes<'_> {
    /// What the database makes itself comes first, except that clients can rely on PostgREST's own vendor types.
    fn answer(&self, media_type: &MediaType) -> Option<(MediaType, Handler)> {
        match media_type {
            MediaType::ArrayStripped | MediaType::Object { .. } => builtin(media_type),
            MediaType::GeoJson => self.find(media_type).or_else(|| self.features()),
            _ => self.find(media_type).or_else(|| builtin(media_type)),
        }
    }

    fn features(&self) -> Option<(MediaType, Handler)> {
        let function = self.handlers.feature.clone()?;
        Some((MediaType::GeoJson, Handler::Features { function }))
    }

    fn find(&self, accepted: &MediaType) -> Option<(MediaType, Handler)> {
        if let Some(document) = self.returns.and_then(|returns| returns.document.as_ref())
            && (document.accepted == *accepted || document.accepted == MediaType::Any)
        {
            return Some((document.produced.clone(), Handler::Document));
        }
        let found = self.handlers.find(self.relation, accepted)?;
        let handler =
            Handler::Aggregate { function: found.aggregate.clone(), row_type: found.row_type.clone() };
        Some((found.media_type.clone(), handler))
    }
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
