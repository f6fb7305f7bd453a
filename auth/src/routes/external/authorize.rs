//! `GET /authorize` and `GET /user/identities/authorize`: begin a sign-in with a provider, or the linking of an identity.

use actix_web::http::header::LOCATION;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;
use url::form_urlencoded;
use uuid::Uuid;

use crate::app_state::AppState;
use crate::authentication::require_user;
use crate::database::NewFlowState;
use crate::error::{Error, ErrorCode, Result};
use crate::external::{Provider, RESERVED_PARAMETERS, invitation};
use crate::pkce::Challenge;

/// Parameters of the request that are for this service. All others are passed to the provider.
const OWN_PARAMETERS: [&str; 6] =
    ["provider", "scopes", "redirect_to", "invite_token", "skip_http_redirect", "apikey"];

pub(super) async fn authorize(state: Data<AppState>, request: HttpRequest) -> Result<HttpResponse> {
    let url = begin(&state, &request, None).await?;
    Ok(HttpResponse::Found().insert_header((LOCATION, url)).finish())
}

pub(super) async fn link(state: Data<AppState>, request: HttpRequest) -> Result<HttpResponse> {
    let signed_in = require_user(&state, &request).await?;
    if !state.settings.external.allows_manual_linking {
        let message = "Manual linking is disabled";
        return Err(Error::not_found(ErrorCode::ManualLinkingDisabled, message));
    }
    let url = begin(&state, &request, Some(signed_in.user.id)).await?;
    let parameters = Parameters::of_request(&request);
    if parameters.value("skip_http_redirect") == "true" {
        return Ok(HttpResponse::Ok().json(json!({ "url": url })));
    }
    Ok(HttpResponse::Found().insert_header((LOCATION, url)).finish())
}

/// The query of a request.
struct Parameters(Vec<(String, String)>);

impl Parameters {
    fn of_request(request: &HttpRequest) -> Parameters {
        Parameters(form_urlencoded::parse(request.query_string().as_bytes()).into_owned().collect())
    }

    fn value(&self, name: &str) -> &str {
        self.0.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value)
    }

    /// Parameters for the provider. They may set a nonce, which only the client can check.
    fn for_provider(&self) -> Vec<(String, String)> {
        let is_passed = |name: &str| {
            let lower = name.to_lowercase();
            lower == "nonce"
                || !OWN_PARAMETERS.contains(&lower.as_str()) && !RESERVED_PARAMETERS.contains(&lower.as_str())
        };
        self.0.iter().filter(|(name, _)| is_passed(name)).cloned().collect()
    }
}

/// Stores the flow and returns the address of the provider's sign-in page.
async fn begin(state: &AppState, request: &HttpRequest, target: Option<Uuid>) -> Result<String> {
    let parameters = Parameters::of_request(request);
    if parameters.0.iter().any(|(_, value)| value.contains('\0')) {
        return Err(Error::invalid("The NUL character is not allowed"));
    }
    let provider = Provider::find(state, parameters.value("provider"), parameters.value("scopes")).await;
    let provider = provider.map_err(|error| error.into_error(ErrorCode::ValidationFailed))?;
    let invite_token = Some(parameters.value("invite_token")).filter(|token| !token.is_empty());
    if let Some(token) = invite_token
        && invitation::owner(state, token).await?.is_none()
    {
        return Err(Error::not_found(ErrorCode::UserNotFound, "User identified by token not found"));
    }
    let method = parameters.value("code_challenge_method");
    let challenge = Challenge::of_request(method, parameters.value("code_challenge"))?;
    let destination = state.settings.redirects.destination(request);
    let id = Uuid::new_v4();
    let page = provider.sign_in_page(id, &parameters.for_provider()).await.map_err(Error::internal)?;

    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let secret_id = match &page.secret {
        Some(secret) => Some(transaction.insert_sign_in_secret(&provider.name, secret).await?),
        None => None,
    };
    let flow = NewFlowState {
        id: Some(id),
        challenge: challenge.as_ref(),
        provider_type: &provider.name,
        authentication_method: "oauth",
        referrer: Some(&destination),
        oauth_client_state_id: secret_id,
        linking_target_id: target,
        invite_token,
        email_optional: provider.email_optional,
        ..NewFlowState::default()
    };
    transaction.insert_flow_state(&flow).await?;
    transaction.commit().await?;
    Ok(page.url)
}
