//! Functions in TypeScript and JavaScript, each a process of Deno. `bootstrap.js` makes plain Deno look like Supabase's
//! runtime, and `std_server.js` takes the place of the module with `serve` that older functions import.
//!
//! - `executable`: finds Deno. `runtime`: Deno with its module cache and these modules. `command`: the command line and
//!   permissions of a function. `import_map`: its import map.

mod command;
mod executable;
mod import_map;
mod runtime;

pub use command::Script;
pub use executable::{INSTALLATION, find_deno};
pub use runtime::DenoRuntime;
