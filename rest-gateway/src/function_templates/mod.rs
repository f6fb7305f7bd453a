//! Templates of working functions in TypeScript, Node.js and Rust.

use crate::function_host::{ServiceName, ServiceNameError};
use std::fs;
use std::io::{ErrorKind, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Why a function was not created.
#[derive(Debug, thiserror::Error)]
pub enum NewFunctionError {
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
    #[error("cargo cannot be started: {0}")]
    Cargo(std::io::Error),
}

/// The runtime of a function.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FunctionKind {
    Deno,
    Node,
    Rust,
}

impl FunctionKind {
    fn files(self) -> &'static [File] {
        match self {
            FunctionKind::Deno => &DENO,
            FunctionKind::Node => &NODE,
            FunctionKind::Rust => &RUST,
        }
    }

    /// The program, relative to the folder of the configuration. Deno needs none.
    fn entrypoint(self, name: &ServiceName) -> Option<String> {
        match self {
            FunctionKind::Deno => None,
            FunctionKind::Node => Some(format!("./functions/{name}/main")),
            FunctionKind::Rust => Some(format!("./functions/{name}/target/release/{name}")),
        }
    }
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

const DENO: [File; 2] =
    [file("index.ts", include_str!("deno/index.ts")), file("deno.json", include_str!("deno/deno.json"))];
const NODE: [File; 2] = [
    File { path: "main", content: include_str!("node/main"), is_executable: true },
    file("package.json", include_str!("node/package.json")),
];
const RUST: [File; 3] = [
    file("Cargo.toml", include_str!("rust/Cargo.toml.template")),
    file("src/main.rs", include_str!("rust/main.rs.template")),
    file(".gitignore", "/target\n"),
];

/// Writes the files of a function to a folder, which must not exist.
///
/// # Errors
/// When it exists, or a file cannot be written.
pub fn create(folder: &Path, name: &ServiceName, kind: FunctionKind) -> Result<(), NewFunctionError> {
    if folder.exists() {
        return Err(NewFunctionError::Exists(folder.to_owned()));
    }
    kind.files().iter().try_for_each(|file| {
        let content = file.content.replace("NAME", name.as_str());
        write(&folder.join(file.path), &content, file.is_executable)
    })
}

/// The section of the configuration.
#[must_use]
pub fn section(name: &ServiceName, kind: FunctionKind, verify_jwt: bool) -> String {
    let mut section = format!("[functions.{name}]\nenabled = true\nverify_jwt = {verify_jwt}\n");
    if let Some(entrypoint) = kind.entrypoint(name) {
        section += &format!("entrypoint = \"{entrypoint}\"\n");
    }
    section
}

/// Adds a section to a configuration, which is created if there is none.
///
/// # Errors
/// When the file cannot be written.
pub fn configure(path: &Path, section: &str) -> Result<(), NewFunctionError> {
    let failed = |cause| NewFunctionError::Write { path: path.to_owned(), cause };
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

/// Builds a function in Rust, so that it answers at once. Returns whether cargo is installed.
///
/// # Errors
/// When it does not compile, or cargo cannot be started.
pub fn build(folder: &Path) -> Result<bool, NewFunctionError> {
    let built = Command::new("cargo")
        .args(["build", "--release", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        // A target folder for all projects would put the program elsewhere.
        .env("CARGO_TARGET_DIR", folder.join("target"))
        .status();
    match built {
        Ok(status) if status.success() => Ok(true),
        Ok(_) => Err(NewFunctionError::Build),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(cause) => Err(NewFunctionError::Cargo(cause)),
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
