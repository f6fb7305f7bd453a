//! The backend that the tests of this run call.

use crate::backend::Backend;
use crate::stack;
use crate::visitor::Visitor;
use std::sync::OnceLock;

/// The backend that `SUPABASE_URL` names, or a stack that the first call starts.
pub fn backend() -> &'static Backend {
    static BACKEND: OnceLock<Backend> = OnceLock::new();
    BACKEND.get_or_init(|| match std::env::var("SUPABASE_URL") {
        Ok(url) => Backend {
            url: url.trim_end_matches('/').to_owned(),
            anon_key: std::env::var("SUPABASE_ANON_KEY").expect("SUPABASE_ANON_KEY goes with SUPABASE_URL"),
        },
        Err(_) => stack::start(),
    })
}

/// A user of the site who is not signed in.
pub fn visitor() -> Visitor {
    Visitor::new(backend().clone())
}
