//! Where the backend is, and how its clients reach it.

use crate::stack;
use crate::visitor::Visitor;
use postgrest::Postgrest;
use std::sync::OnceLock;

/// A backend, as a client is configured with it.
#[derive(Clone, Debug)]
pub struct Backend {
    /// Without a slash at its end.
    pub url: String,
    pub anon_key: String,
}

impl Backend {
    /// The backend of this run.
    pub fn get() -> &'static Backend {
        static BACKEND: OnceLock<Backend> = OnceLock::new();
        BACKEND.get_or_init(|| match std::env::var("SUPABASE_URL") {
            Ok(url) => Backend {
                url: url.trim_end_matches('/').to_owned(),
                anon_key: std::env::var("SUPABASE_ANON_KEY")
                    .expect("SUPABASE_ANON_KEY goes with SUPABASE_URL"),
            },
            Err(_) => stack::start(),
        })
    }

    /// postgrest-rs with the public key, as `apikey` and as bearer.
    pub fn rest(&self) -> Postgrest {
        Postgrest::new(format!("{}/rest/v1", self.url))
            .insert_header("apikey", &self.anon_key)
            .insert_header("authorization", format!("Bearer {}", self.anon_key))
    }

    /// Somebody at the site, not signed in.
    pub fn visitor(&self) -> Visitor {
        Visitor::new(self.clone())
    }
}
