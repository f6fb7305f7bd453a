//! The error of a request, with PostgREST's code, status and message for each variant.

use actix_web::http::StatusCode;
use serde_json::Value;

use super::database::DatabaseError;

#[derive(Debug, thiserror::Error)]
pub(crate) enum Error {
    // The request itself.
    #[error("{message}")]
    QueryString { message: String, details: String },
    #[error("{0}")]
    TooLarge(&'static str),
    #[error("URI too long")]
    UriTooLong,
    #[error("Cannot use the {0} method on RPC")]
    RpcMethod(String),
    #[error("{0}")]
    InvalidBody(String),
    #[error("Requested range not satisfiable")]
    Range(RangeError),
    #[error("Filters must include all and only primary key columns with 'eq' operators")]
    PutFilters,
    #[error("Invalid schema: {schema}")]
    UnacceptableSchema { schema: String, exposed: Vec<String> },
    #[error("None of these media types are available: {0}")]
    MediaType(String),
    #[error("'{name}' is not an embedded resource in this request")]
    NotEmbedded { name: String, alias: Option<String> },
    #[error("limit/offset querystring parameters are not allowed for PUT")]
    PutLimit,
    #[error("Payload values do not match URL in primary key column(s)")]
    PutPrimaryKey,
    #[error("Cannot coerce the result to a single JSON object")]
    NotSingular(i64),
    #[error("Unsupported HTTP method: {0}")]
    Method(String),
    #[error("A related order on '{target}' is not possible")]
    RelatedOrder { origin: String, target: String },
    #[error("Invalid preferences given with handling=strict")]
    Preferences(Vec<String>),
    #[error("Use of aggregate functions is not allowed")]
    AggregatesNotAllowed,
    #[error("Query result exceeds max-affected preference constraint")]
    MaxAffected(i64),
    #[error("Function must return SETOF or TABLE when max-affected preference is used with handling=strict")]
    MaxAffectedSingle,
    #[error("Invalid path specified in request URL")]
    Path,
    #[error("Root endpoint metadata is disabled")]
    OpenApiDisabled,
    #[error("Feature not implemented")]
    NotImplemented(&'static str),

    // The schema cache.
    #[error("Could not find a relationship between '{parent}' and '{child}' in the schema cache")]
    NoRelationship {
        parent: String,
        child: String,
        used_hint: Option<String>,
        schema: String,
        suggestion: Option<String>,
    },
    #[error("Could not embed because more than one relationship was found for '{parent}' and '{child}'")]
    AmbiguousRelationship { parent: String, child: String, candidates: Vec<Value>, choices: String },
    #[error("{message}")]
    NoFunction { message: String, details: String, suggestion: Option<String> },
    #[error("Could not choose the best candidate function between: {0}")]
    AmbiguousFunction(String),
    #[error("Could not find the '{column}' column of '{relation}' in the schema cache")]
    NoColumn { relation: String, column: String },
    #[error("Could not find the table '{schema}.{relation}' in the schema cache")]
    NoTable { schema: String, relation: String, suggestion: Option<String> },

    // Tokens.
    #[error("Server lacks JWT secret")]
    NoJwtSecret,
    #[error("{message}")]
    JwtDecode { message: String, details: Option<String> },
    #[error("Anonymous access is disabled")]
    TokenRequired,
    #[error("{0}")]
    JwtClaims(&'static str),

    // The GUCs with which SQL overrides the response.
    #[error(
        "response.headers guc must be a JSON array composed of objects with a single key and a string value"
    )]
    GucHeaders,
    #[error("response.status guc must be a valid status code")]
    GucStatus,

    // The database.
    #[error("Database connection error.")]
    Connection(String),
    #[error("Database client error. Retrying the connection.")]
    Client(String),
    #[error("Could not query the database for the schema cache. Retrying.")]
    NoSchemaCache,
    #[error("Timed out acquiring connection from connection pool.")]
    PoolTimeout,
    /// The request would have waited longer for a connection than it may.
    #[error("Too many requests wait for a connection. Retry later.")]
    PoolOverloaded,
    #[error("{0}")]
    Database(DatabaseError),

    #[error("A setting of the transaction was not applied")]
    SettingNotApplied,

    // Limits of this server.
    #[error("Too many large requests at once. Retry later.")]
    Overloaded,
    /// The row encoder cannot hold a row of this size. The request runs again with a body that Postgres builds.
    #[error("A row of the answer is too large.")]
    LargeRow,
}

#[derive(Debug)]
pub(crate) enum RangeError {
    NegativeLimit,
    LowerAboveUpper,
    OutOfBounds { offset: i64, total: i64 },
}

impl Error {
    pub fn not_embedded(name: &str) -> Error {
        Error::NotEmbedded { name: name.to_owned(), alias: None }
    }

