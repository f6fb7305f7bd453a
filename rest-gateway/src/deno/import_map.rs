//! Import maps that resolve `http/server.ts` of Deno's former standard library to a module of this program. Most older
//! functions import `serve` from it, which needs no download then. The entries of the function's own map stay.

use jsonc_parser::ParseOptions;
use serde_json::{Map, Value};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use url::Url;

const LIBRARY: &str = "https://deno.land/std";
const MODULE: &str = "http/server.ts";
const SOURCES: [&str; 6] = ["ts", "tsx", "js", "jsx", "mjs", "mts"];
/// Beside the folders of functions.
const SHARED: &str = "_shared";
/// The maximum of files that are searched for imports.
const MAX_FILES: usize = 1000;

/// Why there is no such map.
#[derive(Debug, thiserror::Error)]
pub enum ImportMapError {
    #[error("{path}: {cause}", path = .path.display())]
    File { path: PathBuf, cause: io::Error },
    #[error("{path} is not JSON with comments: {cause}", path = .path.display())]
    Json { path: PathBuf, cause: jsonc_parser::errors::ParseError },
}

/// The import map of a function, and what it needs to get another one.
pub struct Imports<'a> {
    /// The folder of the entrypoint.
    pub folder: &'a Path,
    /// The function's own import map, which may be a `deno.json`.
    pub own: Option<&'a Path>,
    /// The module that replaces std's.
    pub module: &'a Path,
}

impl Imports<'_> {
    /// Writes the map into the folder `to`. `None` if neither the function nor its map names the module.
    ///
    /// # Errors
    /// When the function's own map cannot be read, or the new one cannot be written.
    pub fn write(&self, to: &Path) -> Result<Option<PathBuf>, ImportMapError> {
        let module = file_url(self.module);
        let mut imports = Map::new();
        let mut scopes = Map::new();
        if let Some(own) = self.own {
            let (path, map) = read(own)?;
            let base = file_url(&path);
            imports = absolute(&map, "imports", &base);
            if let Some(Value::Object(own_scopes)) = map.get("scopes") {
                for scope in own_scopes.keys() {
                    scopes
                        .insert(resolve(scope, &base), Value::Object(absolute(&map["scopes"], scope, &base)));
                }
            }
        }
        let mut found: BTreeSet<String> = imported(self.folder);
        found.extend(imports.iter().filter_map(|(key, target)| specifier(key, target.as_str()?)));
        if found.is_empty() {
            return Ok(None);
        }
        imports.extend(found.into_iter().map(|specifier| (specifier, Value::from(module.as_str()))));
        let map = serde_json::json!({ "imports": imports, "scopes": scopes }).to_string();
        let digest: String = Sha256::digest(&map).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let path = to.join(format!("{digest}.json"));
        let write = || fs::create_dir_all(to).and_then(|()| fs::write(&path, map));
        write().map_err(|cause| ImportMapError::File { path: path.clone(), cause })?;
        Ok(Some(path))
    }
}

/// The map and its path. A `deno.json` may name a file with the map.
fn read(path: &Path) -> Result<(PathBuf, Value), ImportMapError> {
    let map = parse(path)?;
    match (map.get("importMap").and_then(Value::as_str), path.parent()) {
        (Some(file), Some(folder)) if !map["imports"].is_object() => {
            let file = folder.join(file);
            let map = parse(&file)?;
            Ok((file, map))
        }
        _ => Ok((path.to_owned(), map)),
    }
}

/// Deno reads these files with the same parser, as JSON with comments.
fn parse(path: &Path) -> Result<Value, ImportMapError> {
    let text =
        fs::read_to_string(path).map_err(|cause| ImportMapError::File { path: path.to_owned(), cause })?;
    jsonc_parser::parse_to_serde_value(&text, &ParseOptions::default())
        .map_err(|cause| ImportMapError::Json { path: path.to_owned(), cause })
}

/// The entries of a map, with their relative addresses resolved, because the new map is in another folder. As in a
/// `deno.json`, a package also has an entry for its subpaths.
fn absolute(map: &Value, name: &str, base: &str) -> Map<String, Value> {
    let mut entries = Map::new();
    let Some(own) = map.get(name).and_then(Value::as_object) else { return entries };
    for (key, target) in own {
        let Some(target) = target.as_str() else {
            entries.insert(key.clone(), target.clone());
            continue;
        };
        let subpaths = format!("{key}/");
        if let Some((scheme @ ("jsr" | "npm"), package)) = target.split_once(':')
            && !key.ends_with('/')
            && !own.contains_key(&subpaths)
        {
            let package = package.trim_start_matches('/');
            entries.insert(subpaths, format!("{scheme}:/{package}/").into());
        }
        entries.insert(resolve(key, base), resolve(target, base).into());
    }
    entries
}

/// A relative address becomes absolute; any other specifier stays.
fn resolve(address: &str, base: &str) -> String {
    let is_relative = ["./", "../", "/"].iter().any(|start| address.starts_with(start));
    let absolute = Url::parse(base).and_then(|base| base.join(address)).ok().filter(|_| is_relative);
    absolute.map_or_else(|| address.to_owned(), String::from)
}

