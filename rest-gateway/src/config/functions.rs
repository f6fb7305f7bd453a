//! `[functions.NAME]` and `[edge_runtime]`: the functions, their settings and their environment.

use super::reader::{Kind, Section};
use super::values::{Number, Secret, text};
use crate::function_host::ServiceName;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Endings of source files for Deno.
const SCRIPTS: [&str; 7] = ["ts", "tsx", "mts", "js", "jsx", "mjs", "cjs"];

/// `[functions.NAME]`.
#[derive(Debug, Clone)]
pub struct Function {
    pub enabled: bool,
    /// Whether the gateway verifies the token of every request.
    pub verify_jwt: bool,
    pub program: FunctionProgram,
    /// Environment variables of this function alone.
    pub env: BTreeMap<VariableName, Secret>,
    pub rate_limit: Option<RateLimit>,
    /// Lets an administrators' function be called with only the public key, for a client that cannot log in.
    pub open_to_public_key: bool,
}

/// Warns about scripts, which the stack has no runtime for: configured ones, and those that only have a folder.
pub(super) fn warn_about_scripts(root: &mut Section<'_, '_>, functions: &BTreeMap<Name, Function>) {
    let declared: Vec<&str> = functions.keys().map(|name| name.0.as_str()).collect();
    let found =
        if root.is_project() { script_folders(&root.resolve(Path::new("functions"))) } else { Vec::new() };
    let undeclared = found.into_iter().filter(|name| !declared.contains(&name.as_str()));
    let scripts = functions.iter().filter(|(_, function)| function.enabled && function.is_script());
    let mut names: Vec<String> =
        scripts.map(|(name, _)| name.0.as_str().to_owned()).chain(undeclared).collect();
    names.sort();
    if !names.is_empty() {
        root.warn_about(
            "[functions]",
            &format!("in TypeScript or JavaScript are not run: {}", names.join(", ")),
        );
    }
}

/// The folders with an `index.ts`. Those that begin with `_` are libraries.
fn script_folders(functions: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(functions).into_iter().flatten().flatten();
    let scripts = entries.filter(|entry| entry.path().join("index.ts").is_file());
    let names = scripts.filter_map(|entry| entry.file_name().into_string().ok());
    names.filter(|name| name.starts_with(|first: char| first.is_ascii_alphabetic())).collect()
}

/// What a function runs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FunctionProgram {
    /// The executable of the function's name in this executable's folder.
    Sibling,
    Executable(PathBuf),
    /// A source file for Deno, with its import map and the patterns of files that it may read.
    Script {
        entrypoint: PathBuf,
        import_map: Option<PathBuf>,
        static_files: Vec<PathBuf>,
    },
}

impl Function {
    pub(super) fn read(name: &Name, section: &mut Section<'_, '_>) -> Function {
        let own_script = PathBuf::from(format!("./functions/{}/index.ts", name.0));
        let own_script = section.resolve(&own_script);
        let import_map = section.path("import_map");
        let static_files = section.paths("static_files", &[]);
        let program = match section.path("entrypoint") {
            Some(entrypoint) if is_script(&entrypoint) => {
                FunctionProgram::Script { entrypoint, import_map, static_files }
            }
            Some(path) => FunctionProgram::Executable(path),
            None if section.is_project() => {
                FunctionProgram::Script { entrypoint: own_script, import_map, static_files }
            }
            None => FunctionProgram::Sibling,
        };
        Function {
            enabled: section.switch("enabled", true),
            verify_jwt: section.value("verify_jwt", true),
            program,
            env: section.map("env"),
            rate_limit: section.present_section("rate_limit", RateLimit::read).flatten(),
            open_to_public_key: section.own("open_to_public_key", false),
        }
    }

    /// Whether it is a source file for Deno.
    pub fn is_script(&self) -> bool {
        matches!(self.program, FunctionProgram::Script { .. })
    }
}

fn is_script(path: &Path) -> bool {
    path.extension().and_then(|ending| ending.to_str()).is_some_and(|ending| SCRIPTS.contains(&ending))
}

/// `requests` per client address in `interval` seconds.
#[derive(Debug, Clone, Copy)]
pub struct RateLimit {
    pub requests: Number<1, 1_000_000_000>,
    pub interval: Number<1, 86_400>,
}

impl RateLimit {
    fn read(section: &mut Section<'_, '_>) -> Option<RateLimit> {
        let (requests, interval) = (section.own_required("requests"), section.own_required("interval"));
        Some(RateLimit { requests: requests?, interval: interval? })
    }
}

/// A function's name, ordered alphabetically.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Name(pub ServiceName);

impl Ord for Name {
    fn cmp(&self, other: &Name) -> Ordering {
        self.0.as_str().cmp(other.0.as_str())
    }
}

impl PartialOrd for Name {
    fn partial_cmp(&self, other: &Name) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<'de> Deserialize<'de> for Name {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map(Name).map_err(D::Error::custom)
    }
}

/// `[edge_runtime]`.
#[derive(Debug, Clone)]
pub struct EdgeRuntime {
    /// Whether functions are served.
    pub enabled: bool,
    /// Environment variables of every function.
    pub secrets: BTreeMap<VariableName, Secret>,
}

impl EdgeRuntime {
    pub(super) fn read(section: &mut Section<'_, '_>) -> EdgeRuntime {
        section.ignore(&[
            ("policy", Kind::Text("per_worker")),
            ("inspector_port", Kind::Number(8083)),
            ("deno_version", Kind::Number(2)),
        ]);
        EdgeRuntime { enabled: section.value("enabled", true), secrets: section.map("secrets") }
    }
}

/// The name of an environment variable that is not reserved, in capitals.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct VariableName(pub String);

impl<'de> Deserialize<'de> for VariableName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expected = "a variable's name: letters, digits and `_`, not beginning with SUPABASE_";
        text(deserializer, expected, |name| {
            let name = name.to_uppercase();
            let is_plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
            let fits =
                name.starts_with(|c: char| c.is_ascii_uppercase() || c == '_') && name.chars().all(is_plain);
            (fits && !name.starts_with("SUPABASE_")).then_some(VariableName(name))
        })
    }
}
