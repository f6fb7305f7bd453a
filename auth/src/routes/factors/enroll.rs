//! `POST /factors`: adds a factor, which counts once it is verified.

use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde::Deserialize;
use serde_json::{Value, json};
use url::Url;
use uuid::Uuid;

use super::lookup::require_permanent;
use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::authentication::{SignedIn, require_user};
use crate::body;
use crate::client_context::ClientContext;
use crate::database::{AuthTransaction, NewFactor};
use crate::email_address;
use crate::error::{Error, ErrorCode, Result};
use crate::mfa::{qr_code, totp};
use crate::models::{Factor, FactorType};

#[derive(Default, Deserialize)]
#[serde(default)]
struct Enrollment {
    friendly_name: String,
    factor_type: String,
    issuer: String,
    phone: String,
}

pub(super) async fn enroll(
    state: Data<AppState>,
    request: HttpRequest,
    payload: Payload,
) -> Result<HttpResponse> {
    let signed_in = require_user(&state, &request).await?;
    require_permanent(&signed_in)?;
    let client = ClientContext::of_request(&request);
    let body: Enrollment = body::json(payload).await?;
    let factor_type = check_type(&state, &body.factor_type)?;
    let id = Uuid::new_v4();
    let mut response = json!({ "id": id, "type": factor_type.name(), "friendly_name": body.friendly_name });
    let (mut secret, mut phone) = (None, None);
    match factor_type {
        FactorType::Totp => {
            let generated = totp::generate_secret();
            response["totp"] = totp_object(&state, &signed_in, &body.issuer, &generated)?;
            secret = Some(state.settings.column_keys.seal(id, &generated).map_err(Error::internal)?);
        }
        FactorType::Phone => {
            if body.phone.is_empty() {
                return Err(Error::invalid("Phone number required to enroll Phone factor"));
            }
            phone = Some(email_address::phone(&body.phone)?);
            response["phone"] = json!(body.phone);
        }
        FactorType::WebAuthn => {}
    }

    let mut connection = state.database.connection().await?;
    let transaction = connection.begin();
    let user_id = signed_in.user.id;
    // Locks the account, so that concurrent enrolments do not exceed the limits together.
    transaction.lock_user(user_id).await?;
    if let Some(phone) = &phone {
        replace_unverified_phone(&transaction, user_id, phone).await?;
    }
    check_limits(&state, &transaction, &signed_in, &body.friendly_name).await?;
    let factor = NewFactor {
        id,
        user_id,
        factor_type,
        friendly_name: &body.friendly_name,
        secret: secret.as_deref(),
        phone: phone.as_deref(),
    };
    transaction.insert_factor(&factor).await?;
    let traits = json!({ "factor_id": id, "factor_type": factor_type.name() });
    let entry = audit_log::payload(Action::FactorInProgress, &Actor::User(&signed_in.user), Some(traits));
    transaction.log(&entry, &client).await?;
    transaction.commit().await?;
    Ok(HttpResponse::Ok().json(response))
}

fn check_type(state: &AppState, name: &str) -> Result<FactorType> {
    let mfa = &state.settings.mfa;
    let factor_type = FactorType::from_name(name)
        .ok_or_else(|| Error::invalid("factor_type needs to be totp, phone, or webauthn"))?;
    let (settings, code, message) = match factor_type {
        FactorType::Totp => (mfa.totp, ErrorCode::MfaTotpEnrollNotEnabled, "MFA enroll is disabled for TOTP"),
        FactorType::Phone => {
            (mfa.phone, ErrorCode::MfaPhoneEnrollNotEnabled, "MFA enroll is disabled for Phone")
        }
        FactorType::WebAuthn => {
            (mfa.web_authn, ErrorCode::MfaWebauthnEnrollNotEnabled, "MFA enroll is disabled for WebAuthn")
        }
    };
    if settings.can_enroll { Ok(factor_type) } else { Err(Error::unprocessable(code, message)) }
}

/// The secret, and how an authenticator app reads it. The issuer is the site's host unless the client names one.
fn totp_object(state: &AppState, signed_in: &SignedIn, issuer: &str, secret: &str) -> Result<Value> {
    let user = &signed_in.user;
    let host = if issuer.is_empty() { site_host(&state.settings.mail.site_url)? } else { issuer.to_owned() };
    let account = user.email.as_deref().or(user.phone.as_deref()).unwrap_or_default();
    let uri = totp::uri(&host, account, secret);
    let qr_code = qr_code::svg(&uri).ok_or_else(|| Error::invalid("The issuer is too long for a QR code"))?;
    Ok(json!({ "qr_code": qr_code, "secret": secret, "uri": uri }))
}

fn site_host(site_url: &str) -> Result<String> {
    let url = Url::parse(site_url).map_err(|_| Error::internal("site url is improperly formatted"))?;
    let host = url.host_str().unwrap_or_default();
    Ok(url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}")))
}

/// Deletes the account's unverified factor with this number.
///
/// # Errors
/// 422 when the factor is verified.
async fn replace_unverified_phone(
    transaction: &AuthTransaction<'_>,
    user_id: Uuid,
    phone: &str,
) -> Result<()> {
    let factors = transaction.factors(user_id).await?;
    for factor in factors.iter().filter(|factor| factor.phone.as_deref() == Some(phone)) {
        if factor.is_verified {
            let message = "A verified phone factor already exists, unenroll the existing factor to continue";
            return Err(Error::unprocessable(ErrorCode::MfaVerifiedFactorExists, message));
        }
        transaction.delete_factor(user_id, factor).await?;
    }
    Ok(())
}

async fn check_limits(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    signed_in: &SignedIn,
    friendly_name: &str,
) -> Result<()> {
    let mfa = &state.settings.mfa;
    let user_id = signed_in.user.id;
    transaction.delete_expired_factors(user_id, mfa.factor_expiry).await?;
    let factors: Vec<Factor> = transaction.factors(user_id).await?;
    if factors.iter().any(|factor| factor.friendly_name == friendly_name) {
        let message =
            format!("A factor with the friendly name {friendly_name:?} for this user already exists");
        return Err(Error::unprocessable(ErrorCode::MfaFactorNameConflict, message));
    }
    let verified = factors.iter().filter(|factor| factor.is_verified).count();
    if factors.len() >= mfa.max_enrolled || verified >= mfa.max_verified {
        let message = "Maximum number of verified factors reached, unenroll to continue";
        return Err(Error::unprocessable(ErrorCode::TooManyEnrolledMfaFactors, message));
    }
    if verified > 0 && !signed_in.has_aal2 {
        return Err(Error::forbidden(ErrorCode::InsufficientAal, "AAL2 required to enroll a new factor"));
    }
    Ok(())
}
