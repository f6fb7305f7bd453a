//! `functions new`: creates a working function in TypeScript, Node.js or Rust.

use super::super::error::CommandError;
use super::super::report::display_path;
use super::super::workspace::enter;
use crate::function_host::ServiceName;
use crate::function_templates::{FunctionKind, NewFunctionError, build, configure, create, section};
use crate::stack::DEFAULT_FOLDER;
use crate::terminal::print;
use clap::Args;
use std::path::PathBuf;

pub(in crate::cli) const EXAMPLES: &str = "\
Examples:
  rest-gateway functions new hello             # TypeScript, run by Deno
  rest-gateway functions new hello --node
  rest-gateway functions new hello --rust      # built by cargo
  curl \"$(rest-gateway functions list | awk '$1 == \"hello\" { print $3 }')\" -H \"Authorization: Bearer $ANON_KEY\"";

#[derive(Args)]
pub(in crate::cli) struct NewArgs {
    /// A letter, then letters, digits, `-` and `_`.
    name: String,
    /// TypeScript, run by Deno. This is the default.
    #[arg(long, group = "kind")]
    deno: bool,
    /// JavaScript, run by Node.js.
    #[arg(long, group = "kind")]
    node: bool,
    /// Rust, built by cargo.
    #[arg(long, group = "kind")]
    rust: bool,
    /// Do not build a function in Rust.
    #[arg(long, requires = "rust")]
    no_build: bool,
    /// Let the function be called without a token.
    #[arg(long)]
    no_verify_jwt: bool,
}

/// Writes the function's files, and its section of `config.toml`.
///
/// # Errors
/// When the name is invalid or taken, or a file cannot be written.
pub(super) fn run(arguments: &NewArgs) -> Result<(), CommandError> {
    let (source, _) = enter(None, PathBuf::from(DEFAULT_FOLDER))?;
    if !source.is_project() {
        return Err(NewFunctionError::Product.into());
    }
    let name: ServiceName = arguments.name.parse().map_err(NewFunctionError::Name)?;
    let folder = source.folder().join("functions").join(name.as_str());
    let kind = match (arguments.node, arguments.rust) {
        (true, _) => FunctionKind::Node,
        (_, true) => FunctionKind::Rust,
        _ => FunctionKind::Deno,
    };
    create(&display_path(&folder), &name, kind)?;
    print(&format!("Created {}\n", display_path(&folder).display()));
    if arguments.rust && !arguments.no_build && !build(&display_path(&folder))? {
        let manifest = display_path(&folder).join("Cargo.toml");
        let command = format!("cargo build --release --manifest-path {}", manifest.display());
        print(&format!("cargo is not installed. To build the function: {command}\n"));
    }
    let section = section(&name, kind, !arguments.no_verify_jwt);
    if source.is_json() {
        print(&format!("Add the function to {}:\n\n{section}", display_path(source.path()).display()));
        return Ok(());
    }
    // Last, so that a running stack finds the program.
    Ok(configure(source.path(), &section)?)
}
