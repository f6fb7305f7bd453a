//! The caller of a request: the claims of its token, and the request's properties that policies may read.

use std::sync::Arc;

use serde_json::Value;
use service_kit::Claims;
use uuid::Uuid;

use crate::error::{Error, Result};
use crate::request_context::RequestContext;

const SERVICE_ROLE: &str = "service_role";

/// An authenticated caller. Handlers extract it; `authentication` verifies the token.
#[derive(Clone)]
pub struct Caller {
    claims: Claims,
    request: Arc<RequestContext>,
}

impl Caller {
    /// A caller whose token has been verified.
    pub fn new(claims: Claims, request: RequestContext) -> Self {
        Self { claims, request: Arc::new(request) }
    }

    /// The Postgres role that the token names.
    pub fn role(&self) -> &str {
        &self.claims.role
    }

    /// All claims as JSON, for `request.jwt.claims`.
    pub fn claims(&self) -> &str {
        self.claims.as_json()
    }

    pub fn request(&self) -> &RequestContext {
        &self.request
    }

    /// The `sub` claim as it is in the token, which need not be a UUID.
    pub fn subject(&self) -> Option<&str> {
        self.claims.all.get("sub").and_then(Value::as_str)
    }

    /// The owner of what this caller creates.
    pub fn owner(&self) -> Owner {
        Owner(self.subject().map(str::to_owned))
    }

    /// Rejects every other role, for operations that no policy covers.
    pub fn require_service_role(&self) -> Result<()> {
        if self.role() == SERVICE_ROLE { Ok(()) } else { Err(Error::ServiceRoleOnly) }
    }
}

/// The account that owns a bucket or an object; none for rows that the anonymous or the service key created.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Owner(Option<String>);

impl Owner {
    /// From the value of the `owner_id` column.
    pub fn of_id(id: Option<String>) -> Self {
        Self(id)
    }

    /// The value of the `owner_id` column.
    pub fn id(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// The value of the deprecated `owner` column, whose type is `uuid`.
    pub fn uuid(&self) -> Option<Uuid> {
        self.id().and_then(|id| Uuid::parse_str(id).ok())
    }
}
