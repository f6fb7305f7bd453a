//! Entries of `auth.audit_log_entries`, in the form of supabase/auth.

use serde::Serialize;
use serde_json::{Map, Value, json};
use uuid::Uuid;

use crate::models::User;

/// The action of an entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Action {
    ChallengeCreated,
    FactorDeleted,
    FactorInProgress,
    FactorUnenrolled,
    FactorUpdated,
    IdentityLinked,
    IdentityUnlinked,
    InviteAccepted,
    Login,
    Logout,
    PasskeyCreated,
    PasskeyDeleted,
    PasskeyUpdated,
    TokenRefreshed,
    TokenRevoked,
    UserConfirmationRequested,
    UserDeleted,
    UserInvited,
    UserModified,
    #[serde(rename = "user_reauthenticate_requested")]
    UserReauthenticate,
    UserRecoveryRequested,
    UserRepeatedSignup,
    UserSignedup,
    UserUpdatedPassword,
    VerificationAttempted,
}

impl Action {
    /// The group of actions that the entry belongs to.
    fn log_type(self) -> &'static str {
        match self {
            Action::ChallengeCreated
            | Action::FactorDeleted
            | Action::FactorInProgress
            | Action::FactorUnenrolled
            | Action::FactorUpdated
            | Action::VerificationAttempted => "factor",
            Action::PasskeyCreated | Action::PasskeyDeleted | Action::PasskeyUpdated => "user",
            Action::InviteAccepted | Action::Login | Action::Logout => "account",
            Action::TokenRefreshed | Action::TokenRevoked => "token",
            Action::UserDeleted | Action::UserInvited | Action::UserSignedup => "team",
            Action::IdentityLinked
            | Action::IdentityUnlinked
            | Action::UserConfirmationRequested
            | Action::UserModified
            | Action::UserReauthenticate
            | Action::UserRecoveryRequested
            | Action::UserRepeatedSignup
            | Action::UserUpdatedPassword => "user",
        }
    }
}

/// The actor of an entry: an account, or the role of an administrator's token.
pub(crate) enum Actor<'a> {
    User(&'a User),
    Role(&'a str),
}

/// The column `payload` of an entry. `traits` are further details, such as the provider.
pub(crate) fn payload(action: Action, actor: &Actor<'_>, traits: Option<Value>) -> Value {
    let mut entry = Map::new();
    entry.insert("action".to_owned(), json!(action));
    match actor {
        Actor::User(user) => {
            let name = user.email.as_deref().or(user.phone.as_deref()).unwrap_or_default();
            entry.insert("actor_id".to_owned(), json!(user.id));
            entry.insert("actor_username".to_owned(), json!(name));
            entry.insert("actor_via_sso".to_owned(), json!(user.is_sso_user));
            if let Some(full_name) = user.user_metadata.get("full_name").and_then(Value::as_str) {
                entry.insert("actor_name".to_owned(), json!(full_name));
            }
        }
        Actor::Role(role) => {
            entry.insert("actor_id".to_owned(), json!(Uuid::nil()));
            entry.insert("actor_username".to_owned(), json!(role));
            entry.insert("actor_via_sso".to_owned(), json!(false));
        }
    }
    entry.insert("log_type".to_owned(), json!(action.log_type()));
    if let Some(traits) = traits {
        entry.insert("traits".to_owned(), traits);
    }
    Value::Object(entry)
}
