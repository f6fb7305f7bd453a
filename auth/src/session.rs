//! The response of every sign-in: Supabase's `Session` object.

use actix_web::HttpResponse;
use actix_web::http::header::{CACHE_CONTROL, PRAGMA};
use serde::Serialize;
use uuid::Uuid;

use crate::models::User;

/// A session with its tokens.
#[derive(Serialize)]
pub(crate) struct Session {
    pub access_token: String,
    token_type: &'static str,
    /// Seconds.
    expires_in: u32,
    /// Unix time.
    expires_at: i64,
    pub refresh_token: String,
    /// The tokens of an external provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_token: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub provider_refresh_token: Option<String>,
    pub user: User,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub weak_password: Option<WeakPassword>,
    /// Headers of the response: the account, the session, and the refresh token without its secret part.
    #[serde(skip)]
    headers: Vec<(&'static str, String)>,
}

/// A warning that the password of a sign-in does not meet the current rules.
#[derive(Serialize)]
pub(crate) struct WeakPassword {
    pub message: String,
    pub reasons: Vec<&'static str>,
}

/// The tokens of a client of the OAuth server (RFC 6749, section 5.1).
#[derive(Serialize)]
struct ApplicationTokens<'a> {
    access_token: &'a str,
    token_type: &'a str,
    /// Seconds.
    expires_in: u32,
    refresh_token: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    id_token: Option<String>,
}

impl Session {
    /// A session with an access token that expires at `expires_at` (Unix time), in `expires_in` seconds.
    pub fn new(
        access_token: String,
        expires_in: u32,
        expires_at: i64,
        refresh_token: String,
        user: User,
    ) -> Session {
        Session {
            access_token,
            token_type: "bearer",
            expires_in,
            expires_at,
            refresh_token,
            provider_token: None,
            provider_refresh_token: None,
            user,
            weak_password: None,
            headers: Vec::new(),
        }
    }

    /// Names the account and the session in the response's headers, beside `headers`, which are about the refresh token.
    pub fn with_headers(mut self, session_id: Uuid, headers: Vec<(&'static str, String)>) -> Session {
        self.headers = headers;
        self.headers.push(("sb-auth-user-id", self.user.id.to_string()));
        self.headers.push(("sb-auth-session-id", session_id.to_string()));
        self
    }

    /// The session as parameters of a redirect's fragment.
    pub fn redirect_parameters(&self) -> Vec<(&'static str, String)> {
        let mut parameters = vec![
            ("access_token", self.access_token.clone()),
            ("expires_at", self.expires_at.to_string()),
            ("expires_in", self.expires_in.to_string()),
            ("refresh_token", self.refresh_token.clone()),
            ("token_type", self.token_type.to_owned()),
        ];
        let provider = [
            ("provider_token", &self.provider_token),
            ("provider_refresh_token", &self.provider_refresh_token),
        ];
        parameters.extend(provider.into_iter().filter_map(|(name, token)| Some((name, token.clone()?))));
        parameters
    }

    /// 200 with the session, and headers that forbid caching.
    pub fn response(&self) -> HttpResponse {
        self.respond_with(self)
    }

    /// 200 with only the tokens, as a client of the OAuth server gets them, and with its ID token.
    pub fn application_response(&self, id_token: Option<String>) -> HttpResponse {
        self.respond_with(&ApplicationTokens {
            access_token: &self.access_token,
            token_type: self.token_type,
            expires_in: self.expires_in,
            refresh_token: &self.refresh_token,
            id_token,
        })
    }

    fn respond_with(&self, body: &impl Serialize) -> HttpResponse {
        let mut response = HttpResponse::Ok();
        response.insert_header((CACHE_CONTROL, "no-store")).insert_header((PRAGMA, "no-cache"));
        for (name, value) in &self.headers {
            response.insert_header((*name, value.as_str()));
        }
        response.json(body)
    }
}
