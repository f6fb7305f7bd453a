//! A client of the auth service, `auth/v1` at the gateway, which has the accounts, the sessions and the rate limits.
//!
//! Requests carry the service key and the address of this function's client, so that limits count the true client, and
//! its `User-Agent`, which the person's list of sessions shows.

use crate::account::Account;
use crate::auth_error::AuthServiceError;
use actix_web::web::Bytes;
use functions_shared::{Gateway, GatewayResponse};
use http_body_util::Full;
use hyper::Method;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE, USER_AGENT};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use service_kit::environment::{Environment, EnvironmentError};
use std::net::IpAddr;
use uuid::Uuid;

const PREFIX: &str = "/auth/v1";
/// Bytes. An account with much metadata and a token that repeats it.
const MAX_RESPONSE: usize = 4 * 1024 * 1024;

#[derive(Clone)]
pub(crate) struct AuthService {
    gateway: Gateway,
    anon_key: String,
    service_key: String,
}

/// The client of this function, on whose behalf the auth service is asked.
#[derive(Clone, Copy)]
pub(crate) struct Device<'a> {
    pub(crate) address: IpAddr,
    /// The `User-Agent`.
    pub(crate) agent: Option<&'a str>,
}

/// The tokens of a session.
#[derive(Deserialize, Serialize)]
pub(crate) struct Session {
    pub(crate) access_token: String,
    token_type: String,
    expires_in: u32,
    expires_at: i64,
    refresh_token: String,
}

/// The response to a sign-in.
#[derive(Deserialize)]
pub(crate) struct SignedIn {
    #[serde(flatten)]
    pub(crate) session: Session,
    pub(crate) user: Account,
}

/// The response to a sign-up: the account alone while its address waits for a confirmation.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum SignedUp {
    Confirmed(Box<SignedIn>),
    Unconfirmed(Box<Account>),
}

/// Credentials and metadata of a new account.
pub(crate) struct SignUp<'a> {
    pub(crate) email: &'a str,
    pub(crate) password: &'a str,
    pub(crate) metadata: Value,
}

impl AuthService {
    pub(crate) fn from_environment(environment: &Environment) -> Result<AuthService, EnvironmentError> {
        Ok(AuthService {
            gateway: Gateway::from_environment(environment)?,
            anon_key: environment.required("SUPABASE_ANON_KEY")?.to_owned(),
            service_key: environment.required("SUPABASE_SERVICE_ROLE_KEY")?.to_owned(),
        })
    }

    pub(crate) async fn sign_up(
        &self,
        sign_up: &SignUp<'_>,
        device: Device<'_>,
    ) -> Result<SignedUp, AuthServiceError> {
        let body = json!({ "email": sign_up.email, "password": sign_up.password, "data": sign_up.metadata });
        read(self.send(Call::post("/signup", body), Some(device)).await?)
    }

    pub(crate) async fn sign_in(
        &self,
        email: &str,
        password: &str,
        device: Device<'_>,
    ) -> Result<SignedIn, AuthServiceError> {
        let body = json!({ "email": email, "password": password });
        read(self.send(Call::post("/token?grant_type=password", body), Some(device)).await?)
    }

    /// Ends the session of an access token.
    pub(crate) async fn sign_out(&self, access_token: &str) -> Result<(), AuthServiceError> {
        let call = Call { bearer: Some(access_token), ..Call::post("/logout?scope=local", json!({})) };
        self.send(call, None).await.map(drop)
    }

    pub(crate) async fn delete_account(&self, id: Uuid) -> Result<(), AuthServiceError> {
        let path = format!("/admin/users/{id}");
        let call = Call { method: Method::DELETE, path: &path, bearer: None, body: json!({}) };
        self.send(call, None).await.map(drop)
    }

    /// Sends a call. `device` is the client on whose behalf it is made.
    async fn send(
        &self,
        call: Call<'_>,
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
        let request = request.body(Full::new(Bytes::from(call.body.to_string())));
        let response = self.gateway.send(request, MAX_RESPONSE).await?;
        if response.status.is_success() { Ok(response) } else { Err(AuthServiceError::rejected(&response)) }
    }
}

struct Call<'a> {
    method: Method,
    path: &'a str,
    /// The token of a person; the service key by default.
    bearer: Option<&'a str>,
    body: Value,
}

impl<'a> Call<'a> {
    fn post(path: &'a str, body: Value) -> Call<'a> {
        Call { method: Method::POST, path, bearer: None, body }
    }
}

fn read<T: DeserializeOwned>(response: GatewayResponse) -> Result<T, AuthServiceError> {
    serde_json::from_slice(&response.body).map_err(AuthServiceError::Unreadable)
}
