//! Media types that the database itself makes: by aggregates over the rows of one relation, or over any rows.

use std::collections::HashMap;

use super::table::QualifiedName;
use crate::api_request::MediaType;

#[derive(Debug, Default)]
pub(crate) struct MediaHandlers {
    of_relations: HashMap<QualifiedName, HashMap<MediaType, MediaHandler>>,
    of_any_rows: HashMap<MediaType, MediaHandler>,
    /// PostGIS' function that makes GeoJSON of a row, where it is installed.
    pub feature: Option<QualifiedName>,
}

#[derive(Debug, Clone)]
pub(crate) struct MediaHandler {
    pub aggregate: QualifiedName,
    /// The row type that it takes; none when it takes any.
    pub row_type: Option<QualifiedName>,
    pub media_type: MediaType,
}

impl MediaHandlers {
    /// `handler.media_type` is the one that is accepted.
    pub(super) fn add(&mut self, handler: MediaHandler) {
        let of = match &handler.row_type {
            Some(relation) => self.of_relations.entry(relation.clone()).or_default(),
            None => &mut self.of_any_rows,
        };
        let produced = produced(&handler.media_type);
        of.insert(handler.media_type.clone(), MediaHandler { media_type: produced, ..handler });
    }

    /// `relation`: whose whole rows the answer has; none when columns were chosen.
    pub fn find(&self, relation: Option<&QualifiedName>, accepted: &MediaType) -> Option<&MediaHandler> {
        let own = relation.and_then(|relation| self.of_relations.get(relation));
        own.and_then(|own| own.get(&MediaType::Any).or_else(|| own.get(accepted)))
            .or_else(|| self.of_any_rows.get(accepted))
    }
}

/// The type that an answer has: what may be anything is at least bytes.
pub(super) fn produced(accepted: &MediaType) -> MediaType {
    match accepted {
        MediaType::Any => MediaType::OctetStream,
        other => other.clone(),
    }
}
