//! The address and key of a backend.

use postgrest::Postgrest;

/// A backend, as clients are configured with it.
#[derive(Clone, Debug)]
pub struct Backend {
    /// Without a trailing slash.
    pub url: String,
    pub anon_key: String,
}

impl Backend {
    /// A postgrest-rs client with the public key as `apikey` and as bearer token.
    pub fn rest(&self) -> Postgrest {
        Postgrest::new(format!("{}/rest/v1", self.url))
            .insert_header("apikey", &self.anon_key)
            .insert_header("authorization", format!("Bearer {}", self.anon_key))
    }
}
