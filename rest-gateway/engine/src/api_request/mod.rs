//! What a request asks for, read from its method, path, query string, headers and body alone; no database is asked.
//! Refuses what cannot be understood, with PGRST100 to PGRST125.

mod action;
mod context;
mod cursor;
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
mod select;
mod wanted;
mod window;

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
pub(crate) use preferences::{Count, Missing, Preferences, Representation, Resolution, TransactionEnd};
pub(crate) use query_string::{Bound, QueryParams};
pub(crate) use select::{Aggregate, AggregateFunction, SelectColumn, SelectItem, Target};
pub(crate) use window::Window;

use crate::config::Config;
use crate::error::Error;
use action::Resource;

static ACCEPT_PROFILE: HeaderName = HeaderName::from_static("accept-profile");
static CONTENT_PROFILE: HeaderName = HeaderName::from_static("content-profile");
static PREFER: HeaderName = HeaderName::from_static("prefer");

/// Bytes of path and query string together.
const LONGEST_URL: usize = 32 * 1024;

#[derive(Debug)]
pub(crate) struct ApiRequest {
    pub action: Action,
    pub schema: String,
    /// Whether the answer names the schema: several are exposed, or the client asked for one.
    pub schema_negotiated: bool,
    pub query: QueryParams,
    /// The rows of the root that are wanted.
    pub window: Window,
    pub preferences: Preferences,
    pub accept: Vec<MediaType>,
    pub content_type: MediaType,
    pub payload: Option<Payload>,
    pub context: RequestContext,
}

impl ApiRequest {
    pub fn parse(parts: &Parts<'_>, body: Bytes, config: &Config) -> Result<ApiRequest, Error> {
        if parts.path.len() + parts.query.len() > LONGEST_URL {
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
        let window = root_window(parts, &query)?;
        let content_type = parts.header(header::CONTENT_TYPE).map_or(MediaType::Json, MediaType::parse);
        let payload = read_payload(&action, body, &content_type, &query)?;
        let prefer = parts.headers.get_all(&PREFER).filter_map(|value| value.to_str().ok());
        Ok(ApiRequest {
            action,
            schema,
            schema_negotiated,
            query,
            window,
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

fn root_window(parts: &Parts<'_>, query: &QueryParams) -> Result<Window, Error> {
    let mut window = Window::default();
    for (_, bound) in query.windows.iter().filter(|(path, _)| path.is_empty()) {
        match bound {
            Bound::Limit(limit) => window.limit = Some(*limit),
            Bound::Offset(offset) => window.offset = *offset,
        }
    }
    let range = if parts.method == "GET" { parts.header(header::RANGE) } else { None };
    let window = window.within_range(range)?;
    if parts.method == "PUT" && !window.is_everything() { Err(Error::PutLimit) } else { Ok(window) }
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
