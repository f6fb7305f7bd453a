//! Compiles the site's dictionaries (`frontend/src/i18n/<language>/<namespace>.json`) into the program: one JSON
//! object per language, with a key for each namespace. A dictionary that is not JSON fails the build.

use serde_json::{Map, Value};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

const DICTIONARIES: &str = "../../frontend/src/i18n";

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={DICTIONARIES}");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let mut list = String::from("&[\n");
    for folder in sorted(Path::new(DICTIONARIES))? {
        if !folder.is_dir() {
            continue;
        }
        let language = name(&folder)?;
        let file = out.join(format!("{language}.json"));
        fs::write(&file, dictionary(&folder)?)?;
        list.push_str(&format!("    ({language:?}, include_str!({file:?})),\n"));
    }
    list.push(']');
    fs::write(out.join("dictionaries.rs"), list)?;
    Ok(())
}

fn dictionary(folder: &Path) -> Result<String, Box<dyn Error>> {
    let mut namespaces = Map::new();
    for file in sorted(folder)? {
        let texts: Value = serde_json::from_slice(&fs::read(&file)?)
            .map_err(|error| format!("{}: {error}", file.display()))?;
        namespaces.insert(name(&file)?, texts);
    }
    Ok(Value::Object(namespaces).to_string())
}

fn sorted(folder: &Path) -> Result<Vec<PathBuf>, std::io::Error> {
    let mut paths =
        fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect::<Result<Vec<_>, std::io::Error>>()?;
    paths.sort();
    Ok(paths)
}

/// A folder's name, or a file's without its extension.
fn name(path: &Path) -> Result<String, Box<dyn Error>> {
    let name = path.file_stem().and_then(|stem| stem.to_str());
    Ok(name.ok_or_else(|| format!("{}: not a name", path.display()))?.to_owned())
}
