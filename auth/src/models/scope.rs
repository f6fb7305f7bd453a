//! Scopes of the OAuth server: what a client learns about an account.

/// The scopes that clients may ask for.
pub(crate) const SCOPES: [&str; 5] = ["openid", "profile", "email", "phone", "offline_access"];

/// The scopes in a text that separates them by spaces.
pub(crate) fn scopes(text: &str) -> impl Iterator<Item = &str> {
    text.split(' ').map(str::trim).filter(|scope| !scope.is_empty())
}

/// Whether a text contains a scope.
pub(crate) fn has_scope(text: &str, scope: &str) -> bool {
    scopes(text).any(|granted| granted == scope)
}
