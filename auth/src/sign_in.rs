//! The last step of every sign-in: a session with its tokens.

use chrono::Utc;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::access_token::{self, Application, AuthenticationMethod, SessionClaims, TokenRequest};
use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::client_context::ClientContext;
use crate::database::{AuthTransaction, NewSession};
use crate::error::{Error, Result};
use crate::models::User;
use crate::refresh_token::{self, CounterKey};
use crate::session::Session;

/// The entry of the claim `amr` of an application's session.
const APPLICATION_METHOD: &str = "oauth_provider/authorization_code";

/// A verified sign-in.
pub(crate) struct SignIn<'a> {
    pub user: User,
    /// The entry of the claim `amr`, e.g. `password`.
    pub method: &'a str,
    /// The provider, for the audit log.
    pub provider: Option<&'a str>,
    /// The hash that the password was verified against. The sign-in fails if the account's hash has changed since.
    pub verified_hash: Option<&'a str>,
}

/// Starts a session in `transaction`. Returns `None` when the account was deleted or its password changed meanwhile.
///
/// # Errors
/// When the database or the signature fails.
pub(crate) async fn start_session(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    sign_in: SignIn<'_>,
    client: &ClientContext,
) -> Result<Option<Session>> {
    let traits = sign_in.provider.map(|provider| json!({ "provider": provider }));
    start(state, transaction, sign_in, client, None, traits).await
}

/// As [`start_session`], for a client of the OAuth server.
///
/// # Errors
/// As for [`start_session`].
pub(crate) async fn start_application_session(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    user: User,
    application: Application,
    client: &ClientContext,
) -> Result<Option<Session>> {
    let traits = json!({
        "provider_type": "oauth_provider_authorization_code",
        "client_id": application.client_id,
    });
    let sign_in = SignIn { user, method: APPLICATION_METHOD, provider: None, verified_hash: None };
    start(state, transaction, sign_in, client, Some(application), Some(traits)).await
}

async fn start(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    sign_in: SignIn<'_>,
    client: &ClientContext,
    application: Option<Application>,
    traits: Option<Value>,
) -> Result<Option<Session>> {
    let SignIn { user, method, verified_hash, .. } = sign_in;
    let now = Utc::now();
    let id = Uuid::new_v4();
    let first = FirstToken::generate(state, id)?;
    let session = NewSession {
        id,
        user_id: user.id,
        method,
        refresh_token: first.counter_key.is_none().then_some(first.token.as_str()),
        counter_key: first.counter_key.as_deref(),
        application: application.as_ref(),
        client,
        now,
    };
    if !transaction.insert_session(&session, verified_hash).await? {
        return Ok(None);
    }
    transaction.log(&audit_log::payload(Action::Login, &Actor::User(&user), traits), client).await?;
    let claims = SessionClaims {
        session_id: session.id,
        aal: "aal1".to_owned(),
        methods: vec![AuthenticationMethod { method: method.to_owned(), timestamp: now.timestamp() }],
        application,
    };
    // Read again: the sign-in is recorded, and triggers of the project may have changed the account.
    let user = transaction.lock_user(user.id).await?.ok_or_else(|| Error::internal("the account is gone"))?;
    let request =
        TokenRequest { user: &user, session: &claims, session_created_at: now, method, client, now };
    let (access_token, expires_at) = access_token::sign(state, transaction, &request).await?;
    let header = first.header();
    let session = Session::new(access_token, state.settings.token_lifetime, expires_at, first.token, user);
    Ok(Some(session.with_headers(id, vec![header])))
}

/// The first refresh token of a session.
struct FirstToken {
    token: String,
    /// The key of a signed counter, as it is stored. `None` for a random token.
    counter_key: Option<String>,
}

impl FirstToken {
    fn generate(state: &AppState, session_id: Uuid) -> Result<FirstToken> {
        if !state.settings.sessions.uses_counters {
            return Ok(FirstToken { token: refresh_token::generate(), counter_key: None });
        }
        let key = CounterKey::generate();
        let stored = state.settings.column_keys.seal(session_id, &key.to_text()).map_err(Error::internal)?;
        Ok(FirstToken { token: key.token(session_id, 0), counter_key: Some(stored) })
    }

    /// The header that names the kind of the issued token.
    fn header(&self) -> (&'static str, String) {
        match self.counter_key {
            Some(_) => ("sb-auth-refresh-token-counter", "0".to_owned()),
            None => ("sb-auth-refresh-token-prefix", self.token.chars().take(5).collect()),
        }
    }
}
