//! Sign-ins of a person with a provider: finds, creates or links the account, and confirms its address.

use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::account_matching::{Match, find};
use super::identity_linking::{link, lock, needs_verification};
use super::person::Person;
use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::client_context::ClientContext;
use crate::confirmation::confirm_email;
use crate::database::{AuthTransaction, Changes, NewExternalIdentity, NewUser};
use crate::error::{Error, ErrorCode, Result};
use crate::hooks;
use crate::metadata::{Metadata, merge};
use crate::models::User;
use crate::one_time_code::mail::{self, CodeMail, Purpose};
use crate::registration::providers;

/// The account of a person.
pub(crate) enum Account {
    /// The person may use it.
    Accepted {
        user: User,
        /// Whether the account was created just now.
        is_new: bool,
        /// For the caller to send after the transaction, where people may sign in with an unverified address.
        confirmation: Option<Box<Confirmation>>,
    },
    /// The account's address is still to be confirmed. The caller commits the transaction, and then rejects the sign-in.
    Unconfirmed(Confirmation),
}

/// The request for the confirmation of an account's address.
pub(crate) struct Confirmation {
    user: User,
    mail: CodeMail,
}

impl Confirmation {
    /// Sends the mail with the confirmation link, which leads to `page`. A failure is logged: the person is signed in.
    pub async fn send(self, state: &AppState, page: &str) {
        if let Err(error) = mail::send(state, &self.user, &[self.mail], page).await {
            tracing::warn!(%error, "a confirmation mail could not be sent");
        }
    }

    /// Sends the mail, and returns the error of the sign-in.
    pub async fn reject(self, state: &AppState, person: &Person<'_>, page: &str) -> Error {
        if let Err(error) = mail::send(state, &self.user, &[self.mail], page).await {
            return error;
        }
        let provider = person.provider;
        let message = format!(
            "Unverified email with {provider}. A confirmation email has been sent to your {provider} email"
        );
        Error::unprocessable(ErrorCode::ProviderEmailNeedsVerification, message)
    }
}

/// Lets the project's hook reject the account that the person would get, if it is a new one. The caller must not hold a
/// connection of the pool.
///
/// # Errors
/// 422 when sign-ups are disabled, and the hook's own errors.
pub(crate) async fn check_new(state: &AppState, person: &Person<'_>, client: &ClientContext) -> Result<()> {
    if !hooks::is_enabled(state, hooks::Hook::BeforeUserCreated) {
        return Ok(());
    }
    let mut connection = state.database.connection().await?;
    let found = find(state, &connection.begin(), person).await?;
    drop(connection);
    let Match::New { email } = found else { return Ok(()) };
    let app_metadata = providers(person.provider);
    let user = new_user(state, Uuid::new_v4(), email.as_deref(), &app_metadata, &person.profile.claims)?;
    hooks::before_user_created(state, client, &user).await
}

/// Finds or makes the person's account within the caller's transaction.
///
/// # Errors
/// 422 when sign-ups are disabled, or when the address is unverified and another account's; 403 for a banned account.
pub(crate) async fn sign_in(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    person: &Person<'_>,
    client: &ClientContext,
) -> Result<Account> {
    let claims = &person.profile.claims;
    let found = find(state, transaction, person).await?;
    let is_new = matches!(found, Match::New { .. });
    let (user_id, identity) = match found {
        Match::Known { identity, user } => {
            transaction.update_external_identity(identity, claims).await?;
            merge_metadata(transaction, user, claims).await?;
            (user, identity)
        }
        Match::SameEmail(user) => {
            let locked = lock(transaction, user).await?;
            let identity = link(transaction, &locked, person, client).await?;
            merge_metadata(transaction, user, claims).await?;
            (user, identity)
        }
        Match::New { email } => {
            let id = Uuid::new_v4();
            let app_metadata = providers(person.provider);
            transaction.insert_user(&new_user(state, id, email.as_deref(), &app_metadata, claims)?).await?;
            let identity = NewExternalIdentity {
                user_id: id,
                provider: person.provider,
                provider_id: person.profile.subject(),
                data: claims,
            };
            (id, transaction.insert_external_identity(&identity).await?)
        }
    };
    let user = lock(transaction, user_id).await?;
    if user.is_banned() {
        return Err(Error::forbidden(ErrorCode::UserBanned, "User is banned"));
    }
    let mut confirmation = None;
    if needs_confirmation(&user, person) {
        if is_address_verified(state, &user, person) {
            confirm(transaction, &user, identity, person, Action::UserSignedup, client).await?;
        } else if state.settings.mail.allows_unverified {
            remove_unconfirmed(transaction, &user, identity, person).await?;
            if user.email.is_some() {
                confirmation = Some(Box::new(ask_for_confirmation(state, transaction, user, person).await?));
            }
        } else {
            let confirmation = ask_for_confirmation(state, transaction, user, person).await?;
            return Ok(Account::Unconfirmed(confirmation));
        }
    }
    Ok(Account::Accepted { user: lock(transaction, user_id).await?, is_new, confirmation })
}

