//! Adds the caller's extensions to those of the installation. Postgres derives the folder of extensions from the path of its
//! program, after resolving links. So the server runs from a copy of the program in a tree of links to the installation,
//! whose folder of extensions also has the caller's files. The setting `extension_control_path` does the same only from
//! version 18 on.

use crate::error::{Context, Error};
use crate::options::Extension;
use crate::user::User;
use std::fs::{self, Permissions};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

/// The tree, in the server's folder.
const TREE: &str = "installation";
/// The file in the tree with a hash of its sources.
const STAMP: &str = "stamp";

/// The folders of an installation.
struct Layout {
    /// The folder of the libraries.
    libraries: PathBuf,
    /// The folder of shared files, with the folder `extension`.
    share: PathBuf,
    /// The paths of `bin`, the libraries and the shared files, relative to the root. The tree has the same.
    below: [PathBuf; 3],
}

impl Layout {
    /// Recognises Debian's packages, and installations below one folder.
    fn of(bin: &Path) -> Option<Layout> {
        let parent = bin.parent()?;
        let has_extensions = |share: &Path| share.join("extension/plpgsql.control").is_file();
        for share in ["share", "share/postgresql"] {
            if has_extensions(&parent.join(share)) {
                let below = ["bin".into(), "lib".into(), share.into()];
                return Some(Layout { libraries: parent.join("lib"), share: parent.join(share), below });
            }
        }
        let major = parent.file_name()?;
        let share = parent.ancestors().nth(3)?.join("share/postgresql").join(major);
        let versioned = Path::new("lib/postgresql").join(major);
        let is_debian = parent.ends_with(&versioned) && has_extensions(&share);
        let below = [versioned.join("bin"), versioned.join("lib"), Path::new("share/postgresql").join(major)];
        is_debian.then(|| Layout { libraries: parent.join("lib"), share, below })
    }
}

/// The folder of an installation's extensions, with their control files.
pub fn extension_folder(bin: &Path) -> Option<PathBuf> {
    Some(Layout::of(bin)?.share.join("extension"))
}

/// A `bin` folder whose `postgres` also has these extensions. Returns `None` for an installation with an unknown layout, or
/// if `user` cannot run programs in `folder`.
///
/// # Errors
/// When files cannot be written.
pub fn bin_with_extensions(
    bin: &Path,
    folder: &Path,
    extensions: &[Extension],
    user: User,
) -> Result<Option<PathBuf>, Error> {
    let Some(layout) = Layout::of(bin).filter(|_| !extensions.is_empty()) else { return Ok(None) };
    let tree = folder.join(TREE);
    let operation = || format!("link the installation of Postgres in {}", tree.display());
    let stamp = stamp(bin, &layout, extensions).context(operation)?;
    let linked_bin = tree.join(&layout.below[0]);
    if fs::read_to_string(tree.join(STAMP)).is_ok_and(|earlier| earlier == stamp) {
        return Ok(Some(linked_bin));
    }
    if tree.exists() {
        fs::remove_dir_all(&tree).context(operation)?;
    }
    link(bin, &layout, &tree).context(operation)?;
    for extension in extensions {
        write(&tree.join(&layout.below[2]).join("extension"), extension).context(operation)?;
    }
    if !user.can_run(&linked_bin.join("postgres")) {
        return Ok(None);
    }
    fs::write(tree.join(STAMP), stamp).context(operation)?;
    Ok(Some(linked_bin))
}

/// Changes with the program, the extensions of the installation, and those of the caller.
fn stamp(bin: &Path, layout: &Layout, extensions: &[Extension]) -> io::Result<String> {
    let program = fs::metadata(bin.join("postgres"))?;
    let mut installed = Vec::new();
    for entry in fs::read_dir(layout.share.join("extension"))? {
        installed.push(entry?.file_name());
    }
    installed.sort();
    let mut hasher = DefaultHasher::new();
    (bin, program.len(), program.modified()?, installed, extensions).hash(&mut hasher);
    Ok(format!("{:016x}", hasher.finish()))
}

fn link(bin: &Path, layout: &Layout, tree: &Path) -> io::Result<()> {
    let [linked_bin, libraries, share] = layout.below.each_ref().map(|place| tree.join(place));
    for folder in [&linked_bin, &share.join("extension")] {
        create_folder(tree, folder)?;
    }
    fs::copy(bin.join("postgres"), linked_bin.join("postgres"))?;
    fs::set_permissions(linked_bin.join("postgres"), Permissions::from_mode(0o755))?;
    symlink(&layout.libraries, libraries)?;
    link_entries(&layout.share, &share, |name| name != "extension")?;
    link_entries(&layout.share.join("extension"), &share.join("extension"), |_| true)
}

/// Creates a folder below `tree`, and those between, so that every user can enter them.
fn create_folder(tree: &Path, folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    for between in folder.ancestors().take_while(|ancestor| ancestor.starts_with(tree)) {
        fs::set_permissions(between, Permissions::from_mode(0o755))?;
    }
    Ok(())
}

fn link_entries(from: &Path, to: &Path, is_wanted: impl Fn(&str) -> bool) -> io::Result<()> {
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        if entry.file_name().to_str().is_some_and(&is_wanted) {
            symlink(entry.path(), to.join(entry.file_name()))?;
        }
    }
    Ok(())
}

/// Writes the two files of an extension, unless the installation has it.
fn write(folder: &Path, extension: &Extension) -> io::Result<()> {
    let control = folder.join(format!("{}.control", extension.name));
    if control.exists() {
        if !extension.replaces_installed {
            return Ok(());
        }
        // A link to the installation's.
        fs::remove_file(&control)?;
    }
    let schema = extension.schema.as_ref().map(|schema| format!("schema = '{schema}'\n")).unwrap_or_default();
    let content = format!(
        "comment = '{}'\ndefault_version = '{}'\nrelocatable = false\n{schema}",
        extension.comment.replace('\'', "''"),
        extension.version
    );
    write_readable(&control, &content)?;
    let script = folder.join(format!("{}--{}.sql", extension.name, extension.version));
    if script.is_symlink() {
        fs::remove_file(&script)?;
    }
    write_readable(&script, &extension.script)
}

fn write_readable(path: &Path, content: &str) -> io::Result<()> {
    fs::write(path, content)?;
    fs::set_permissions(path, Permissions::from_mode(0o644))
}
