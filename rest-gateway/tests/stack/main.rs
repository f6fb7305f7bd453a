//! The `rest-gateway` command with real processes: whole stacks on temporary folders (`up`), and servers on databases
//! of the tests (`serve`). Needs the programs of the workspace beside it (`cargo build --workspace`).
//!
//! - `running`, `project`, `postgrest_server`, `collector`: stacks, projects and servers of the tests. `processes`:
//!   processes of the machine.

// A failed setup step fails the test.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

mod admin_server;
mod auth_settings;
mod collector;
mod commands;
mod database_settings;
mod database_tests;
mod detached;
mod drop_in;
mod dump;
mod extensions;
mod external_postgres;
mod full_disk;
mod function_commands;
mod gen_types;
mod github_action;
mod installation;
mod listen;
mod log_format;
mod logging;
mod moving;
mod photo_club;
mod pooler;
mod postgrest_server;
mod processes;
mod project;
mod project_commands;
mod project_database;
mod project_migrations;
mod readme;
mod ready;
mod reload;
mod running;
mod schema_diff;
mod script_functions;
mod shutdown;
mod signing_keys;
mod starting;
mod startup_warnings;
mod survival;
mod third_party;
mod traces;
mod up;
