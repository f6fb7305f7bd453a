//! Parses a request: method, path, query string, headers and body, without the database. Rejects malformed requests
//! with PGRST100 to PGRST126.
//!
//! Depends on `config` and `error` only.

mod action;
mod context;
mod cursor;
mod expected;
mod field;
mod filter;
mod filter_parser;
mod logic;
mod media_type;
mod nul;
mod order;
mod parts;
mod payload;
mod percent;
mod preferences;
mod query_pairs;
mod query_string;
mod row_range;
mod select;

use actix_web::http::header::{self, HeaderName};
use bytes::Bytes;

pub(crate) use action::{Action, Invocation, Mutation};
pub(crate) use context::RequestContext;
pub(crate) use field::{Field, JsonKey};
pub(crate) use filter::{Compare, Condition, Filter, IsValue, Quantifier, Test};
pub(crate) use logic::{LogicOperator, LogicTree};
pub(crate) use media_type::{Explain, MediaType};
pub(crate) use nul::contains_nul;
pub(crate) use order::OrderTerm;
pub(crate) use parts::Parts;
pub(crate) use payload::{JsonPayload, Payload};
pub(crate) use percent::encode;
pub(crate) use preferences::{
    Count, Missing, Preferences, ReadFrom, Representation, Resolution, TransactionEnd,
};
pub(crate) use query_string::{QueryParams, RangeBound};
pub(crate) use row_range::RowRange;
pub(crate) use select::{Aggregate, AggregateFunction, SelectColumn, SelectItem, Target};

use crate::config::Config;
use crate::error::Error;
use action::Resource;

static ACCEPT_PROFILE: HeaderName = HeaderName::from_static("accept-profile");
static CONTENT_PROFILE: HeaderName = HeaderName::from_static("content-profile");
static PREFER: HeaderName = HeaderName::from_static("prefer");

/// Maximum length of path and query string together, in bytes.
const MAX_URL_LENGTH: usize = 32 * 1024;

#[derive(Debug)]
pub(crate) struct ApiRequest {
    pub action: Action,
    pub schema: String,
    /// True when the response names its schema in `Content-Profile`: several are exposed, or the client chose one.
    pub schema_negotiated: bool,
    pub query: QueryParams,
    /// Limit and offset of the root relation.
    pub range: RowRange,
    pub preferences: Preferences,
    pub accept: Vec<MediaType>,
    pub content_type: MediaType,
    pub payload: Option<Payload>,
    pub context: RequestContext,
}

impl ApiRequest {
    /// # Errors
    /// PGRST100 to PGRST126 for a malformed request.
    pub fn parse(parts: &Parts<'_>, body: Bytes, config: &Config) -> Result<ApiRequest, Error> {
        if parts.path.len() + parts.query.len() > MAX_URL_LENGTH {
            return Err(Error::UriTooLong);
        }
        let resource = Resource::parse(parts.path, config)?;
        let (schema, schema_negotiated) = negotiate_schema(parts, config)?;
        let action = resource.action(parts.method)?;
        let takes_arguments = matches!(
            &action,
            Action::Call { how: Invocation::Get | Invocation::Head, .. } | Action::FunctionOptions { .. }
        );
        let query = QueryParams::parse(parts.query, takes_arguments)?;
        let range = root_range(parts, &query)?;
        let content_type = parts.header(header::CONTENT_TYPE).map_or(MediaType::Json, MediaType::parse);
        let payload = read_payload(&action, body, &content_type, &query)?;
        let prefer = parts.headers.get_all(&PREFER).filter_map(|value| value.to_str().ok());
        Ok(ApiRequest {
            action,
            schema,
            schema_negotiated,
            query,
            range,
            preferences: Preferences::parse(prefer, config.db_tx_end.allows_override()),
            accept: MediaType::parse_accept(parts.header(header::ACCEPT)),
            content_type,
            payload,
            context: RequestContext::new(parts),
        })
    }

    pub fn json_payload(&self) -> Option<&JsonPayload> {
        match &self.payload {
            Some(Payload::Json(json)) => Some(json),
            _ => None,
        }
    }
}

/// The schema that `Accept-Profile` or `Content-Profile` chooses, and whether the response names it.
fn negotiate_schema(parts: &Parts<'_>, config: &Config) -> Result<(String, bool), Error> {
    let header = match parts.method {
        "POST" | "PATCH" | "PUT" | "DELETE" => &CONTENT_PROFILE,
        _ => &ACCEPT_PROFILE,
    };
    match parts.header(header) {
        Some(profile) if config.db_schemas.iter().any(|schema| schema == profile) => {
            Ok((profile.to_owned(), true))
        }
        Some(profile) => {
            Err(Error::UnacceptableSchema { schema: profile.to_owned(), exposed: config.db_schemas.clone() })
        }
        None => Ok((config.db_schemas.first().cloned().unwrap_or_default(), config.db_schemas.len() > 1)),
    }
}

fn root_range(parts: &Parts<'_>, query: &QueryParams) -> Result<RowRange, Error> {
    let mut range = RowRange::default();
    for (_, bound) in query.ranges.iter().filter(|(path, _)| path.is_empty()) {
        match bound {
            RangeBound::Limit(limit) => range.limit = Some(*limit),
            RangeBound::Offset(offset) => range.offset = *offset,
        }
    }
    let header = if parts.method == "GET" { parts.header(header::RANGE) } else { None };
    let range = range.intersect(header)?;
    if parts.method == "PUT" && !range.is_unlimited() { Err(Error::PutLimit) } else { Ok(range) }
}

fn read_payload(
    action: &Action,
    body: Bytes,
    content_type: &MediaType,
    query: &QueryParams,
) -> Result<Option<Payload>, Error> {
    let (columns, for_function) = match action {
        Action::Mutate { mutation: Mutation::Insert | Mutation::Update, .. } => {
            (query.columns.as_deref(), false)
        }
        Action::Mutate { mutation: Mutation::Put, .. } => (None, false),
        Action::Call { how: Invocation::Post, .. } => (query.columns.as_deref(), true),
        _ => return Ok(None),
    };
    payload::read(body, content_type, columns, for_function).map(Some)
}
