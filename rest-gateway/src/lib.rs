//! The gateway: one process that serves a Supabase-compatible API, runs the service processes behind it, and has the
//! command line that starts and stops a whole stack.
//!
//! Modules, each of which uses only those below it:
//!
//! - `cli`: the command line.
//! - `moving`: `import` and `export` of a project.
//! - `stack`: starts and stops a stack: Postgres, migrations, keys, services, the front door.
//! - `postgrest`: only the REST API, as a replacement for the PostgREST server.
//! - `health_checks`: whether the systems behind the gateway answer.
//! - `front_door`: the public HTTP origin: API keys, CORS, routing, proxying, the built site.
//! - `config`: `supabase-compat.toml`, or the configuration of a Supabase project. `deno`: functions in TypeScript.
//! - `session_check`: whether the session of an access token still counts.
//! - `extension_workers`: sends the requests and runs the jobs of the stand-ins for `pg_net` and `pg_cron`.
//! - `gen_types`: TypeScript types of a database. `schema_diff`: the difference of two databases' schemas. `pgtap`: tests
//!   of a database. `function_templates`: new functions.
//! - `function_host`: supervisors of the service processes. `process`: starts and stops one process.
//! - `http_server`: the HTTP/1 server with its timeouts and limits.
//! - `log_output`, `terminal`: the log and standard output.
//! - `container_address`, `signals`, `reload`, `role_token`, `shared_client`, `trusted_proxies`: single-file modules that the others share.
//!
//! Depends on the crates in `crates/`, on `schema` (migrations) and on `rest-engine` (`/rest/v1`). It reaches
//! functions, auth and storage over sockets and never links their crates.

pub mod cli;
pub mod config;
mod container_address;
pub mod deno;
pub mod extension_workers;
pub mod front_door;
pub mod function_host;
pub mod function_templates;
pub mod gen_types;
pub mod health_checks;
mod http_server;
pub mod log_output;
pub mod moving;
pub mod pgtap;
pub mod postgrest;
pub mod process;
pub mod reload;
mod role_token;
pub mod schema_diff;
pub mod session_check;
mod shared_client;
pub mod signals;
pub mod stack;
pub mod terminal;
pub mod trusted_proxies;

/// The entry point of the fuzzer.
#[cfg(feature = "fuzzing")]
pub mod fuzzing {
    /// Panics if the framing and the server end a message of `bytes` at different offsets.
    pub fn framing(bytes: &[u8]) {
        crate::http_server::differential::compare(bytes);
    }
}
