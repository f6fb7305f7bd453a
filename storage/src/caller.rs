//! Who a request comes from: the bearer token's role and claims, and what policies may see of the request itself. A
//! missing, forged or expired token is refused with the texts that Supabase's token verifier uses.

use std::future::{Ready, ready};
use std::sync::Arc;

use actix_web::dev::Payload;
use actix_web::http::header::AUTHORIZATION;
use actix_web::{FromRequest, HttpRequest, web};
use base64::Engine;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use serde_json::Value;
use service_kit::{Claims, Verifier};
use uuid::Uuid;

use crate::Storage;
use crate::error::{Error, Result};
use crate::request_context::RequestContext;

const SERVICE_ROLE: &str = "service_role";

#[derive(Clone)]
pub struct Caller {
    claims: Claims,
    request: Arc<RequestContext>,
}

impl Caller {
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

    pub fn subject(&self) -> Option<&str> {
        self.claims.all.get("sub").and_then(Value::as_str)
    }

    pub fn owner(&self) -> Owner {
        Owner(self.subject().map(str::to_owned))
    }

    /// For what no policy can allow.
    pub fn require_service_role(&self) -> Result<()> {
        if self.role() == SERVICE_ROLE { Ok(()) } else { Err(Error::ServiceRoleOnly) }
    }
}

/// The account that a row belongs to, if it belongs to one.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Owner(Option<String>);

impl Owner {
    pub fn id(&self) -> Option<&str> {
        self.0.as_deref()
    }

    /// For the older column, which takes UUIDs alone.
    pub fn uuid(&self) -> Option<Uuid> {
        self.id().and_then(|id| Uuid::parse_str(id).ok())
    }
}

impl FromRequest for Caller {
    type Error = Error;
    type Future = Ready<Result<Self>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(from_header(request))
    }
}

fn from_header(request: &HttpRequest) -> Result<Caller> {
    let storage = request
        .app_data::<web::Data<Storage>>()
        .ok_or_else(|| Error::internal("the application has no storage"))?;
    let header = request.headers().get(AUTHORIZATION).ok_or_else(|| {
        Error::InvalidRequest("headers must have required property 'authorization'".to_owned())
    })?;
    let text = header.to_str().unwrap_or_default().trim();
    let token = match text.split_once(' ') {
        Some((scheme, token)) if scheme.eq_ignore_ascii_case("bearer") => token.trim(),
        _ => text,
    };
    let claims = verify(&storage.verifier, token)?;
    Ok(Caller { claims, request: Arc::new(RequestContext::new(request, token)) })
}

fn verify(verifier: &Verifier, token: &str) -> Result<Claims> {
    verifier.verify(token).map_err(|_| Error::AccessDenied(reason(token).to_owned()))
}

/// Why a token was refused. It is read unverified, for this sentence alone.
fn reason(token: &str) -> &'static str {
    let mut parts = token.split('.');
    let (Some(_), Some(payload), Some(_), None) = (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return "Invalid Compact JWS";
    };
    let claims = BASE64_URL_SAFE_NO_PAD
        .decode(payload)
        .ok()
        .and_then(|json| serde_json::from_slice::<Value>(&json).ok());
    let expires = claims.as_ref().and_then(|claims| claims.get("exp")).and_then(Value::as_i64);
    match (claims, expires) {
        (None, _) => "Invalid Compact JWS",
        (_, Some(expires)) if expires <= chrono::Utc::now().timestamp() => {
            "\"exp\" claim timestamp check failed"
        }
        _ => "signature verification failed",
    }
}
