//! The profile of a person, the same for every provider.

use serde_json::{Map, Value, json};

/// An e-mail address of a person.
#[derive(Clone, Debug)]
pub(crate) struct ProviderEmail {
    pub address: String,
    /// Whether the provider has verified that it is the person's.
    pub is_verified: bool,
    pub is_primary: bool,
}

/// The profile of a person at a provider.
#[derive(Clone, Debug, Default)]
pub(crate) struct Profile {
    pub emails: Vec<ProviderEmail>,
    /// `identity_data` of the identity.
    pub claims: Map<String, Value>,
}

impl Profile {
    /// A profile with these claims; those that are empty are left out.
    pub fn new(emails: Vec<ProviderEmail>, claims: &[(&str, &str)]) -> Profile {
        let claims = claims.iter().filter(|(_, value)| !value.is_empty());
        let claims = claims.map(|(name, value)| ((*name).to_owned(), json!(value))).collect();
        Profile { emails, claims }
    }

    /// The person's id at the provider; empty if it is missing.
    pub fn subject(&self) -> &str {
        self.claims.get("sub").and_then(Value::as_str).unwrap_or_default()
    }

    /// The primary address, in lower case, and whether it is verified.
    pub fn primary_email(&self) -> Option<(String, bool)> {
        let primary = self.emails.iter().find(|email| email.is_primary);
        primary.map(|email| (email.address.to_lowercase(), email.is_verified))
    }

    /// The verified addresses, in lower case.
    pub fn verified_emails(&self) -> Vec<String> {
        let verified = self.emails.iter().filter(|email| email.is_verified);
        verified.map(|email| email.address.to_lowercase()).collect()
    }

    /// States the e-mail address among the claims: the primary one, or else the last one.
    pub fn finish(mut self) -> Profile {
        let chosen = self.emails.iter().find(|email| email.is_primary).or(self.emails.last());
        let is_verified = chosen.is_some_and(|email| email.is_verified);
        if let Some(email) = chosen {
            self.claims.insert("email".to_owned(), json!(email.address.to_lowercase()));
        }
        self.claims.insert("email_verified".to_owned(), json!(is_verified));
        self.claims.entry("phone_verified").or_insert(json!(false));
        self
    }

    pub fn with_custom_claims(mut self, custom: Map<String, Value>) -> Profile {
        if !custom.is_empty() {
            self.claims.insert("custom_claims".to_owned(), Value::Object(custom));
        }
        self
    }
}

/// The e-mail addresses of a provider that returns at most one.
pub(super) fn only_email(address: &str, is_verified: bool) -> Vec<ProviderEmail> {
    if address.is_empty() {
        return Vec::new();
    }
    vec![ProviderEmail { address: address.to_owned(), is_verified, is_primary: true }]
}
