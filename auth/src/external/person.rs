//! A person who signs in with a provider, or links an identity of it.

use super::Profile;

/// The person's profile, and the provider's name and rules.
pub(crate) struct Person<'a> {
    pub profile: &'a Profile,
    pub provider: &'a str,
    pub email_optional: bool,
}
