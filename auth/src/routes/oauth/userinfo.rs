//! `GET /oauth/userinfo` (OpenID Connect Core 1.0, section 5.3): the claims about an access token's account that its
//! scopes include.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::{Map, json};

use super::profile::profile_claims;
use crate::app_state::AppState;
use crate::authentication::require_user;
use crate::error::Result;
use crate::models::has_scope;
use crate::routes::admin::oauth_clients::require_oauth_server;

pub(super) async fn userinfo(state: Data<AppState>, request: HttpRequest) -> Result<HttpResponse> {
    require_oauth_server(&state)?;
    let signed_in = require_user(&state, &request).await?;
    let scope = match signed_in.session_id {
        Some(id) => state.database.connection().await?.session_scope(id).await?,
        None => String::new(),
    };
    let user = &signed_in.user;
    let mut claims = Map::new();
    if has_scope(&scope, "profile") {
        claims = profile_claims(user);
        claims.insert("user_metadata".to_owned(), json!(user.user_metadata));
    }
    claims.insert("sub".to_owned(), json!(user.id));
    let contacts = [
        ("email", "email_verified", &user.email, user.email_confirmed_at),
        ("phone", "phone_verified", &user.phone, user.phone_confirmed_at),
    ];
    for (name, verified, contact, confirmed_at) in
        contacts.into_iter().filter(|contact| has_scope(&scope, contact.0))
    {
        if let Some(contact) = contact.as_ref().filter(|contact| !contact.is_empty()) {
            claims.insert(name.to_owned(), json!(contact));
        }
        if confirmed_at.is_some() {
            claims.insert(verified.to_owned(), json!(true));
        }
    }
    Ok(HttpResponse::Ok().json(claims))
}
