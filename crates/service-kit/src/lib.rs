//! What every service process of this product stands on.
//!
//! A process is `service_kit::serve(name, configure)`: `configure` reads the [`Environment`] once, rejects what is missing
//! in it, and returns the closure that registers routes. Everything that a handler refuses is an [`Error`]; the
//! boundary in [`serve`](mod@serve) turns it into JSON and logs its cause once, with the request's id.

pub mod address_shares;
pub mod administrator;
pub mod body;
pub mod body_stream;
pub mod clock;
pub mod database;
pub mod email;
pub mod environment;
pub mod error;
pub mod jwt;
pub mod log;
pub mod multipart;
pub mod nul;
pub mod password;
pub mod rate_limit;
pub mod sentences;
pub mod serve;
pub mod storage;

pub use address_shares::{AddressPermit, AddressShares};
pub use administrator::{Administrator, Administrators};
pub use body::Fields;
pub use database::{Database, Role};
pub use email::Email;
pub use environment::Environment;
pub use error::{Error, ErrorBody, Problem, Refusal};
pub use jwt::{Caller, Claims, User, Verifier};
pub use multipart::{Form, FormFile, FormRules};
pub use rate_limit::RateLimit;
pub use sentences::{Language, Notice};
pub use serve::{Health, serve, serve_function};
pub use storage::Storage;
