//! The functions of a project.
//!
//! - `script_functions`, `env_file`: their programs and variables.
//! - `source`, `source_watcher`: their changes while the stack runs. `serve_overrides`: those of `functions serve`.

pub(super) mod env_file;
pub(super) mod script_functions;
pub(super) mod serve_overrides;
pub(super) mod source;
pub(super) mod source_watcher;
