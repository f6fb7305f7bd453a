//! The account of a person whom a provider knows: found, created, or linked by a verified e-mail address.

use serde_json::{Map, Value, json};
use uuid::Uuid;

use super::Profile;
use crate::app_state::AppState;
use crate::audit_log::{self, Action, Actor};
use crate::client_context::ClientContext;
use crate::confirmation::confirm_email;
use crate::database::{AuthTransaction, Changes, NewExternalIdentity, NewUser};
use crate::error::{Error, ErrorCode, Result, email_exists};
use crate::hooks;
use crate::metadata::{Metadata, merge};
use crate::models::User;
use crate::one_time_code::mail::{self, CodeMail, Purpose};
use crate::registration::providers;

/// A person who signs in with a provider.
pub(crate) struct Person<'a> {
    pub profile: &'a Profile,
    pub provider: &'a str,
    pub email_optional: bool,
}

/// Whose account a person's is.
#[derive(Debug, PartialEq, Eq)]
enum Match {
    /// The account that the identity belongs to.
    Known { identity: Uuid, user: Uuid },
    /// An account with a verified address of the person, which gets the identity.
    SameEmail(Uuid),
    /// Nobody's. The new account gets this address.
    New { email: Option<String> },
}

/// The account of a person.
pub(crate) enum Account {
    Confirmed {
        user: User,
        /// Whether the account was created just now.
        is_new: bool,
    },
    /// The account's address is still to be confirmed. The caller commits the transaction, and then rejects the sign-in.
    Unconfirmed(Unconfirmed),
}

/// An account that the person may use when its address is confirmed.
pub(crate) struct Unconfirmed {
    user: User,
    mail: CodeMail,
}

impl Unconfirmed {
    /// Sends the mail with the confirmation link, which leads to `page`, and returns the error of the sign-in.
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
    let found = find(state, &connection.begin().await?, person).await?;
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
    if needs_confirmation(&user, person) {
        if !is_address_verified(state, &user, person) {
            return ask_for_confirmation(state, transaction, user, person).await;
        }
        confirm(transaction, &user, identity, person, client).await?;
    }
    Ok(Account::Confirmed { user: lock(transaction, user_id).await?, is_new })
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
) -> Result<Account> {
    if user.email.is_none() {
        return Err(needs_verification(person.provider));
    }
    let mail = mail::store(state, transaction, &user, Purpose::Confirmation, None).await?;
    Ok(Account::Unconfirmed(Unconfirmed { user, mail }))
}

/// Links the person's identity with an account that asked for it.
///
/// # Errors
/// 422 when the identity is linked already, or when the account has no address and the provider's is not verified.
pub(crate) async fn link_to(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    target: Uuid,
    person: &Person<'_>,
    client: &ClientContext,
) -> Result<User> {
    let target = transaction.lock_user(target).await?.filter(|user| user.deleted_at.is_none());
    let target = target
        .ok_or_else(|| Error::unprocessable(ErrorCode::UserNotFound, "Linking target user not found"))?;
    let profile = person.profile;
    if let Some(known) = transaction.find_external_identity(person.provider, profile.subject()).await? {
        let message = if known.user_id == target.id {
            "Identity is already linked"
        } else {
            "Identity is already linked to another user"
        };
        return Err(Error::unprocessable(ErrorCode::IdentityAlreadyExists, message));
    }
    link(transaction, &target, person, client).await?;
    if target.email.is_none()
        && let Some((email, is_verified)) = profile.primary_email()
    {
        if !is_verified && !state.settings.confirms_email {
            return Err(needs_verification(person.provider));
        }
        if transaction.is_email_taken(&email, &target.aud, Some(target.id)).await? {
            return Err(email_exists());
        }
        transaction.set_email(target.id, Some(&email), true).await?;
        if target.is_anonymous {
            let changes = Changes { is_anonymous: Some(false), ..Default::default() };
            transaction.update_user(target.id, &changes).await?;
        }
    }
    lock(transaction, target.id).await
}

async fn find(state: &AppState, transaction: &AuthTransaction<'_>, person: &Person<'_>) -> Result<Match> {
    let profile = person.profile;
    if let Some(known) = transaction.find_external_identity(person.provider, profile.subject()).await? {
        return Ok(Match::Known { identity: known.id, user: known.user_id });
    }
    let verified = profile.verified_emails();
    let primary = profile.primary_email().map(|(email, _)| email);
    if verified.is_empty() {
        // An unverified address never leads to another's account.
        let Some(email) = primary else { return Ok(Match::New { email: None }) };
        let is_taken = transaction.is_email_taken(&email, &state.settings.audience, None).await?;
        return Ok(Match::New { email: Some(email).filter(|_| !is_taken) });
    }
    match transaction.find_accounts_of_emails(&verified).await?.as_slice() {
        [] => Ok(Match::New { email: primary }),
        [user] => Ok(Match::SameEmail(*user)),
        _ => {
            let message =
                "Multiple accounts with the same email address in the same linking domain detected: default";
            Err(Error::failed(message))
        }
    }
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

/// Confirms the account's address. The account loses what somebody may have put there who does not own the address:
/// password, other identities and metadata.
async fn confirm(
    transaction: &AuthTransaction<'_>,
    user: &User,
    identity: Uuid,
    person: &Person<'_>,
    client: &ClientContext,
) -> Result<()> {
    transaction.reset_unconfirmed_user(user.id, &person.profile.claims).await?;
    transaction.delete_other_identities(user.id, identity).await?;
    confirm_email(transaction, &lock(transaction, user.id).await?).await?;
    let traits = json!({ "provider": person.provider });
    let entry = audit_log::payload(Action::UserSignedup, &Actor::User(user), Some(traits));
    transaction.log(&entry, client).await
}

fn needs_verification(provider: &str) -> Error {
    let message =
        format!("Unverified email with {provider}. Verify the email with {provider} in order to sign in");
    Error::unprocessable(ErrorCode::ProviderEmailNeedsVerification, message)
}

/// Gives the identity to an account, and returns its id.
async fn link(
    transaction: &AuthTransaction<'_>,
    user: &User,
    person: &Person<'_>,
    client: &ClientContext,
) -> Result<Uuid> {
    let (provider, provider_id) = (person.provider, person.profile.subject());
    let identity =
        NewExternalIdentity { user_id: user.id, provider, provider_id, data: &person.profile.claims };
    let id = transaction.insert_external_identity(&identity).await?;
    transaction.refresh_providers(user.id).await?;
    let traits = json!({ "identity_id": id, "provider": provider, "provider_id": provider_id });
    let entry = audit_log::payload(Action::IdentityLinked, &Actor::User(user), Some(traits));
    transaction.log(&entry, client).await?;
    Ok(id)
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

async fn lock(transaction: &AuthTransaction<'_>, id: Uuid) -> Result<User> {
    let gone = || Error::internal("the account of an identity is gone");
    transaction.lock_user(id).await?.filter(|user| user.deleted_at.is_none()).ok_or_else(gone)
}
