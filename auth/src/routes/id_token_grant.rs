//! `POST /token?grant_type=id_token`: signs in with the id token that an application got from a provider itself.

use actix_web::HttpRequest;
use actix_web::http::header::AUTHORIZATION;
use ring::digest::{SHA256, digest};
use serde::Deserialize;
use subtle::ConstantTimeEq;

use crate::app_state::AppState;
use crate::authentication::require_user;
use crate::client_context::ClientContext;
use crate::error::{Error, Result};
use crate::external::accounts::{self, Account};
use crate::external::identity_linking;
use crate::external::{Expected, IdToken, IdTokenIssuer, IssuerRequest, Person, ProviderError};
use crate::hooks;
use crate::mail::EmailKind;
use crate::notification::notify;
use crate::session::Session;
use crate::sign_in::{SignIn, start_session};

#[derive(Default, Deserialize)]
#[serde(default)]
pub(super) struct IdTokenBody {
    id_token: String,
    access_token: String,
    nonce: String,
    provider: String,
    client_id: String,
    issuer: String,
    link_identity: bool,
}

/// # Errors
/// 400 for an invalid token and an unknown provider, and the errors of `external::accounts`.
pub(super) async fn sign_in(
    state: &AppState,
    request: &HttpRequest,
    body: IdTokenBody,
    client: &ClientContext,
) -> Result<Session> {
    if body.id_token.is_empty() {
        return Err(invalid("id_token required"));
    }
    if body.provider.is_empty() && (body.client_id.is_empty() || body.issuer.is_empty()) {
        return Err(invalid("provider or client_id and issuer required"));
    }
    state.settings.rate_limits.refresh(client.rate_limit_key).record(&state.database).await?;
    let target = if body.link_identity {
        if !request.headers().contains_key(AUTHORIZATION) {
            return Err(invalid("Linking requires a valid user access token in Authorization"));
        }
        Some(require_user(state, request).await?.user.id)
    } else {
        None
    };
    let named = IssuerRequest {
        provider: &body.provider,
        issuer: &body.issuer,
        client_id: &body.client_id,
        id_token: &body.id_token,
    };
    let issuer = IdTokenIssuer::find(state, &named).await?;
    let token = verify(&issuer, &body).await?;
    if !issuer.skips_nonce_check {
        check_nonce(&token, &body.nonce)?;
    }
    let profile = issuer.dialect.of_id_token(&token);
    let person =
        Person { profile: &profile, provider: &issuer.provider, email_optional: issuer.email_optional };
    if target.is_none() {
        accounts::check_new(state, &person, client).await?;
    }

    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let (user, is_new, confirmation) = match target {
        Some(target) => {
            (identity_linking::link_to(state, &transaction, target, &person, client).await?, false, None)
        }
        None => match accounts::sign_in(state, &transaction, &person, client).await? {
            Account::Accepted { user, is_new, confirmation } => (user, is_new, confirmation),
            Account::Unconfirmed(confirmation) => {
                transaction.commit().await?;
                drop(connection);
                let page = state.settings.redirects.destination(request);
                return Err(confirmation.reject(state, &person, &page).await);
            }
        },
    };
    let sign_in = SignIn { user, method: "oauth", provider: Some(&issuer.provider), verified_hash: None };
    let session = start_session(state, &transaction, sign_in, client).await?;
    let session = session.ok_or_else(|| Error::internal("the account is gone"))?;
    transaction.commit().await?;
    drop(connection);
    if let Some(confirmation) = confirmation {
        confirmation.send(state, &state.settings.redirects.destination(request)).await;
    }
    if is_new {
        hooks::after_user_created(state, client, &session.user).await?;
    } else if target.is_some() {
        notify(state, EmailKind::IdentityLinked { provider: &issuer.provider }, &session.user).await;
    }
    Ok(session)
}

async fn verify(issuer: &IdTokenIssuer, body: &IdTokenBody) -> Result<IdToken> {
    let rejected = |cause: ProviderError| {
        tracing::info!(provider = issuer.provider, %cause, "an id token was not accepted");
        invalid("Bad ID token")
    };
    let jwks_uri = issuer.jwks_uri().await.map_err(|cause| {
        tracing::warn!(provider = issuer.provider, %cause, "an issuer's discovery document cannot be read");
        Error::failed("Unable to read the discovery document of the ID token's issuer")
    })?;
    // The audience is checked below, because its error names it.
    let expected = Expected { issuers: &[&issuer.issuer], audiences: &[] };
    let token =
        issuer.client.verify_id_token(&jwks_uri, &body.id_token, &expected).await.map_err(rejected)?;
    if !body.access_token.is_empty() {
        token.check_access_token(&body.access_token).map_err(rejected)?;
    }
    let audiences = token.audiences();
    if !issuer.client_ids.iter().any(|id| audiences.contains(&id.as_str())) {
        let description = format!("Unacceptable audience in id_token: [{}]", audiences.join(" "));
        return Err(Error::OAuth { error: "invalid request", description: description.into() });
    }
    Ok(token)
}

/// The token has the SHA-256 digest of the nonce, so that a stolen token is useless without it.
fn check_nonce(token: &IdToken, nonce: &str) -> Result<()> {
    let stated = token.text("nonce");
    if stated.is_empty() != nonce.is_empty() {
        return Err(invalid("Passed nonce and nonce in id_token should either both exist or not."));
    }
    if nonce.is_empty() {
        return Ok(());
    }
    let digest = digest(&SHA256, nonce.as_bytes());
    let computed: String = digest.as_ref().iter().map(|byte| format!("{byte:02x}")).collect();
    if bool::from(computed.as_bytes().ct_eq(stated.as_bytes())) {
        Ok(())
    } else {
        Err(Error::OAuth { error: "invalid nonce", description: "Nonces mismatch".into() })
    }
}

fn invalid(description: &'static str) -> Error {
    Error::OAuth { error: "invalid request", description: description.into() }
}
