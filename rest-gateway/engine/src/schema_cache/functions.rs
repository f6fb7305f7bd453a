//! Classifies the catalogue's functions: routines that clients can call, computed relationships, and aggregates that
//! are media type handlers.

use std::sync::Arc;

use foldhash::HashMap;
use postgres_types::Type;

use super::comments::Comments;
use super::domains::Domains;
use super::media_handlers::{MediaHandler, MediaHandlers, produced};
use super::relations::Relation;
use super::relationship::{Kind, Relationship};
use super::routine::{Document, Parameter, Returns, Routine, Volatility};
use super::rows::FunctionRow;
use super::table::QualifiedName;
use crate::api_request::MediaType;
use crate::isolation::Isolation;

/// Types of a single unnamed parameter that takes the whole body of a call.
const WHOLE_BODIES: [&str; 5] = ["bytea", "json", "jsonb", "text", "xml"];

const ISOLATION: &str = "default_transaction_isolation";

fn name(row: &FunctionRow) -> QualifiedName {
    QualifiedName::new(&row.schema, &row.name)
}

/// The callable functions of the exposed schemas, overloads by name. Only hoisted settings are kept.
pub(super) fn routines(
    rows: &[FunctionRow],
    exposed: &[String],
    hoisted: &[String],
    domains: &Domains<'_>,
    comments: &Comments<'_>,
) -> HashMap<QualifiedName, Vec<Arc<Routine>>> {
    let mut routines: HashMap<QualifiedName, Vec<Routine>> = HashMap::default();
    for row in rows.iter().filter(|row| !row.is_aggregate && exposed.contains(&row.schema)) {
        let parameters = parameters(row);
        if !can_be_called(&parameters) {
            continue;
        }
        let (settings, isolation) = settings(row, hoisted);
        routines.entry(name(row)).or_default().push(Routine {
            oid: row.oid,
            name: name(row),
            description: comments.of_function(row.oid),
            parameters,
            returns: returns(row, domains),
            columns: columns(row),
            volatility: match row.volatility {
                'i' => Volatility::Immutable,
                's' => Volatility::Stable,
                _ => Volatility::Volatile,
            },
            settings,
            isolation,
        });
    }
    let sorted = |mut overloads: Vec<Routine>| {
        overloads.sort_by(|a, b| {
            a.parameters.len().cmp(&b.parameters.len()).then_with(|| a.parameters.cmp(&b.parameters))
        });
        overloads.into_iter().map(Arc::new).collect()
    };
    routines.into_iter().map(|(name, overloads)| (name, sorted(overloads))).collect()
}

/// The input parameters.
fn parameters(row: &FunctionRow) -> Vec<Parameter> {
    let mut inputs = Vec::new();
    for (position, type_name) in row.types.iter().enumerate() {
        let mode = row.modes.get(position).copied().unwrap_or('i');
        if matches!(mode, 'i' | 'b' | 'v') {
            inputs.push(Parameter {
                name: row.names.get(position).cloned().unwrap_or_default(),
                type_name: type_name.clone(),
                widest_type: widest(type_name).to_owned(),
                required: i32::try_from(inputs.len())
                    .is_ok_and(|before| before < row.parameters - row.defaults),
                variadic: mode == 'v',
            });
        }
    }
    inputs
}

/// The output columns.
fn columns(row: &FunctionRow) -> Vec<String> {
    let named = row.names.iter().zip(&row.modes);
    named.filter(|(_, mode)| matches!(mode, 't' | 'b' | 'o')).map(|(name, _)| name.clone()).collect()
}

/// These types without a length truncate values to one character.
fn widest(type_name: &str) -> &str {
    match type_name {
        "bit" => "bit varying",
        "bit[]" => "bit varying[]",
        "character" => "character varying",
        "character[]" => "character varying[]",
        other => other,
    }
}

/// Arguments are passed by name, so all parameters need one, except a single parameter for the whole body.
fn can_be_called(parameters: &[Parameter]) -> bool {
    match parameters {
        [only] if only.name.is_empty() => WHOLE_BODIES.contains(&only.type_name.as_str()),
        _ => parameters.iter().all(|parameter| !parameter.name.is_empty()),
    }
}

