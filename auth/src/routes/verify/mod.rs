//! `/verify`: proves an address or a number by its code. `GET` is the link in a mail, which ends with a redirect to the
//! client; `POST` takes the digits or the link's token and answers with a session.
//!
//! - [`kind`]: the parameter `type`. [`lookup`]: the account of a token. [`outcome`]: what a proof changes.

mod kind;
mod lookup;
mod outcome;

use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Payload, Query};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::json;

use self::kind::VerificationKind;
use self::lookup::Proof;
use self::outcome::Outcome;
use crate::app_state::AppState;
use crate::body;
use crate::client_context::ClientContext;
use crate::email_address;
use crate::error::{Error, ErrorCode, Result};
use crate::pkce;
use crate::redirect::{with_fragment, with_query};
use crate::session::Session;
use crate::sign_in::{SignIn, start_session};

const CONFIRM_OTHER_ADDRESS: &str =
    "Confirmation link accepted. Please proceed to confirm link sent to the other email";

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct Parameters {
    r#type: String,
    token: String,
    token_hash: String,
    email: String,
    phone: String,
    redirect_to: String,
}

/// The response to a verification.
enum Verified {
    Session(Box<Session>),
    /// The code of a flow with PKCE.
    Code(String),
    /// The other address has to confirm, too.
    HalfConfirmed,
}

pub(super) async fn follow_link(
    state: Data<AppState>,
    request: HttpRequest,
    parameters: Query<Parameters>,
) -> Result<HttpResponse> {
    let client = ClientContext::of_request(&request);
    state.settings.rate_limits.verify(client.rate_limit_key).record(&state.database).await?;
    if parameters.r#type.is_empty() {
        return Err(Error::invalid("Verify requires a verification type"));
    }
    if parameters.token.is_empty() {
        return Err(Error::invalid("Verify requires a token or a token hash"));
    }
    let page = state.settings.redirects.destination(&request);
    let uses_pkce = parameters.token.starts_with(pkce::TOKEN_PREFIX);
    let kind = VerificationKind::from_name(&parameters.r#type);
    let proof = Proof::Hash(parameters.token.clone());
    let verified = match kind.filter(|kind| !kind.is_by_phone()) {
        Some(kind) => complete(&state, kind, &proof, uses_pkce, &client).await,
        None => Err(Error::invalid("Invalid email verification type")),
    };
    let location = match verified {
        Ok(Verified::Session(session)) => session_redirect(&page, &session, &parameters.r#type),
        Ok(Verified::Code(code)) => with_query(&page, &[("code", &code)]),
        Ok(Verified::HalfConfirmed) => {
            let message = [("message", CONFIRM_OTHER_ADDRESS)];
            let page = if uses_pkce { with_query(&page, &message) } else { page };
            with_fragment(&page, &message)
        }
        Err(error @ Error::Rejected { .. }) => error_redirect(&page, &error, uses_pkce),
        Err(error) => return Err(error),
    };
    Ok(HttpResponse::SeeOther().insert_header((LOCATION, location)).finish())
}

pub(super) async fn verify(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let client = ClientContext::of_request(&request);
    let limits = state.settings.rate_limits;
    limits.verify(client.rate_limit_key).record(&state.database).await?;
    let parameters: Parameters = body::json(payload).await?;
    if parameters.r#type.is_empty() {
        return Err(Error::invalid("Verify requires a verification type"));
    }
    let kind = VerificationKind::from_name(&parameters.r#type);
    let proof = proof(&parameters)?;
    let is_hash = matches!(proof, Proof::Hash(_));
    if let Proof::Digits { address, .. } = &proof {
        limits.verify_digits(address).record(&state.database).await?;
    }
    let Some(kind) = kind.filter(|kind| !(is_hash && kind.is_by_phone())) else {
        return Err(Error::invalid(if is_hash {
            "Invalid email verification type"
        } else {
            "Unsupported verification type"
        }));
    };
    match complete(&state, kind, &proof, false, &client).await? {
        Verified::Session(session) => Ok(session.response()),
        _ => Ok(HttpResponse::Ok().json(json!({ "msg": CONFIRM_OTHER_ADDRESS, "code": "200" }))),
    }
}

fn proof(parameters: &Parameters) -> Result<Proof> {
    let Parameters { token, token_hash, email, phone, redirect_to, .. } = parameters;
    if token.is_empty() == token_hash.is_empty() {
        return Err(Error::invalid("Verify requires either a token or a token hash"));
    }
    if token.is_empty() {
        if !(email.is_empty() && phone.is_empty() && redirect_to.is_empty()) {
            return Err(Error::invalid("Only the token_hash and type should be provided"));
        }
        return Ok(Proof::Hash(token_hash.clone()));
    }
    match (email.as_str(), phone.as_str()) {
        ("", phone) if !phone.is_empty() => {
            Ok(Proof::Digits { address: email_address::phone(phone)?, digits: token.clone() })
        }
        (email, "") if !email.is_empty() => {
            let address = email_address::email(email)
                .map_err(|_| Error::unprocessable(ErrorCode::ValidationFailed, "Invalid email format"))?;
            Ok(Proof::Digits { address, digits: token.clone() })
        }
        _ => {
            let message = "Only an email address or phone number should be provided on verify";
            Err(Error::invalid(message))
        }
    }
}

/// Checks the proof and applies it. The account is locked meanwhile, so that a code works once.
async fn complete(
    state: &AppState,
    kind: VerificationKind,
    proof: &Proof,
    uses_pkce: bool,
    client: &ClientContext,
) -> Result<Verified> {
    let user_id = lookup::find_account(state, kind, proof).await?;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let (user, token, kind) = lookup::check(state, &transaction, user_id, kind, proof).await?;
    let outcome = outcome::apply(state, &transaction, &user, kind, token, uses_pkce, client).await?;
    let verified = match outcome {
        Outcome::HalfConfirmed => Verified::HalfConfirmed,
        Outcome::Confirmed if uses_pkce => {
            let code = transaction.issue_code(user.id, kind.authentication_method()).await?;
            Verified::Code(code.ok_or_else(|| {
                let message = "No associated flow state found. No valid flow state found for user.";
                Error::bad_request(ErrorCode::FlowStateNotFound, message)
            })?)
        }
        Outcome::Confirmed => {
            let user = transaction.lock_user(user.id).await?.ok_or_else(lookup::expired)?;
            let sign_in = SignIn { user, method: "otp", provider: None, verified_hash: None };
            let session = start_session(state, &transaction, sign_in, client).await?;
            Verified::Session(Box::new(session.ok_or_else(lookup::expired)?))
        }
    };
    transaction.commit().await?;
    drop(connection);
    if !matches!(verified, Verified::HalfConfirmed) {
        outcome::notify(state, &user, kind).await;
    }
    Ok(verified)
}

fn session_redirect(page: &str, session: &Session, kind: &str) -> String {
    let mut parameters = session.redirect_parameters();
    parameters.push(("type", kind.to_owned()));
    with_fragment(page, &parameters)
}

/// The page with the error in its fragment and, for PKCE, also in its query.
fn error_redirect(page: &str, error: &Error, uses_pkce: bool) -> String {
    let code = error.code().map(ErrorCode::name).unwrap_or_default();
    let description = error.to_string();
    let mut parameters = Vec::new();
    if let Some(name) = error.oauth_error() {
        parameters.push(("error", name));
    }
    parameters.push(("error_code", code.as_str()));
    parameters.push(("error_description", description.as_str()));
    if uses_pkce {
        with_fragment(&with_query(page, &parameters), &parameters)
    } else {
        with_fragment(page, &parameters)
    }
}
