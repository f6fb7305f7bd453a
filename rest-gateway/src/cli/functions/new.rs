//! `functions new`: a function that answers as it is, in TypeScript, Node.js or Rust.

use super::super::error::CommandError;
use super::super::report::shown;
use super::super::workspace::enter;
use crate::function_host::{ServiceName, ServiceNameError};
use crate::stack::DEFAULT_FOLDER;
use crate::terminal::print;
use clap::Args;
use std::fs;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

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

/// Why a function was not created.
#[derive(Debug, thiserror::Error)]
pub(in crate::cli) enum NewFunctionError {
    #[error(transparent)]
    Name(#[from] ServiceNameError),
    #[error("the functions of this product are crates; see CONTRIBUTING.md")]
    Product,
    #[error("{} is there already", .0.display())]
    Exists(PathBuf),
    #[error("cannot write {path}: {cause}", path = .path.display())]
    Write { path: PathBuf, cause: std::io::Error },
    #[error("cargo has not built the function")]
    Build,
}

/// A file of a template. `NAME` in it stands for the function's name.
struct File {
    path: &'static str,
    content: &'static str,
    is_executable: bool,
}

const fn file(path: &'static str, content: &'static str) -> File {
    File { path, content, is_executable: false }
}

const DENO: [File; 2] = [
    file("index.ts", include_str!("templates/deno/index.ts")),
    file("deno.json", include_str!("templates/deno/deno.json")),
];
const NODE: [File; 2] = [
    File { path: "main", content: include_str!("templates/node/main"), is_executable: true },
    file("package.json", include_str!("templates/node/package.json")),
];
const RUST: [File; 3] = [
    file("Cargo.toml", include_str!("templates/rust/Cargo.toml.template")),
    file("src/main.rs", include_str!("templates/rust/main.rs.template")),
    file(".gitignore", "/target\n"),
];

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
    if folder.exists() {
        return Err(NewFunctionError::Exists(shown(&folder)).into());
    }
    let (files, entrypoint): (&[File], Option<String>) = match (arguments.node, arguments.rust) {
        (true, _) => (&NODE, Some(format!("./functions/{name}/main"))),
        (_, true) => (&RUST, Some(format!("./functions/{name}/target/release/{name}"))),
        _ => (&DENO, None),
    };
    for file in files {
        write(&folder.join(file.path), &file.content.replace("NAME", name.as_str()), file.is_executable)?;
    }
    print(&format!("Created {}\n", shown(&folder).display()));
    if arguments.rust && !arguments.no_build {
        build(&folder)?;
    }
    // Last, so that a running stack finds the program.
    configure(source.path(), &section(&name, entrypoint.as_deref(), !arguments.no_verify_jwt))?;
    Ok(())
}

/// The section of the configuration.
fn section(name: &ServiceName, entrypoint: Option<&str>, verify_jwt: bool) -> String {
    let mut section = format!("[functions.{name}]\nenabled = true\nverify_jwt = {verify_jwt}\n");
    if let Some(entrypoint) = entrypoint {
        section += &format!("entrypoint = \"{entrypoint}\"\n");
    }
    section
}

/// Adds a section to the configuration, which is created if there is none.
fn configure(path: &Path, section: &str) -> Result<(), NewFunctionError> {
    let failed = |cause| NewFunctionError::Write { path: path.to_owned(), cause };
    if path.extension().is_some_and(|ending| ending != "toml") {
        print(&format!("Add the function to {}:\n\n{section}", shown(path).display()));
        return Ok(());
    }
    let present = match fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => String::new(),
        Err(cause) => return Err(failed(cause)),
    };
    let gap = match present.as_str() {
        "" => "",
        text if text.ends_with('\n') => "\n",
        _ => "\n\n",
    };
    fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).map_err(failed)?;
    let mut file = fs::File::options().create(true).append(true).open(path).map_err(failed)?;
    file.write_all(format!("{gap}{section}").as_bytes()).map_err(failed)
}

fn write(path: &Path, content: &str, is_executable: bool) -> Result<(), NewFunctionError> {
    let write = || {
        fs::create_dir_all(path.parent().unwrap_or(Path::new(".")))?;
        fs::write(path, content)?;
        if is_executable {
            fs::set_permissions(path, fs::Permissions::from_mode(0o755))?;
        }
        Ok(())
    };
    write().map_err(|cause| NewFunctionError::Write { path: path.to_owned(), cause })
}

/// Builds the function, so that it answers at once. Without cargo the command to do so is printed.
fn build(folder: &Path) -> Result<(), NewFunctionError> {
    let manifest = folder.join("Cargo.toml");
    // A target folder for all projects would put the program elsewhere.
    let target = folder.join("target");
    let built = Command::new("cargo")
        .args(["build", "--release", "--manifest-path"])
        .arg(&manifest)
        .env("CARGO_TARGET_DIR", target)
        .status();
    match built {
        Ok(status) if status.success() => Ok(()),
        Ok(_) => Err(NewFunctionError::Build),
        Err(_) => {
            print(&format!(
                "cargo is not installed. To build the function: cargo build --release --manifest-path {}\n",
                shown(&manifest).display()
            ));
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_section_is_added_after_what_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("supabase/config.toml");
        let read = || fs::read_to_string(&path).unwrap();
        configure(&path, "[functions.a]\n").unwrap();
        assert_eq!(read(), "[functions.a]\n");
        fs::write(&path, "[api]").unwrap();
        configure(&path, "[functions.b]\n").unwrap();
        assert_eq!(read(), "[api]\n\n[functions.b]\n");
    }
}
