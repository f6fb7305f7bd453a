//! A client of the auth service, `auth/v1` at the gateway, which has the accounts, the sessions and the rate limits.

use crate::auth_error::AuthServiceError;
use actix_web::dev::Payload;
use actix_web::web::Bytes;
use actix_web::{FromRequest, HttpRequest};
use functions_shared::{Gateway, GatewayResponse};
use http_body_util::Full;
use hyper::Method;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, USER_AGENT};
use serde_json::{Value, json};
use service_kit::environment::{Environment, EnvironmentError};
use service_kit::{Error, RequestError};
use std::future::{Ready, ready};
use std::net::IpAddr;
use uuid::Uuid;

const PREFIX: &str = "/auth/v1";
/// Bytes. An account with much metadata.
const MAX_RESPONSE: usize = 4 * 1024 * 1024;

#[derive(Clone)]
pub(crate) struct AuthService {
    gateway: Gateway,
    anon_key: String,
    service_key: String,
}

/// The client of this function, for the auth service's limits and list of sessions.
#[derive(Clone, Copy)]
pub(crate) struct Device<'a> {
    pub(crate) address: IpAddr,
    /// The `User-Agent`.
    pub(crate) agent: Option<&'a str>,
}

/// The header `Authorization` of the request. The extractor of the person has verified its token.
pub(crate) struct Bearer(String);

/// An account, as the auth service presents it to its owner.
pub(crate) struct Account {
    /// The e-mail address; empty for an account without one.
    pub(crate) email: String,
    /// The whole response.
    pub(crate) all: Value,
}

impl Account {
    fn new(all: Value) -> Account {
        let email = all.get("email").and_then(Value::as_str).unwrap_or_default().to_owned();
        Account { email, all }
    }

    /// Whether the account has a second factor.
    pub(crate) fn has_verified_factor(&self) -> bool {
        let factors = self.all.get("factors").and_then(Value::as_array);
        factors.is_some_and(|factors| factors.iter().any(|factor| factor["status"] == "verified"))
    }
}

impl AuthService {
    pub(crate) fn from_environment(environment: &Environment) -> Result<AuthService, EnvironmentError> {
        Ok(AuthService {
            gateway: Gateway::from_environment(environment)?,
            anon_key: environment.required("SUPABASE_ANON_KEY")?.to_owned(),
            service_key: environment.required("SUPABASE_SERVICE_ROLE_KEY")?.to_owned(),
        })
    }

    /// The account of a token.
    ///
    /// # Errors
    /// `Unauthorized` when its session has ended.
    pub(crate) async fn account(&self, bearer: &Bearer) -> Result<Account, AuthServiceError> {
        let call = Call { method: Method::GET, path: "/user", authorization: bearer.0.clone(), body: None };
        let response = self.send(call, None).await?;
        let account = serde_json::from_slice(&response.body).map_err(AuthServiceError::Unreadable)?;
        Ok(Account::new(account))
    }

    /// Verifies a password by signing in with it.
    pub(crate) async fn sign_in(
        &self,
        email: &str,
        password: &str,
        device: Device<'_>,
    ) -> Result<(), AuthServiceError> {
        let body = Some(json!({ "email": email, "password": password }));
        let path = "/token?grant_type=password";
        let call = Call { method: Method::POST, path, authorization: self.service_authorization(), body };
        self.send(call, Some(device)).await.map(drop)
    }

    pub(crate) async fn delete_account(&self, id: Uuid) -> Result<(), AuthServiceError> {
        let path = format!("/admin/users/{id}");
        let authorization = self.service_authorization();
        let call = Call { method: Method::DELETE, path: &path, authorization, body: Some(json!({})) };
        self.send(call, None).await.map(drop)
    }

    fn service_authorization(&self) -> String {
        format!("Bearer {}", self.service_key)
    }

    async fn send(
        &self,
        call: Call<'_>,
        device: Option<Device<'_>>,
    ) -> Result<GatewayResponse, AuthServiceError> {
        let mut request = self
            .gateway
            .request(call.method, &format!("{PREFIX}{}", call.path))
            // Not the service key: the gateway rejects it from a browser, and the user agent below may be a browser's.
            .header("apikey", &self.anon_key)
            .header(AUTHORIZATION, call.authorization)
            .header("x-supabase-api-version", "2024-01-01")
            .header(CONTENT_TYPE, "application/json");
        if let Some(device) = device {
            request = request.header("sb-forwarded-for", device.address.to_string());
            if let Some(agent) = device.agent {
                request = request.header(USER_AGENT, agent);
            }
        }
        let body = call.body.map(|body| body.to_string()).unwrap_or_default();
        let response = self.gateway.send(request.body(Full::new(Bytes::from(body))), MAX_RESPONSE).await?;
        if response.status.is_success() { Ok(response) } else { Err(AuthServiceError::rejected(&response)) }
    }
}

struct Call<'a> {
    method: Method,
    path: &'a str,
    authorization: String,
    body: Option<Value>,
}

impl FromRequest for Bearer {
    type Error = Error;
    type Future = Ready<Result<Bearer, Error>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let header = request.headers().get(AUTHORIZATION.as_str()).and_then(|value| value.to_str().ok());
        ready(header.map(|value| Bearer(value.to_owned())).ok_or_else(|| RequestError::Unauthorized.into()))
    }
}
