//! Finds the `deno` executable.

use std::env;
use std::ffi::OsStr;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// How to install Deno, for error messages.
pub const INSTALLATION: &str =
    "npm install --global deno, or https://docs.deno.com/runtime/getting_started/installation";

/// Deno's own folder, below the home folder, where its installer puts it.
const OWN_FOLDER: &str = ".deno/bin";

/// Deno on the PATH, among the npm packages of the project or of a folder above, or where its installer puts it.
#[must_use]
pub fn find_deno(project: &Path) -> Option<PathBuf> {
    let home = env::var_os("HOME").map(PathBuf::from);
    find(project, &env::var_os("PATH").unwrap_or_default(), home.as_deref())
}

fn find(project: &Path, path: &OsStr, home: Option<&Path>) -> Option<PathBuf> {
    let on_path = env::split_paths(path).map(|folder| folder.join("deno"));
    let packages = project.ancestors().map(|folder| folder.join("node_modules/.bin/deno"));
    let installed = home.map(|home| home.join(OWN_FOLDER).join("deno"));
    let found = on_path.chain(packages).chain(installed).find(|file| is_executable(file))?;
    Some(behind_npm_shim(found))
}

/// Replaces the Node script that npm's package may install as `deno` by the executable that the script would start, from
/// the package of this platform. A function runs without the variables that the script needs.
fn behind_npm_shim(found: PathBuf) -> PathBuf {
    let Ok(file) = found.canonicalize() else { return found };
    if file.extension().is_none_or(|ending| ending != "cjs") {
        return found;
    }
    let packages = file.ancestors().filter_map(|folder| std::fs::read_dir(folder.join("@deno")).ok());
    let executables = packages.flatten().flatten().map(|package| package.path().join("deno"));
    executables.into_iter().find(|file| is_executable(file)).unwrap_or(found)
}

fn is_executable(file: &Path) -> bool {
    file.metadata().is_ok_and(|it| it.is_file() && it.permissions().mode() & 0o111 != 0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn executable(file: &Path) {
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, "").unwrap();
        fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn the_path_counts_before_the_projects_packages_and_the_home_folder() {
        let folder = tempfile::tempdir().unwrap();
        let [bin, project, home] = ["bin", "repository/app", "home"].map(|name| folder.path().join(name));
        let look = |path: &Path| find(&project, path.as_os_str(), Some(&home));
        assert_eq!(look(&bin), None);
        let places = [
            home.join(".deno/bin/deno"),
            folder.path().join("repository/node_modules/.bin/deno"),
            bin.join("deno"),
        ];
        for place in places {
            executable(&place);
            assert_eq!(look(&bin), Some(place));
        }
    }

    #[test]
    fn a_script_of_npm_leads_to_the_executable_behind_it() {
        let folder = tempfile::tempdir().unwrap();
        let packages = folder.path().join("node_modules");
        executable(&packages.join("deno/bin.cjs"));
        executable(&packages.join("@deno/linux-x64-glibc/deno"));
        fs::create_dir(packages.join(".bin")).unwrap();
        std::os::unix::fs::symlink("../deno/bin.cjs", packages.join(".bin/deno")).unwrap();
        let found = find(folder.path(), OsStr::new(""), None).unwrap();
        assert_eq!(found, packages.canonicalize().unwrap().join("@deno/linux-x64-glibc/deno"));
    }
}