fn needs_confirmation(user: &User, person: &Person<'_>) -> bool {
    let has_email = user.email.is_some() || !person.email_optional;
    user.email_confirmed_at.is_none() && has_email
}

/// Whether the provider has verified the account's address, or every address counts as confirmed.
fn is_address_verified(state: &AppState, user: &User, person: &Person<'_>) -> bool {
    let mut emails = person.profile.emails.iter();
    emails.any(|email| {
        let is_accepted = email.is_verified || state.settings.confirms_email;
        is_accepted && user.email.as_deref() == Some(&email.address.to_lowercase())
    })
}

/// Stores a code for the account's address.
async fn ask_for_confirmation(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    user: User,
    person: &Person<'_>,
) -> Result<Confirmation> {
    if user.email.is_none() {
        return Err(needs_verification(person.provider));
    }
    let mail = mail::store(state, transaction, &user, Purpose::Confirmation, None).await?;
    Ok(Confirmation { user, mail })
}

fn new_user<'a>(
    state: &'a AppState,
    id: Uuid,
    email: Option<&'a str>,
    app_metadata: &'a Metadata,
    user_metadata: &'a Metadata,
) -> Result<NewUser<'a>> {
    let settings = &state.settings;
    if settings.is_signup_disabled {
        let message = "Signups not allowed for this instance";
        return Err(Error::unprocessable(ErrorCode::SignupDisabled, message));
    }
    Ok(NewUser {
        id,
        aud: &settings.audience,
        role: &settings.default_role,
        email,
        phone: None,
        encrypted_password: None,
        email_confirmed_at: None,
        phone_confirmed_at: None,
        app_metadata,
        user_metadata,
        is_anonymous: false,
        banned_until: None,
    })
}

/// Removes what may come from a person who does not own the account's address: password, other identities and metadata.
async fn remove_unconfirmed(
    transaction: &AuthTransaction<'_>,
    user: &User,
    identity: Uuid,
    person: &Person<'_>,
) -> Result<()> {
    transaction.reset_unconfirmed_user(user.id, &person.profile.claims).await?;
    transaction.delete_other_identities(user.id, identity).await
}

/// Confirms the account's address.
pub(super) async fn confirm(
    transaction: &AuthTransaction<'_>,
    user: &User,
    identity: Uuid,
    person: &Person<'_>,
    action: Action,
    client: &ClientContext,
) -> Result<()> {
    remove_unconfirmed(transaction, user, identity, person).await?;
    confirm_email(transaction, &lock(transaction, user.id).await?).await?;
    let traits = json!({ "provider": person.provider });
    let entry = audit_log::payload(action, &Actor::User(user), Some(traits));
    transaction.log(&entry, client).await
}

/// Adds the provider's claims to the account's metadata.
async fn merge_metadata(
    transaction: &AuthTransaction<'_>,
    user_id: Uuid,
    claims: &Map<String, Value>,
) -> Result<()> {
    let user = lock(transaction, user_id).await?;
    let mut metadata = user.user_metadata;
    merge(&mut metadata, claims.clone());
    let changes = Changes { user_metadata: Some(&metadata), ..Default::default() };
    transaction.update_user(user_id, &changes).await
}
