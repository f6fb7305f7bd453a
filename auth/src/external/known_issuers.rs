//! The issuers of providers with one issuer, as in the claim `iss` of their id tokens.

pub(super) const APPLE: &str = "https://appleid.apple.com";
pub(super) const OTHER_APPLE: &str = "https://account.apple.com";
pub(super) const GOOGLE: &str = "https://accounts.google.com";
pub(super) const LINKED_IN: &str = "https://www.linkedin.com/oauth";
pub(super) const SNAPCHAT: &str = "https://accounts.snapchat.com/accounts/oauth2/token";
pub(super) const VERCEL_MARKETPLACE: &str = "https://marketplace.vercel.com";