/// The specifier that an entry of a map makes the name of the module, for example `std/http/server.ts` for `std/`.
fn specifier(key: &str, target: &str) -> Option<String> {
    let path = path_in_library(target)?;
    let rest = MODULE.strip_prefix(path)?;
    (rest.is_empty() || key.ends_with('/') && target.ends_with('/')).then(|| format!("{key}{rest}"))
}

/// The path of an address in any version of the library.
fn path_in_library(address: &str) -> Option<&str> {
    let (version, path) = address.strip_prefix(LIBRARY)?.split_once('/')?;
    (version.is_empty() || version.starts_with('@')).then_some(path)
}

/// The addresses of the module in the sources of a function and in the shared ones.
fn imported(folder: &Path) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let shared = folder.parent().map(|parent| parent.join(SHARED));
    let mut folders: Vec<PathBuf> = [Some(folder.to_owned()), shared].into_iter().flatten().collect();
    let mut files = 0;
    while let Some(next) = folders.pop() {
        // A folder that cannot be read has no imports that matter: Deno reports its error.
        for entry in fs::read_dir(next).into_iter().flatten().flatten() {
            let path = entry.path();
            let name = entry.file_name();
            let name = name.to_string_lossy();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder && name != "node_modules" && !name.starts_with('.') {
                folders.push(path);
            } else if SOURCES.iter().any(|extension| path.extension().is_some_and(|it| it == *extension)) {
                files += 1;
                if files > MAX_FILES {
                    return found;
                }
                found.extend(addresses(&fs::read_to_string(path).unwrap_or_default()));
            }
        }
    }
    found
}

fn addresses(source: &str) -> impl Iterator<Item = String> {
    source.match_indices(LIBRARY).filter_map(move |(start, _)| {
        let rest = &source[start..];
        let address = &rest[..rest.find(['"', '\'', '`'])?];
        (path_in_library(address) == Some(MODULE)).then(|| address.to_owned())
    })
}

/// The URL of a file with an absolute path.
pub fn file_url(path: &Path) -> String {
    Url::from_file_path(path).map_or_else(|()| path.to_string_lossy().into_owned(), String::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    const SERVER: &str = "https://deno.land/std@0.168.0/http/server.ts";

    /// The map of a function with these files, or none. The root of the files is `ROOT` in it.
    fn map(files: &[(&str, &str)], own: Option<&str>) -> Option<Value> {
        let root = tempfile::tempdir().unwrap();
        for (name, content) in files {
            let path = root.path().join("functions").join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, content).unwrap();
        }
        let folder = root.path().join("functions/hello");
        let own = own.map(|own| root.path().join("functions").join(own));
        let imports = Imports { folder: &folder, own: own.as_deref(), module: Path::new("/std_server.js") };
        let path = imports.write(&root.path().join("maps")).unwrap()?;
        let text = fs::read_to_string(path).unwrap();
        let base = file_url(root.path());
        Some(serde_json::from_str(&text.replace(&base, "ROOT")).unwrap())
    }

    #[test]
    fn the_module_is_found_in_the_sources() {
        let source = format!("import {{ serve }} from \"{SERVER}\";");
        let expected = serde_json::json!({ "imports": { SERVER: "file:///std_server.js" }, "scopes": {} });
        assert_eq!(map(&[("hello/index.ts", &source)], None), Some(expected.clone()));
        assert_eq!(map(&[("hello/index.ts", ""), ("_shared/serve.ts", &source)], None), Some(expected));
        let others = "import 'https://deno.land/std@0.168.0/http/mod.ts'; import 'https://deno.land/stdx/http/server.ts';";
        assert_eq!(map(&[("hello/index.ts", others)], None), None);
    }

    #[test]
    fn the_entries_of_the_functions_own_map_stay() {
        let own = r#"{ "imports": { "std/": "https://deno.land/std@0.168.0/", "menu": "./menu.ts", "oak": "jsr:@oak/oak@14" },
                       "scopes": { /* of all functions */ "../_shared/": { "menu": "../menu.ts" } }, // no more
                     }"#;
        let expected = serde_json::json!({
            "imports": {
                "std/": "https://deno.land/std@0.168.0/",
                "std/http/server.ts": "file:///std_server.js",
                "menu": "ROOT/functions/hello/menu.ts",
                "oak": "jsr:@oak/oak@14",
                "oak/": "jsr:/@oak/oak@14/",
            },
            "scopes": { "ROOT/functions/_shared/": { "menu": "ROOT/functions/menu.ts" } },
        });
        assert_eq!(map(&[("hello/deno.json", own)], Some("hello/deno.json")), Some(expected));
        let named = [("hello/deno.json", r#"{ "importMap": "../map.json" }"#), ("map.json", own)];
        let imports = map(&named, Some("hello/deno.json")).unwrap();
        assert_eq!(imports["imports"]["menu"], "ROOT/functions/menu.ts");
        assert_eq!(map(&[("hello/deno.json", "{}")], Some("hello/deno.json")), None);
    }
}
