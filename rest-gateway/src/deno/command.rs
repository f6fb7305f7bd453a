//! The command line of a function: its configuration by Supabase's rules, and the permissions and limits of Supabase's
//! runtime (functions guide, "Limits").

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use super::import_map::{Imports, file_url};
use super::runtime::DenoRuntime;
use crate::process::ChildCommand;

/// The permissions of a function in Supabase's runtime. It may not start processes or load libraries.
const PERMISSIONS: [&str; 6] =
    ["--allow-env", "--allow-net", "--allow-read", "--allow-write", "--allow-sys=hostname", "--allow-import"];
/// Memory of a function on Supabase, in MB.
const MEMORY: u32 = 256;
/// Variables of this process about proxies and registries, which Deno needs.
const NETWORK_VARIABLES: [&str; 12] = [
    "DENO_CERT",
    "DENO_TLS_CA_STORE",
    "DENO_AUTH_TOKENS",
    "SSL_CERT_FILE",
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "NO_PROXY",
    "http_proxy",
    "https_proxy",
    "no_proxy",
    "NPM_CONFIG_REGISTRY",
    "JSR_URL",
];
const CONFIGURATIONS: [&str; 2] = ["deno.json", "deno.jsonc"];

/// A function's source file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Script {
    pub entrypoint: PathBuf,
    /// The import map of the configuration, which takes precedence over the function's own `deno.json`.
    pub import_map: Option<PathBuf>,
}

impl Script {
    /// The command that runs the function with these variables.
    #[must_use]
    pub fn command(&self, runtime: &DenoRuntime, mut env: Vec<(String, String)>) -> ChildCommand {
        let mut args: Vec<OsString> = ["run", "--no-check", "--no-prompt", "--node-modules-dir=none"]
            .into_iter()
            .chain(PERMISSIONS)
            .map(OsString::from)
            .collect();
        args.push(format!("--v8-flags=--max-old-space-size={MEMORY}").into());
        args.extend(self.configuration(runtime));
        args.push(runtime.bootstrap().into_os_string());
        args.push(file_url(&self.entrypoint).into());

        let network = NETWORK_VARIABLES.into_iter();
        env.extend(network.filter_map(|name| Some((name.to_owned(), std::env::var(name).ok()?))));
        env.push(("DENO_DIR".to_owned(), runtime.cache().to_string_lossy().into_owned()));
        env.push(("NO_COLOR".to_owned(), "1".to_owned()));
        if !self.folder().join("package.json").is_file() {
            // A `package.json` in a folder above belongs to a web project.
            env.push(("DENO_NO_PACKAGE_JSON".to_owned(), "1".to_owned()));
        }
        ChildCommand { program: runtime.executable.clone(), args, env }
    }

    fn folder(&self) -> &Path {
        self.entrypoint.parent().unwrap_or(Path::new("/"))
    }

    /// The flags for `deno.json`, import map and lock file. Older projects have one import map for all functions.
    fn configuration(&self, runtime: &DenoRuntime) -> Vec<OsString> {
        let folder = self.folder();
        let config = CONFIGURATIONS.map(|name| folder.join(name)).into_iter().find(|file| file.is_file());
        let shared = || {
            let folders = [Some(folder), folder.parent()].into_iter().flatten();
            folders.map(|folder| folder.join("import_map.json")).find(|file| file.is_file())
        };
        let own = self.import_map.clone().or_else(|| if config.is_none() { shared() } else { None });
        let module = runtime.std_server();
        let imports = Imports { folder, own: own.as_deref().or(config.as_deref()), module: &module };
        let import_map = match imports.write(&runtime.import_maps()) {
            Ok(with_alias) => with_alias.or(own),
            Err(error) => {
                tracing::debug!("std's `serve` is not replaced: {error}");
                own
            }
        };
        let mut flags = match config {
            Some(config) => vec!["--config".into(), config.into_os_string()],
            None => vec!["--no-config".into()],
        };
        if let Some(import_map) = import_map {
            // An import map of Supabase's may be a whole `deno.json`, which Deno also takes here.
            flags.extend(["--import-map".into(), import_map.into_os_string()]);
        }
        if !folder.join("deno.lock").is_file() {
            // Otherwise Deno would write one into the project.
            flags.push("--no-lock".into());
        }
        flags
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// The flags of a function whose folder has these files.
    fn flags(files: &[&str], import_map: Option<&str>) -> Vec<String> {
        let root = tempfile::tempdir().unwrap();
        let folder = root.path().join("functions/hello");
        fs::create_dir_all(&folder).unwrap();
        for file in files {
            fs::write(folder.join(file), "{}").unwrap();
        }
        let script = Script {
            entrypoint: folder.join("index.ts"),
            import_map: import_map.map(|map| root.path().join(map)),
        };
        let runtime = DenoRuntime::prepare(PathBuf::from("deno"), &root.path().join("runtime")).unwrap();
        let relative = |flag: OsString| {
            let flag = PathBuf::from(flag);
            flag.strip_prefix(root.path()).unwrap_or(&flag).to_string_lossy().into_owned()
        };
        script.configuration(&runtime).into_iter().map(relative).collect()
    }

    #[test]
    fn a_functions_own_configuration_counts() {
        assert_eq!(flags(&[], None), ["--no-config", "--no-lock"]);
        assert_eq!(
            flags(&["deno.json", "deno.jsonc", "import_map.json"], None),
            ["--config", "functions/hello/deno.json", "--no-lock"]
        );
        assert_eq!(flags(&["deno.jsonc", "deno.lock"], None), ["--config", "functions/hello/deno.jsonc"]);
    }

    #[test]
    fn an_import_map_is_the_configured_one_or_that_of_the_functions() {
        let shared = ["--no-config", "--import-map", "functions/import_map.json", "--no-lock"];
        assert_eq!(flags(&["../import_map.json"], None), shared);
        assert_eq!(
            flags(&["deno.json"], Some("maps/import_map.json")),
            ["--config", "functions/hello/deno.json", "--import-map", "maps/import_map.json", "--no-lock"]
        );
    }

    #[test]
    fn an_entrypoint_is_encoded_in_its_address() {
        assert_eq!(file_url(Path::new("/a b/index#1.ts")), "file:///a%20b/index%231.ts");
    }
}
