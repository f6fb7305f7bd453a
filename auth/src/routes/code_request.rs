//! Requests for a code or a link: `POST /otp`, `/magiclink`, `/recover` and `/resend`. They count for one limit, may need
//! a captcha, and may begin a flow with PKCE.

use actix_web::HttpRequest;
use actix_web::web::Payload;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::app_state::AppState;
use crate::captcha::protected_json;
use crate::client_context::ClientContext;
use crate::error::Result;
use crate::pkce::Challenge;
use crate::registration::ConfirmationRequest;

/// A request with its body.
pub(super) struct CodeRequest<T> {
    pub body: T,
    /// The challenge of a client that uses PKCE.
    pub challenge: Option<Challenge>,
    /// The final redirect target of the link in the mail.
    pub redirect_to: String,
    pub client: ClientContext,
}

#[derive(Deserialize)]
struct Fields<T> {
    #[serde(default)]
    code_challenge: String,
    #[serde(default)]
    code_challenge_method: String,
    #[serde(flatten)]
    body: T,
}

impl<T: DeserializeOwned> CodeRequest<T> {
    /// Counts the request for the limit, and reads its body.
    ///
    /// # Errors
    /// 429 over the limit; 400 without a required captcha, and for an invalid body or challenge.
    pub async fn read(state: &AppState, request: &HttpRequest, payload: Payload) -> Result<CodeRequest<T>> {
        let client = ClientContext::of_request(request);
        state.settings.rate_limits.otp(client.rate_limit_key).record(&state.database).await?;
        let fields: Fields<T> = protected_json(state, request, payload).await?;
        Ok(CodeRequest {
            challenge: Challenge::of_request(&fields.code_challenge_method, &fields.code_challenge)?,
            body: fields.body,
            redirect_to: state.settings.redirects.destination(request),
            client,
        })
    }
}

impl<T> CodeRequest<T> {
    pub fn confirmation(&self) -> ConfirmationRequest<'_> {
        let CodeRequest { challenge, redirect_to, client, .. } = self;
        ConfirmationRequest { challenge: challenge.as_ref(), redirect_to, client }
    }
}
