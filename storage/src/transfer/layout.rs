//! The files of objects in a folder: `<bucket>/<name>`. An object whose name cannot be that of a file, for example because
//! another object's name continues it, is in `.versions/<version>`.

use super::protocol::StoredObject;
use std::path::{Path, PathBuf};

/// The folder of such objects.
const VERSIONS: &str = ".versions";
/// The longest name of a file or a folder, in bytes, as Linux has it.
const MAX_NAME: usize = 255;

/// The file with the object's own name. `None` if there can be no such file.
pub fn named(root: &Path, object: &StoredObject) -> Option<PathBuf> {
    let mut path = root.to_owned();
    for segment in std::iter::once(object.bucket.as_str()).chain(object.name.split('/')) {
        let is_special = matches!(segment, "" | "." | "..") || segment.contains('\0');
        if is_special || segment.len() > MAX_NAME {
            return None;
        }
        path.push(segment);
    }
    (object.bucket != VERSIONS).then_some(path)
}

/// The file with the name of its version.
pub fn by_version(root: &Path, object: &StoredObject) -> PathBuf {
    root.join(VERSIONS).join(object.version.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_never_leaves_the_folder() {
        let file = |bucket: &str, name: &str| {
            let (bucket, name) = (bucket.to_owned(), name.to_owned());
            let version = uuid::Uuid::nil();
            named(Path::new("/d"), &StoredObject { bucket, name, version, size: None, etag: None })
        };
        assert_eq!(file("b", "a/c d.png").unwrap(), Path::new("/d/b/a/c d.png"));
        let long = "x".repeat(300);
        for name in ["../a", "a//b", "/etc/passwd", "a/", ".", "a\0", long.as_str()] {
            assert_eq!(file("b", name), None, "{name}");
        }
        assert_eq!(file("..", "a"), None);
        assert_eq!(file(".versions", "a"), None);
    }
}
