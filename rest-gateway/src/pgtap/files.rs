//! The test files of folders.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const EXTENSIONS: [&str; 2] = ["sql", "pg"];

/// The tests of files and folders, each folder with those below it, sorted.
///
/// # Errors
/// When one of them cannot be read.
pub fn find_tests(paths: &[PathBuf]) -> Result<Vec<PathBuf>, (PathBuf, io::Error)> {
    let mut tests = Vec::new();
    for path in paths {
        let found = if path.is_dir() { below(path) } else { fs::metadata(path).map(|_| vec![path.clone()]) };
        tests.extend(found.map_err(|cause| (path.clone(), cause))?);
    }
    Ok(tests)
}

/// Symbolic links to folders are not followed, because they may form a cycle.
fn below(folder: &Path) -> io::Result<Vec<PathBuf>> {
    let mut entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    entries.sort_by_key(fs::DirEntry::file_name);
    let mut tests = Vec::new();
    for entry in entries {
        let path = entry.path();
        if entry.file_type()?.is_dir() {
            tests.extend(below(&path)?);
        } else if path.is_file() && is_test(&path) {
            tests.push(path);
        }
    }
    Ok(tests)
}

fn is_test(path: &Path) -> bool {
    path.extension().and_then(|name| name.to_str()).is_some_and(|name| EXTENSIONS.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_the_sql_files_of_all_folders() {
        let root = tempfile::tempdir().unwrap();
        for name in ["b.sql", "a/2.pg", "a/1.sql", "a/notes.md"] {
            let path = root.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        let found = find_tests(&[root.path().to_owned(), root.path().join("a/notes.md")]).unwrap();
        let names: Vec<&Path> = found.iter().map(|path| path.strip_prefix(root.path()).unwrap()).collect();
        assert_eq!(names, ["a/1.sql", "a/2.pg", "b.sql", "a/notes.md"].map(Path::new), "a named file counts");
        assert!(find_tests(&[root.path().join("c")]).is_err());
    }
}
