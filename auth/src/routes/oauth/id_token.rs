//! ID tokens (OpenID Connect Core 1.0, section 2): the account that signed in, for a client with the scope `openid`.

use chrono::{TimeDelta, Utc};
use serde_json::{Map, Value, json};

use super::profile::profile_claims;
use crate::app_state::AppState;
use crate::database::Authorization;
use crate::error::{Error, Result};
use crate::models::{User, has_scope};

const LIFETIME: TimeDelta = TimeDelta::hours(1);

/// The ID token for an approved request. Its claims are those of the granted scopes.
///
/// # Errors
/// When signing fails.
pub(super) fn sign(state: &AppState, user: &User, authorization: &Authorization) -> Result<String> {
    let now = Utc::now();
    let has = |scope| has_scope(&authorization.scope, scope);
    let mut claims = if has("profile") { profile_claims(user) } else { Map::new() };
    let mut insert = |name: &str, value: Value| claims.insert(name.to_owned(), value);
    insert("iss", json!(state.settings.issuer));
    insert("sub", json!(user.id));
    insert("aud", json!(authorization.client_id));
    insert("client_id", json!(authorization.client_id));
    insert("iat", json!(now.timestamp()));
    insert("exp", json!((now + LIFETIME).timestamp()));
    insert("auth_time", json!(user.last_sign_in_at.unwrap_or(now).timestamp()));
    if let Some(nonce) = &authorization.nonce {
        insert("nonce", json!(nonce));
    }
    let email = user.email.as_ref().filter(|email| has("email") && !email.is_empty());
    if let Some(email) = email {
        insert("email", json!(email));
    }
    let phone = user.phone.as_ref().filter(|phone| has("phone") && !phone.is_empty());
    if let Some(phone) = phone {
        insert("phone_number", json!(phone));
    }
    insert("email_verified", json!(has("email") && user.email_confirmed_at.is_some()));
    insert("phone_number_verified", json!(has("phone") && user.phone_confirmed_at.is_some()));
    state.signer.sign(&claims).map_err(|error| Error::internal(error.to_string()))
}
