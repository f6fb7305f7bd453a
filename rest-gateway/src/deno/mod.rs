//! Functions in TypeScript and JavaScript, each a process of Deno. A function sees what it sees in Supabase's runtime; what
//! plain Deno does otherwise, `bootstrap.js` evens out.
//!
//! - `executable`: where Deno is. `runtime`: Deno with its module cache and the bootstrap. `command`: the command line and
//!   permissions of a function.

mod command;
mod executable;
mod runtime;

pub use command::Script;
pub use executable::{INSTALLATION, find_deno};
pub use runtime::DenoRuntime;
