//! Media type handlers of the database: aggregates over the rows of one relation, or over any rows.

use foldhash::HashMap;

use super::table::QualifiedName;
use crate::api_request::MediaType;

#[derive(Debug, Default)]
pub(crate) struct MediaHandlers {
    by_relation: HashMap<QualifiedName, HashMap<MediaType, MediaHandler>>,
    for_any_rows: HashMap<MediaType, MediaHandler>,
    /// PostGIS' function that converts a row to GeoJSON, if it is installed.
    pub feature: Option<QualifiedName>,
}

#[derive(Debug, Clone)]
pub(crate) struct MediaHandler {
    pub aggregate: QualifiedName,
    /// The type of its parameter; `None` if it accepts any row.
    pub row_type: Option<QualifiedName>,
    pub media_type: MediaType,
}

impl MediaHandlers {
    /// `handler.media_type`: the media type that clients accept.
    pub(super) fn add(&mut self, handler: MediaHandler) {
        let of = match &handler.row_type {
            Some(relation) => self.by_relation.entry(relation.clone()).or_default(),
            None => &mut self.for_any_rows,
        };
        let produced = produced(&handler.media_type);
        of.insert(handler.media_type.clone(), MediaHandler { media_type: produced, ..handler });
    }

    /// `relation`: the relation whose whole rows are returned; `None` when columns are selected.
    pub fn find(&self, relation: Option<&QualifiedName>, accepted: &MediaType) -> Option<&MediaHandler> {
        let own = relation.and_then(|relation| self.by_relation.get(relation));
        own.and_then(|own| own.get(&MediaType::Any).or_else(|| own.get(accepted)))
            .or_else(|| self.for_any_rows.get(accepted))
    }
}

/// The media type of the response. A handler for `*/*` produces bytes.
pub(super) fn produced(accepted: &MediaType) -> MediaType {
    match accepted {
        MediaType::Any => MediaType::OctetStream,
        other => other.clone(),
    }
}
