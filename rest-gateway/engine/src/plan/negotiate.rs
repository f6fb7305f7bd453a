//! Content negotiation: the media type of the response and the handler that builds its body. Rejects a request that
//! accepts no available type (PGRST107).

use crate::api_request::MediaType;
use crate::error::Error;
use crate::schema_cache::{MediaHandlers, QualifiedName, Returns};

/// How the body is built from the rows. PostgREST calls these media type handlers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Handler {
    /// No body: HEAD, or a write that returns no rows.
    None,
    Array {
        strip_nulls: bool,
    },
    Object {
        strip_nulls: bool,
    },
    Csv,
    /// An aggregate of the database. `row_type` is the type of its parameter; `None` if it accepts any.
    Aggregate {
        function: QualifiedName,
        row_type: Option<QualifiedName>,
    },
    /// GeoJSON features, built by PostGIS' function for a row.
    Features {
        function: QualifiedName,
    },
    /// The single value that a function returned is the body.
    Document,
}

/// The media types that the database itself can produce for a request.
pub(super) struct AvailableMediaTypes<'a> {
    pub handlers: &'a MediaHandlers,
    /// The relation whose whole rows are returned; `None` when columns are selected.
    pub relation: Option<&'a QualifiedName>,
    /// The result of the called function; `None` when columns are selected.
    pub returns: Option<&'a Returns>,
    /// `db-plan-enabled`.
    pub explains: bool,
}

pub(super) fn negotiate(
    accepted: &[MediaType],
    available: &AvailableMediaTypes<'_>,
) -> Result<(MediaType, Handler), Error> {
    let found = accepted.iter().find_map(|media_type| match media_type {
        MediaType::Plan(explain) if available.explains => {
            available.handler_for(&explain.media_type).map(|(_, handler)| (media_type.clone(), handler))
        }
        _ => available.handler_for(media_type),
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
    /// Handlers of the database take precedence, except over PostgREST's vendor types, on which clients rely.
    fn handler_for(&self, media_type: &MediaType) -> Option<(MediaType, Handler)> {
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

/// The root returns its OpenAPI description, which is JSON.
pub(super) fn negotiate_root(accepted: &[MediaType]) -> Result<(), Error> {
    let is_json =
        |media_type: &MediaType| matches!(media_type, MediaType::OpenApi | MediaType::Json | MediaType::Any);
    if accepted.iter().any(is_json) { Ok(()) } else { Err(unacceptable(accepted)) }
}

fn unacceptable(accepted: &[MediaType]) -> Error {
    Error::MediaType(accepted.iter().map(MediaType::to_string).collect::<Vec<_>>().join(", "))
}
