//! An account as this function returns it: the fields of Supabase's `User` object that the product reads.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use uuid::Uuid;

/// What the auth service adds to the metadata at a sign-up. It repeats other fields of the account.
const SIGN_UP_CLAIMS: [&str; 3] = ["sub", "email", "phone_verified"];

/// Read from the auth service's response.
#[derive(Deserialize, Serialize)]
pub(crate) struct Account {
    pub(crate) id: Uuid,
    aud: String,
    role: String,
    pub(crate) email: String,
    phone: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    email_confirmed_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmed_at: Option<DateTime<Utc>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_sign_in_at: Option<DateTime<Utc>>,
    app_metadata: Map<String, Value>,
    pub(crate) user_metadata: Map<String, Value>,
    created_at: Option<DateTime<Utc>>,
    updated_at: Option<DateTime<Utc>>,
    is_anonymous: bool,
    /// Null or empty for an account that the auth service makes up, because the address is registered already.
    #[serde(default, skip_serializing)]
    identities: Option<Vec<Value>>,
}

impl Account {
    /// Whether the auth service has really created the account.
    pub(crate) fn is_real(&self) -> bool {
        self.identities.as_ref().is_some_and(|identities| !identities.is_empty())
    }

    /// The account as it is returned after a registration, which is no sign-in.
    pub(crate) fn registered(self) -> Account {
        Account { last_sign_in_at: None, ..self.presented() }
    }

    /// The account as it is returned.
    pub(crate) fn presented(mut self) -> Account {
        self.user_metadata.retain(|name, _| !SIGN_UP_CLAIMS.contains(&name.as_str()));
        self
    }
}
