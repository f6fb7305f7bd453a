//! `GET /settings`: the enabled ways to sign up and in.

use actix_web::HttpResponse;
use actix_web::web::Data;
use serde_json::{Map, Value, json};

use crate::app_state::AppState;
use crate::external::PROVIDERS;

pub(super) async fn settings(state: Data<AppState>) -> HttpResponse {
    let settings = &state.settings;
    let mut external: Map<String, Value> =
        PROVIDERS.iter().map(|name| ((*name).to_owned(), Value::Bool(false))).collect();
    for name in settings.external.providers.keys() {
        external.insert(name.clone(), Value::Bool(true));
    }
    external.insert("anonymous_users".to_owned(), settings.is_anonymous_enabled.into());
    external.insert("email".to_owned(), settings.is_email_enabled.into());
    external.insert("phone".to_owned(), settings.is_phone_enabled.into());
    HttpResponse::Ok().json(json!({
        "external": external,
        "disable_signup": settings.is_signup_disabled,
        "mailer_autoconfirm": settings.confirms_email,
        "phone_autoconfirm": settings.confirms_phone,
        "sms_provider": "",
        "saml_enabled": false,
        "saml_private_key_next_configured": false,
        "passkeys_enabled": settings.web_authn.are_passkeys_enabled,
    }))
}
