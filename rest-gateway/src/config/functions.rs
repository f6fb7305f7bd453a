//! `[functions.NAME]` and `[edge_runtime]`: the functions, their settings and their environment.

use super::reader::{Kind, Section};
use super::values::{Number, Secret, text};
use crate::deno::Script;
use crate::function_host::{Service, ServiceName};
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
    /// Environment variables only of this function.
    pub env: BTreeMap<VariableName, Secret>,
    pub rate_limit: Option<RateLimit>,
    /// The maximum of concurrent requests; further ones wait for a moment or are rejected.
    pub max_concurrency: usize,
    /// Lets an administrators' function be called with only the public key, for a client that cannot log in.
    pub open_to_public_key: bool,
}

/// Adds the scripts of a project that the configuration does not name: each folder with an `index.ts` is a function.
pub(super) fn add_undeclared(root: &Section<'_, '_>, functions: &mut BTreeMap<Name, Function>) {
    if !root.is_project() {
        return;
    }
    let folder = root.resolve(Path::new("./functions"));
    for name in script_folders(&folder) {
        let script = Script { entrypoint: folder.join(name.0.as_str()).join("index.ts"), import_map: None };
        functions.entry(name).or_insert_with(|| Function {
            enabled: true,
            verify_jwt: true,
            program: FunctionProgram::Script(script),
            env: BTreeMap::new(),
            rate_limit: None,
            max_concurrency: Service::MAX_CONCURRENCY,
            open_to_public_key: false,
        });
    }
}

/// The folders with an `index.ts`. Those whose names begin with `_` are libraries.
fn script_folders(functions: &Path) -> Vec<Name> {
    let entries = std::fs::read_dir(functions).into_iter().flatten().flatten();
    let scripts = entries.filter(|entry| entry.path().join("index.ts").is_file());
    let names = scripts.filter_map(|entry| entry.file_name().into_string().ok());
    names.filter_map(|name| name.parse().ok().map(Name)).collect()
}

/// The program of a function.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FunctionProgram {
    /// The executable of the function's name in this executable's folder.
    Sibling,
    Executable(PathBuf),
    Script(Script),
}

impl Function {
    pub(super) fn read(name: &Name, section: &mut Section<'_, '_>) -> Function {
        let own_script = PathBuf::from(format!("./functions/{}/index.ts", name.0));
        let own_script = section.resolve(&own_script);
        let import_map = section.path("import_map");
        // Ignored, because every function may read every file.
        let _ = section.paths("static_files", &[]);
        let program = match section.path("entrypoint") {
            Some(entrypoint) if is_script(&entrypoint) => {
                FunctionProgram::Script(Script { entrypoint, import_map })
            }
            Some(path) => FunctionProgram::Executable(path),
            None if section.is_project() => {
                FunctionProgram::Script(Script { entrypoint: own_script, import_map })
            }
            None => FunctionProgram::Sibling,
        };
        Function {
            enabled: section.switch("enabled", true),
            verify_jwt: section.value("verify_jwt", true),
            program,
            env: section.map("env"),
            rate_limit: section.present_section("rate_limit", RateLimit::read).flatten(),
            max_concurrency: max_concurrency(section),
            open_to_public_key: section.own("open_to_public_key", false),
        }
    }

    /// The source file, if it is one for Deno.
    pub fn script(&self) -> Option<&Script> {
        match &self.program {
            FunctionProgram::Script(script) => Some(script),
            FunctionProgram::Sibling | FunctionProgram::Executable(_) => None,
        }
    }
}

fn max_concurrency(section: &mut Section<'_, '_>) -> usize {
    let configured: Option<Number<1, 100_000>> = section.own_optional("max_concurrency");
    configured.and_then(|max| usize::try_from(max.get()).ok()).unwrap_or(Service::MAX_CONCURRENCY)
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
    /// Whether each request gets a process of its own.
    pub one_shot: bool,
    /// Environment variables of every function.
    pub secrets: BTreeMap<VariableName, Secret>,
}

impl EdgeRuntime {
    pub(super) fn read(section: &mut Section<'_, '_>) -> EdgeRuntime {
        section.ignore(&[("inspector_port", Kind::Number(8083))]);
        read_deno_version(section);
        EdgeRuntime {
            enabled: section.value("enabled", true),
            one_shot: section.value("policy", Policy::PerWorker) == Policy::Oneshot,
            secrets: section.map("secrets"),
        }
    }
}

/// Checks the version as Supabase's command line does, which has a runtime of each. Here the machine's Deno runs functions.
fn read_deno_version(section: &mut Section<'_, '_>) {
    match section.optional::<u64>("deno_version") {
        None | Some(2) => {}
        Some(1) => section.warn_about("deno_version", "is 1, but functions run in Deno 2 here"),
        Some(_) => section.reject("deno_version", "expected 1 or 2"),
    }
}

/// How long a function's process lives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Policy {
    PerWorker,
    Oneshot,
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
