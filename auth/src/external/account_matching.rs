//! Finds the account of a person who signs in with a provider.

use uuid::Uuid;

use super::person::Person;
use crate::app_state::AppState;
use crate::database::AuthTransaction;
use crate::error::{Error, Result};

/// The account that a person signs in to.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Match {
    /// The account that the identity belongs to.
    Known { identity: Uuid, user: Uuid },
    /// An account with a verified address of the person, which gets the identity.
    SameEmail(Uuid),
    /// A new account, with this address.
    New { email: Option<String> },
}

/// Finds the account by the identity, or else by a verified address.
///
/// # Errors
/// 500 when several accounts have addresses of the person.
pub(super) async fn find(
    state: &AppState,
    transaction: &AuthTransaction<'_>,
    person: &Person<'_>,
) -> Result<Match> {
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
