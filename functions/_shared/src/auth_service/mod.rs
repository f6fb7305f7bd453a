//! A client of the auth service, `auth/v1` at the gateway, which has the accounts, the sessions and the rate limits.
//!
//! A call carries the service key unless it names another token. With a [`Device`] it also carries the address of the
//! function's client, so that limits count the true client, and its `User-Agent`, which the person's list of sessions
//! shows.

mod error;

use crate::{Gateway, GatewayResponse};
use actix_web::web::Bytes;
pub use error::AuthServiceError;
use http_body_util::Full;
use hyper::Method;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, USER_AGENT};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use service_kit::environment::{Environment, EnvironmentError};
use std::net::IpAddr;
use uuid::Uuid;

const PREFIX: &str = "/auth/v1";
/// Bytes. An account with much metadata and a token that repeats it.
const MAX_RESPONSE: usize = 4 * 1024 * 1024;

/// The client. Clones share its connections.
#[derive(Clone)]
pub struct AuthService {
    gateway: Gateway,
    anon_key: String,
    service_key: String,
}

/// The client of a function, on whose behalf it calls the auth service.
#[derive(Clone, Copy)]
pub struct Device<'a> {
    /// Its address.
    pub address: IpAddr,
    /// The `User-Agent`.
    pub agent: Option<&'a str>,
}

/// A request to the auth service.
pub struct AuthCall<'a> {
    /// The method.
    pub method: Method,
    /// The path below `auth/v1`, with its query.
    pub path: &'a str,
    /// The token of a person; the service key by default.
    pub bearer: Option<&'a str>,
    /// The body, as JSON.
    pub body: Option<Value>,
}

impl<'a> AuthCall<'a> {
    /// A POST with the service key.
    pub fn post(path: &'a str, body: Value) -> AuthCall<'a> {
        AuthCall { method: Method::POST, path, bearer: None, body: Some(body) }
    }
}

impl AuthService {
    /// A client of the gateway at `SUPABASE_URL`, with `SUPABASE_ANON_KEY` and `SUPABASE_SERVICE_ROLE_KEY`.
    ///
    /// # Errors
    /// When a variable is missing or invalid.
    pub fn from_environment(environment: &Environment) -> Result<AuthService, EnvironmentError> {
        Ok(AuthService {
            gateway: Gateway::from_environment(environment)?,
            anon_key: environment.required("SUPABASE_ANON_KEY")?.to_owned(),
            service_key: environment.required("SUPABASE_SERVICE_ROLE_KEY")?.to_owned(),
        })
    }

    /// Signs in with a password, and returns the session and the account.
    ///
    /// # Errors
    /// When the auth service rejects the credentials or does not answer.
    pub async fn sign_in<T: DeserializeOwned>(
        &self,
        email: &str,
        password: &str,
        device: Device<'_>,
    ) -> Result<T, AuthServiceError> {
        let body = json!({ "email": email, "password": password });
        self.read(AuthCall::post("/token?grant_type=password", body), Some(device)).await
    }

    /// Deletes an account.
    ///
    /// # Errors
    /// When the auth service does not do it.
    pub async fn delete_account(&self, id: Uuid) -> Result<(), AuthServiceError> {
        let path = format!("/admin/users/{id}");
        let call = AuthCall { method: Method::DELETE, path: &path, bearer: None, body: Some(json!({})) };
        self.send(call, None).await.map(drop)
    }

    /// Sends a call and parses the body of its response.
    ///
    /// # Errors
    /// When the response is not a success or has another form.
    pub async fn read<T: DeserializeOwned>(
        &self,
        call: AuthCall<'_>,
        device: Option<Device<'_>>,
    ) -> Result<T, AuthServiceError> {
        let response = self.send(call, device).await?;
        serde_json::from_slice(&response.body).map_err(AuthServiceError::Unreadable)
    }

    /// Sends a call.
    ///
    /// # Errors
    /// When the response is not a success.
    pub async fn send(
        &self,
        call: AuthCall<'_>,
        device: Option<Device<'_>>,
    ) -> Result<GatewayResponse, AuthServiceError> {
        let bearer = call.bearer.unwrap_or(&self.service_key);
        let mut request = self
            .gateway
            .request(call.method, &format!("{PREFIX}{}", call.path))
            // Not the service key: the gateway rejects it from a browser, and the user agent below may be a browser's.
            .header("apikey", &self.anon_key)
            .header(AUTHORIZATION, format!("Bearer {bearer}"))
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