fn returns(row: &FunctionRow, domains: &Domains<'_>) -> Returns {
    let (type_name, kind) = match domains.innermost(row.result) {
        Some(domain) => (QualifiedName::new(&domain.base_schema, &domain.base_name), domain.base_kind),
        None => (QualifiedName::new(&row.result_schema, &row.result_name), row.result_kind),
    };
    Returns {
        set: row.returns_set,
        composite: kind == 'c' || row.modes.iter().any(|mode| matches!(mode, 't' | 'b' | 'o')),
        type_name,
        document: (!row.returns_set)
            .then(|| accepted(row))
            .flatten()
            .map(|accepted| Document { produced: produced(&accepted), accepted }),
    }
}

/// The media type that a function produces: it returns a domain that is named after it.
fn accepted(row: &FunctionRow) -> Option<MediaType> {
    let named = row.result_kind == 'd' && is_media_type(&row.result_name);
    named.then(|| MediaType::parse(&row.result_name))
}

fn is_media_type(name: &str) -> bool {
    let of = |part: &str, others: &str| {
        !part.is_empty()
            && part.chars().all(|letter| letter.is_ascii_alphanumeric() || others.contains(letter))
    };
    name == "*/*" || name.split_once('/').is_some_and(|(kind, of_kind)| of(kind, "-.") && of(of_kind, "-.+"))
}

/// The hoisted settings of a function; its isolation level separately.
fn settings(row: &FunctionRow, hoisted: &[String]) -> (Vec<(String, String)>, Option<Isolation>) {
    let pairs = row.settings.iter().filter_map(|setting| setting.split_once('='));
    let (isolation, others): (Vec<_>, Vec<_>) = pairs
        .filter(|(name, _)| hoisted.iter().any(|known| known == name))
        .partition(|(name, _)| *name == ISOLATION);
    let others = others.into_iter().map(|(name, value)| (name.to_owned(), value.to_owned())).collect();
    (others, isolation.first().and_then(|(_, value)| Isolation::parse(value)))
}

fn makes_geojson(row: &FunctionRow) -> bool {
    row.name == "st_asgeojson"
        && row.first_parameter == Some(Type::RECORD.oid())
        && row.parameters - row.defaults == 1
}

/// Computed relationships: functions from a row of one relation to rows of another.
pub(super) fn computed_relationships(
    rows: &[FunctionRow],
    relations: &HashMap<u32, Relation>,
) -> Vec<Relationship> {
    let of_rows = by_row_type(relations);
    let computed = rows.iter().filter(|row| !row.is_aggregate && row.parameters == 1).filter_map(|row| {
        let (origin, target) = (of_rows.get(&row.first_parameter?)?, of_rows.get(&row.result)?);
        Some(Relationship {
            origin: origin.table.name.clone(),
            target: target.table.name.clone(),
            origin_is_view: origin.table.is_view,
            target_is_view: target.table.is_view,
            kind: Kind::Computed { function: name(row), single: !row.returns_many },
        })
    });
    computed.collect()
}

fn by_row_type(relations: &HashMap<u32, Relation>) -> HashMap<u32, &Relation> {
    relations.values().map(|relation| (relation.row_type, relation)).collect()
}

/// Aggregates of exposed schemas that build a document from the rows of one relation or of any, and PostGIS' function
/// that converts a row to GeoJSON.
pub(super) fn media_handlers(
    rows: &[FunctionRow],
    exposed: &[String],
    relations: &HashMap<u32, Relation>,
) -> MediaHandlers {
    let of_rows = by_row_type(relations);
    let mut handlers = MediaHandlers::default();
    for row in rows {
        if makes_geojson(row) {
            handlers.feature = Some(name(row));
        }
        if !row.is_aggregate || !exposed.contains(&row.schema) {
            continue;
        }
        let Some(accepted) = accepted(row) else { continue };
        let of_any_rows = row.first_parameter == Some(Type::ANYELEMENT.oid());
        let relation = row.first_parameter.and_then(|parameter| of_rows.get(&parameter));
        if of_any_rows || relation.is_some() {
            handlers.add(MediaHandler {
                aggregate: name(row),
                row_type: relation.map(|relation| relation.table.name.clone()),
                media_type: accepted,
            });
        }
    }
    handlers
}