    pub fn jwt_decode(message: impl Into<String>) -> Error {
        Error::JwtDecode { message: message.into(), details: None }
    }

    pub fn jwt_undecodable() -> Error {
        Error::jwt_decode("JWT cryptographic operation failed")
    }

    pub fn jwt_no_key(details: &str) -> Error {
        let message = "No suitable key or wrong key type".to_owned();
        Error::JwtDecode { message, details: Some(details.to_owned()) }
    }

    pub fn invalid_json() -> Error {
        Error::InvalidBody("Empty or invalid json".to_owned())
    }

    /// The HTTP status.
    pub fn status(&self) -> StatusCode {
        match self {
            Error::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Error::UriTooLong => StatusCode::URI_TOO_LONG,
            Error::RpcMethod(_) | Error::PutFilters | Error::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
            Error::Range(_) => StatusCode::RANGE_NOT_SATISFIABLE,
            Error::UnacceptableSchema { .. } | Error::MediaType(_) | Error::NotSingular(_) => {
                StatusCode::NOT_ACCEPTABLE
            }
            Error::Path | Error::OpenApiDisabled | Error::NoFunction { .. } | Error::NoTable { .. } => {
                StatusCode::NOT_FOUND
            }
            Error::AmbiguousRelationship { .. } | Error::AmbiguousFunction(_) => StatusCode::MULTIPLE_CHOICES,
            Error::NoJwtSecret | Error::GucHeaders | Error::GucStatus | Error::SettingNotApplied => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            Error::JwtDecode { .. } | Error::TokenRequired | Error::JwtClaims(_) => StatusCode::UNAUTHORIZED,
            Error::Connection(_)
            | Error::Client(_)
            | Error::NoSchemaCache
            | Error::Overloaded
            | Error::PoolOverloaded
            | Error::LargeRow => StatusCode::SERVICE_UNAVAILABLE,
            Error::PoolTimeout => StatusCode::GATEWAY_TIMEOUT,
            Error::Database(error) => error.status(),
            _ => StatusCode::BAD_REQUEST,
        }
    }

    /// The error code: PostgREST's, or the SQLSTATE of a database error.
    pub fn code(&self) -> &str {
        match self {
            Error::QueryString { .. } | Error::UriTooLong => "PGRST100",
            Error::RpcMethod(_) => "PGRST101",
            Error::InvalidBody(_) | Error::TooLarge(_) => "PGRST102",
            Error::Range(_) => "PGRST103",
            Error::PutFilters => "PGRST105",
            Error::UnacceptableSchema { .. } => "PGRST106",
            Error::MediaType(_) => "PGRST107",
            Error::NotEmbedded { .. } => "PGRST108",
            Error::GucHeaders => "PGRST111",
            Error::GucStatus => "PGRST112",
            Error::PutLimit => "PGRST114",
            Error::PutPrimaryKey => "PGRST115",
            Error::NotSingular(_) => "PGRST116",
            Error::Method(_) => "PGRST117",
            Error::RelatedOrder { .. } => "PGRST118",
            Error::Preferences(_) => "PGRST122",
            Error::AggregatesNotAllowed => "PGRST123",
            Error::MaxAffected(_) => "PGRST124",
            Error::Path => "PGRST125",
            Error::OpenApiDisabled => "PGRST126",
            Error::NotImplemented(_) => "PGRST127",
            Error::MaxAffectedSingle => "PGRST128",
            Error::NoRelationship { .. } => "PGRST200",
            Error::AmbiguousRelationship { .. } => "PGRST201",
            Error::NoFunction { .. } => "PGRST202",
            Error::AmbiguousFunction(_) => "PGRST203",
            Error::NoColumn { .. } => "PGRST204",
            Error::NoTable { .. } => "PGRST205",
            Error::NoJwtSecret => "PGRST300",
            Error::JwtDecode { .. } => "PGRST301",
            Error::TokenRequired => "PGRST302",
            Error::JwtClaims(_) => "PGRST303",
            Error::Connection(_) => "PGRST000",
            Error::Client(_) => "PGRST001",
            Error::NoSchemaCache => "PGRST002",
            Error::PoolTimeout => "PGRST003",
            // PostgREST has no such limits and no code for them.
            Error::Overloaded | Error::PoolOverloaded | Error::LargeRow => "PGRSTX01",
            // PostgREST does not check its settings.
            Error::SettingNotApplied => "PGRSTX02",
            Error::Database(error) => error.code(),
        }
    }
}
