//! Authenticates a client at the token endpoint (RFC 6749, section 2.3): with its secret in the header `Authorization` or
//! in the body, or without one.

use actix_web::HttpRequest;
use actix_web::http::header::AUTHORIZATION;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use uuid::Uuid;

use crate::app_state::AppState;
use crate::error::{Error, ErrorCode, Result};
use crate::models::{AuthMethod, ClientType, OAuthClient};
use crate::routes::admin::oauth_clients::secret_matches;

/// The id and the secret in a request.
struct Credentials {
    id: String,
    /// Empty without a secret.
    secret: String,
    method: AuthMethod,
}

/// The client of a request, whose body has these fields.
///
/// # Errors
/// 400 `invalid_credentials`.
pub(super) async fn authenticate(
    state: &AppState,
    request: &HttpRequest,
    body_id: &str,
    body_secret: &str,
) -> Result<OAuthClient> {
    let credentials = credentials(request, body_id, body_secret)?;
    let id = Uuid::try_parse(&credentials.id).map_err(|_| rejected("Invalid client_id format"))?;
    let client = state.database.connection().await?.find_oauth_client(id).await?;
    let client = client.ok_or_else(|| rejected("Invalid client credentials"))?;
    let (registered, used) = (client.token_endpoint_auth_method, credentials.method);
    if registered != used {
        return Err(rejected(format!(
            "invalid authentication method: client is registered for '{}' but '{}' was used",
            registered.name(),
            used.name()
        )));
    }
    match client.client_type {
        ClientType::Public => Ok(client),
        ClientType::Confidential if secret_matches(&credentials.secret, &client.secret_hash) => Ok(client),
        ClientType::Confidential => Err(rejected("invalid client credentials")),
    }
}

fn credentials(request: &HttpRequest, body_id: &str, body_secret: &str) -> Result<Credentials> {
    let header = request.headers().get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    if let Some(encoded) = header.and_then(|header| header.strip_prefix("Basic ")) {
        return basic(encoded);
    }
    if body_id.is_empty() {
        return Err(rejected("Invalid client credentials: client_id is required"));
    }
    let method = if body_secret.is_empty() { AuthMethod::None } else { AuthMethod::SecretPost };
    Ok(Credentials { id: body_id.to_owned(), secret: body_secret.to_owned(), method })
}

fn basic(encoded: &str) -> Result<Credentials> {
    let decoded = BASE64_STANDARD.decode(encoded.trim()).ok().and_then(|bytes| String::from_utf8(bytes).ok());
    let invalid = |problem| rejected(format!("Invalid client credentials: invalid basic auth {problem}"));
    let decoded = decoded.ok_or_else(|| invalid("encoding"))?;
    let (id, secret) = decoded.split_once(':').ok_or_else(|| invalid("format"))?;
    Ok(Credentials { id: id.to_owned(), secret: secret.to_owned(), method: AuthMethod::SecretBasic })
}

fn rejected(message: impl Into<std::borrow::Cow<'static, str>>) -> Error {
    Error::bad_request(ErrorCode::InvalidCredentials, message)
}
