//! `/callback`: the return from a provider. Ends with a redirect to the page that the client asked for, with a session
//! (implicit flow), a code (PKCE) or an error.

use actix_web::http::StatusCode;
use actix_web::http::header::LOCATION;
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use uuid::Uuid;

use super::returned::Return;
use crate::app_state::AppState;
use crate::body;
use crate::client_context::ClientContext;
use crate::database::{AuthTransaction, FlowState, NewFlowState, ProviderOutcome};
use crate::error::{Error, ErrorCode, Result};
use crate::external::accounts::{self, Account};
use crate::external::identity_linking;
use crate::external::invitation::{self, Invitation};
use crate::external::{Grant, Person, Profile, Provider, Tokens};
use crate::hooks;
use crate::mail::EmailKind;
use crate::models::User;
use crate::notification::notify;
use crate::redirect::{with_fragment, with_query};
use crate::session::Session;
use crate::sign_in::{SignIn, start_session};

/// Characters of the code in an error.
const CODE_PREFIX: usize = 4;

/// A failed sign-in.
enum Failure {
    /// The provider's own error.
    Provider {
        error: String,
        description: String,
    },
    Rejected(Error),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        Failure::Rejected(error)
    }
}

/// How a sign-in ends.
enum Outcome {
    Session(Box<Session>),
    Code(String),
}

pub(super) async fn from_query(state: Data<AppState>, request: HttpRequest) -> HttpResponse {
    let returned = Return::parse(request.query_string().as_bytes());
    answer(&state, &request, &returned).await
}

/// Apple's return: a form.
pub(super) async fn from_form(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let returned = Return::parse(&body::bytes(payload).await?);
    Ok(answer(&state, &request, &returned).await)
}

async fn answer(state: &AppState, request: &HttpRequest, returned: &Return) -> HttpResponse {
    let flow = match take_flow(state, &returned.state).await {
        Ok(flow) => flow,
        Err(error) => {
            let parameters = error_parameters(&Failure::Rejected(error));
            let url = with_query(&state.settings.redirects.site_url, &parameters);
            return redirect(StatusCode::SEE_OTHER, &url);
        }
    };
    let own = state.settings.external.redirect_url.as_ref().or(flow.referrer.as_ref());
    let destination = own.unwrap_or(&state.settings.redirects.site_url).clone();
    let url = match finish(state, request, flow, returned).await {
        Ok(Outcome::Code(code)) => with_query(&destination, &[("code", &code)]),
        Ok(Outcome::Session(session)) => with_fragment(&destination, &session.redirect_parameters()),
        Err(failure) => {
            let parameters = error_parameters(&failure);
            with_fragment(&with_query(&destination, &parameters), &parameters)
        }
    };
    redirect(StatusCode::FOUND, &url)
}

/// The flow of a state. It is removed, so that a state works once.
async fn take_flow(state: &AppState, text: &str) -> Result<FlowState> {
    if text.is_empty() {
        return Err(Error::bad_request(ErrorCode::BadOauthCallback, "OAuth state parameter missing"));
    }
    let bad_state = |message| Error::bad_request(ErrorCode::BadOauthState, message);
    let id = Uuid::try_parse(text).map_err(|_| bad_state("OAuth state parameter is invalid"))?;
    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let flow = transaction.take_provider_flow(id).await?;
    transaction.commit().await?;
    let flow = flow.ok_or_else(|| bad_state("OAuth state not found or expired"))?;
    if flow.is_expired(state.settings.flow_lifetime) {
        return Err(bad_state("OAuth state has expired"));
    }
    Ok(flow)
}

async fn finish(
    state: &AppState,
    request: &HttpRequest,
    flow: FlowState,
    returned: &Return,
) -> Result<Outcome, Failure> {
    if !returned.error.is_empty() {
        let (error, description) = (returned.error.clone(), returned.error_description.clone());
        return Err(Failure::Provider { error, description });
    }
    let Some(grant) = returned.grant() else {
        let message = "OAuth callback with missing authorization code missing";
        return Err(Error::bad_request(ErrorCode::BadOauthCallback, message).into());
    };
    let client = ClientContext::of_request(request);
    let (profile, tokens) = ask_provider(state, &flow, &grant, &returned.user).await?;
    if profile.emails.is_empty() && !flow.email_optional {
        return Err(Error::failed("Error getting user email from external provider").into());
    }
    let person =
        Person { profile: &profile, provider: &flow.provider_type, email_optional: flow.email_optional };
    let invitation = match &flow.invite_token {
        Some(token) if flow.linking_target_id.is_none() => Some(Invitation::find(state, token).await?),
        _ => None,
    };
    if flow.linking_target_id.is_none() && invitation.is_none() {
        accounts::check_new(state, &person, &client).await?;
    }

    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let page = flow.referrer.as_deref().unwrap_or_default();
    let (user, is_new, confirmation) = match (flow.linking_target_id, &invitation) {
        (Some(target), _) => {
            (identity_linking::link_to(state, &transaction, target, &person, &client).await?, false, None)
        }
        (None, Some(invitation)) => {
            (invitation::accept(state, &transaction, invitation, &person, &client).await?, false, None)
        }
        (None, None) => match accounts::sign_in(state, &transaction, &person, &client).await? {
            Account::Accepted { user, is_new, confirmation } => (user, is_new, confirmation),
            Account::Unconfirmed(confirmation) => {
                transaction.commit().await?;
                drop(connection);
                return Err(confirmation.reject(state, &person, page).await.into());
            }
        },
    };
    let owner = user.clone();
    let outcome = complete(state, &transaction, &flow, user, &tokens, &client).await?;
    transaction.commit().await?;
    drop(connection);
    if let Some(confirmation) = confirmation {
        confirmation.send(state, page).await;
    }
    if is_new {
        hooks::after_user_created(state, &client, &owner).await?;
    } else if flow.linking_target_id.is_some() {
        notify(state, EmailKind::IdentityLinked { provider: &flow.provider_type }, &owner).await;
    }
    Ok(outcome)
}

