//! `GET /authorize` and `GET /user/identities/authorize`: begin a sign-in with a provider, or the linking of an identity.

use actix_web::http::header::LOCATION;
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine as _;
use base64::prelude::BASE64_URL_SAFE_NO_PAD;
use rand::Rng;
use serde_json::json;
use sha2::{Digest, Sha256};
use url::form_urlencoded;
use uuid::Uuid;

use crate::app_state::AppState;
use crate::authentication::require_user;
use crate::database::NewFlowState;
use crate::error::{Error, ErrorCode, Result};
use crate::external::{Provider, RESERVED_PARAMETERS};
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
    let method = parameters.value("code_challenge_method");
    let challenge = Challenge::of_request(method, parameters.value("code_challenge"))?;
    let verifier = provider.requires_pkce.then(new_verifier);
    let destination = state.settings.redirects.destination(request);

    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let verifier_id = match &verifier {
        Some(verifier) => Some(transaction.insert_code_verifier(&provider.name, verifier).await?),
        None => None,
    };
    let flow = NewFlowState {
        challenge: challenge.as_ref(),
        provider_type: &provider.name,
        authentication_method: "oauth",
        referrer: Some(&destination),
        oauth_client_state_id: verifier_id,
        linking_target_id: target,
        email_optional: provider.email_optional,
        ..NewFlowState::default()
    };
    let id = transaction.insert_flow_state(&flow).await?;
    transaction.commit().await?;

    let challenge =
        verifier.map(|verifier| BASE64_URL_SAFE_NO_PAD.encode(Sha256::digest(verifier.as_bytes())));
    let url = provider.authorization_url(&id.to_string(), challenge.as_deref(), &parameters.for_provider());
    url.map_err(Error::internal)
}

/// A random code verifier of 43 characters (RFC 7636, section 4.1).
fn new_verifier() -> String {
    let mut random = [0; 32];
    rand::rng().fill_bytes(&mut random);
    BASE64_URL_SAFE_NO_PAD.encode(random)
}
