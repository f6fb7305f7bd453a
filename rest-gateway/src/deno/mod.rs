//! Functions in TypeScript and JavaScript, each a process of Deno. `bootstrap.js` makes plain Deno look like Supabase's
//! runtime.
//!
//! - `executable`: finds Deno. `runtime`: Deno with its module cache and the bootstrap. `command`: the command line and
//!   permissions of a function.

mod command;
mod executable;
mod runtime;

pub use command::Script;
pub use executable::{INSTALLATION, find_deno};
pub use runtime::DenoRuntime;