/// Exchanges the grant, and reads the person's profile. `user` is that field of Apple's form.
async fn ask_provider(
    state: &AppState,
    flow: &FlowState,
    grant: &Grant<'_>,
    user: &str,
) -> Result<(Profile, Tokens)> {
    let provider = Provider::find(state, &flow.provider_type, "").await;
    let provider = provider.map_err(|error| error.into_error(ErrorCode::OauthProviderNotSupported))?;
    let secret = match flow.oauth_client_state_id {
        Some(id) => {
            let mut connection = state.database.connection().await?;
            let transaction = connection.begin();
            let secret = transaction.take_sign_in_secret(id, &flow.provider_type).await?;
            transaction.commit().await?;
            let missing =
                || Error::unprocessable(ErrorCode::OauthClientStateNotFound, "OAuth state not found");
            Some(secret.ok_or_else(missing)?)
        }
        None => None,
    };
    let failed = |step: &str, cause: crate::external::ProviderError, message: String| {
        tracing::warn!(provider = flow.provider_type, step, %cause, "a provider's answer was not accepted");
        Error::failed(message)
    };
    let tokens = provider.exchange(grant, secret.as_deref()).await.map_err(|cause| {
        let message = match grant {
            Grant::Code(code) => {
                let prefix: String = code.chars().take(CODE_PREFIX).collect();
                format!("Unable to exchange external code: {prefix}")
            }
            Grant::RequestToken { .. } => "Unable to retrieve access token".to_owned(),
        };
        failed("exchange", cause, message)
    })?;
    let user = Some(user).filter(|user| !user.is_empty());
    let profile = provider.profile(&tokens, user).await.map_err(|cause| {
        failed("profile", cause, "Error getting user profile from external provider".to_owned())
    })?;
    Ok((profile, tokens))
}

/// Starts a session, or stores the code that the client exchanges for one.
async fn complete(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    flow: &FlowState,
    user: User,
    tokens: &Tokens,
    client: &ClientContext,
) -> Result<Outcome> {
    let gone = || Error::internal("the account is gone");
    if flow.challenge.is_some() {
        let completed = NewFlowState {
            challenge: flow.challenge.as_ref(),
            provider_type: &flow.provider_type,
            authentication_method: "oauth",
            user_id: Some(user.id),
            referrer: flow.referrer.as_deref(),
            email_optional: flow.email_optional,
            ..NewFlowState::default()
        };
        let id = transaction.insert_flow_state(&completed).await?;
        let outcome = ProviderOutcome {
            user_id: user.id,
            provider_access_token: &tokens.access_token,
            provider_refresh_token: &tokens.refresh_token,
        };
        let code = transaction.complete_flow_state(id, &outcome).await?.ok_or_else(gone)?;
        return Ok(Outcome::Code(code));
    }
    let sign_in = SignIn { user, method: "oauth", provider: Some(&flow.provider_type), verified_hash: None };
    let mut session = start_session(state, transaction, sign_in, client).await?.ok_or_else(gone)?;
    session.provider_token = Some(tokens.access_token.clone());
    session.provider_refresh_token = Some(tokens.refresh_token.clone()).filter(|token| !token.is_empty());
    Ok(Outcome::Session(Box::new(session)))
}

/// The parameters of a redirect after an error.
fn error_parameters(failure: &Failure) -> Vec<(&'static str, String)> {
    match failure {
        Failure::Provider { error, description } => {
            vec![("error", error.clone()), ("error_description", description.clone())]
        }
        Failure::Rejected(error) => error.redirect_parameters(),
    }
}

fn redirect(status: StatusCode, url: &str) -> HttpResponse {
    HttpResponse::build(status).insert_header((LOCATION, url)).finish()
}
