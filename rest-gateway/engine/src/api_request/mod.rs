//! What a request asks for, read from its method, path, query string, headers and body alone; no database is asked.
//! Refuses what cannot be understood, with PGRST100 to PGRST125.

mod context;
mod cursor;
mod explain;
mod field;
mod filter;
mod logic;
mod media_type;
mod order;
mod payload;
mod preferences;
mod query_string;
mod select;
mod wanted;
mod window;

use actix_web::http::header::{self, HeaderMap, HeaderName};
use bytes::Bytes;

pub(crate) use context::RequestContext;
pub(crate) use explain::Explain;
pub(crate) use field::{Field, JsonKey};
pub(crate) use filter::{Compare, Condition, Filter, IsValue, Quantifier, Test};
pub(crate) use logic::{LogicOperator, LogicTree};
pub(crate) use media_type::MediaType;
pub(crate) use order::OrderTerm;
pub(crate) use payload::{JsonPayload, Payload};
pub(crate) use preferences::{Count, Missing, Preferences, Representation, Resolution, TransactionEnd};
pub(crate) use query_string::{Bound, QueryParams, encode};
pub(crate) use select::{Aggregate, AggregateFunction, SelectColumn, SelectItem, Target};
pub(crate) use window::Window;

use crate::config::{Config, OpenApiMode};
use crate::error::Error;

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

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Action {
    Read { relation: String, head: bool },
    Mutate { relation: String, mutation: Mutation },
    Call { function: String, how: Invocation },
    Root { head: bool },
    RelationOptions { relation: String },
    FunctionOptions { function: String },
    RootOptions,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mutation {
    Insert,
    Update,
    /// PUT: the one row that the URL names.
    Put,
    Delete,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Invocation {
    Get,
    Head,
    Post,
}

/// The parts of an HTTP request.
pub(crate) struct Parts<'a> {
    pub method: &'a str,
    /// As the engine's mount point left it.
    pub path: &'a str,
    pub query: &'a str,
    pub headers: &'a HeaderMap,
}

impl Parts<'_> {
    fn header(&self, name: impl header::AsHeaderName) -> Option<&str> {
        self.headers.get(name).and_then(|value| value.to_str().ok())
    }
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

enum Resource {
    Root,
    Relation(String),
    Function(String),
}

impl Resource {
    fn parse(path: &str, config: &Config) -> Result<Resource, Error> {
        let path = path.strip_prefix('/').unwrap_or(path);
        let segments: Vec<String> = match path {
            "" => Vec::new(),
            path => path.split('/').map(decode_segment).collect::<Result<_, _>>()?,
        };
        match segments.as_slice() {
            // Also for a root that a function of the database would answer for.
            [] if config.openapi_mode == OpenApiMode::Disabled => Err(Error::OpenApiDisabled),
            [] => Ok(config.db_root_spec.as_deref().map_or(Resource::Root, Resource::root_function)),
            [name] => Ok(Resource::Relation(name.clone())),
            [rpc, name] if rpc == "rpc" => Ok(Resource::Function(name.clone())),
            _ => Err(Error::Path),
        }
    }

    /// Of the schema that the request is for, whichever the setting names.
    fn root_function(name: &str) -> Resource {
        Resource::Function(name.rsplit('.').next().unwrap_or(name).to_owned())
    }

    fn action(self, method: &str) -> Result<Action, Error> {
        Ok(match (self, method) {
            (Resource::Function(function), "HEAD") => Action::Call { function, how: Invocation::Head },
            (Resource::Function(function), "GET") => Action::Call { function, how: Invocation::Get },
            (Resource::Function(function), "POST") => Action::Call { function, how: Invocation::Post },
            (Resource::Function(function), "OPTIONS") => Action::FunctionOptions { function },
            (Resource::Function(_), _) => return Err(Error::RpcMethod(method.to_owned())),
            (Resource::Relation(relation), "HEAD") => Action::Read { relation, head: true },
            (Resource::Relation(relation), "GET") => Action::Read { relation, head: false },
            (Resource::Relation(relation), "POST") => Action::Mutate { relation, mutation: Mutation::Insert },
            (Resource::Relation(relation), "PUT") => Action::Mutate { relation, mutation: Mutation::Put },
            (Resource::Relation(relation), "PATCH") => {
                Action::Mutate { relation, mutation: Mutation::Update }
            }
            (Resource::Relation(relation), "DELETE") => {
                Action::Mutate { relation, mutation: Mutation::Delete }
            }
            (Resource::Relation(relation), "OPTIONS") => Action::RelationOptions { relation },
            (Resource::Root, "HEAD") => Action::Root { head: true },
            (Resource::Root, "GET") => Action::Root { head: false },
            (Resource::Root, "OPTIONS") => Action::RootOptions,
            _ => return Err(Error::Method(method.to_owned())),
        })
    }
}

fn decode_segment(segment: &str) -> Result<String, Error> {
    let decoded = percent_encoding::percent_decode_str(segment).decode_utf8().map_err(|_| Error::Path)?;
    if decoded.contains('\0') { Err(Error::Path) } else { Ok(decoded.into_owned()) }
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
