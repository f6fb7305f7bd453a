//! Finds files by patterns. `*` matches any characters of a name, `?` one, `[a-c]` one of several, and `**` any folders.

use crate::error::Error;
use std::path::{Component, Path, PathBuf};

/// The files of several patterns.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SeedFiles {
    /// In the order of the patterns, each pattern's sorted, without duplicates.
    pub files: Vec<PathBuf>,
    /// Patterns without a file.
    pub unmatched: Vec<PathBuf>,
}

/// Finds the files of absolute patterns.
///
/// # Errors
/// When a pattern names a folder.
pub fn find_files(patterns: &[PathBuf]) -> Result<SeedFiles, Error> {
    let mut found = SeedFiles::default();
    for pattern in patterns {
        let mut matches = vec![PathBuf::new()];
        for component in pattern.components() {
            matches = matches.iter().flat_map(|folder| extend(folder, component)).collect();
        }
        matches.retain(|path| path.exists());
        matches.sort();
        if matches.is_empty() {
            found.unmatched.push(pattern.clone());
        }
        for path in matches {
            if path.is_dir() {
                return Err(Error::Folder { path });
            }
            if !found.files.contains(&path) {
                found.files.push(path);
            }
        }
    }
    Ok(found)
}

/// The paths in `folder` that match the next component of a pattern.
fn extend(folder: &Path, component: Component<'_>) -> Vec<PathBuf> {
    let name = match component {
        Component::CurDir => return vec![folder.to_owned()],
        Component::Normal(name) => name,
        other => return vec![folder.join(other)],
    };
    match name.to_str() {
        Some("**") => with_subfolders(folder),
        Some(pattern) if pattern.contains(['*', '?', '[']) => {
            let pattern: Vec<char> = pattern.chars().collect();
            let is_match = |path: &PathBuf| {
                let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
                is_match(&pattern, &name.chars().collect::<Vec<_>>())
            };
            entries(folder).into_iter().filter(is_match).collect()
        }
        _ => vec![folder.join(name)],
    }
}

fn with_subfolders(folder: &Path) -> Vec<PathBuf> {
    let is_folder = |path: &PathBuf| path.is_dir() && !path.is_symlink();
    let inner = entries(folder).into_iter().filter(is_folder).flat_map(|path| with_subfolders(&path));
    [folder.to_owned()].into_iter().chain(inner).collect()
}

/// An unreadable folder has none.
fn entries(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn is_match(pattern: &[char], name: &[char]) -> bool {
    match (pattern, name) {
        ([], []) => true,
        (['*', rest @ ..], _) => (0..=name.len()).any(|skipped| is_match(rest, &name[skipped..])),
        (['?', rest @ ..], [_, others @ ..]) => is_match(rest, others),
        (['[', ..], [letter, others @ ..]) => match pattern.iter().position(|part| *part == ']') {
            Some(end) => is_in_set(&pattern[1..end], *letter) && is_match(&pattern[end + 1..], others),
            None => false,
        },
        ([part, rest @ ..], [letter, others @ ..]) => part == letter && is_match(rest, others),
        _ => false,
    }
}

/// Whether a letter is in `a-c` or `^a-c`.
fn is_in_set(set: &[char], letter: char) -> bool {
    let (is_negated, mut set) = match set {
        ['^' | '!', rest @ ..] => (true, rest),
        _ => (false, set),
    };
    let mut is_in = false;
    while let [first, rest @ ..] = set {
        let (last, rest) = match rest {
            ['-', last, rest @ ..] => (last, rest),
            _ => (first, rest),
        };
        is_in |= (*first..=*last).contains(&letter);
        set = rest;
    }
    is_in != is_negated
}

#[cfg(test)]
// A test whose arrangement fails can only stop.
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn patterns_keep_their_order_and_name_each_file_once() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path();
        std::fs::create_dir_all(root.join("seeds/inner")).unwrap();
        for name in ["seed.sql", "seeds/b.sql", "seeds/a.sql", "seeds/notes.md", "seeds/inner/c.sql"] {
            std::fs::write(root.join(name), "").unwrap();
        }
        let found = |patterns: &[&str]| {
            let patterns: Vec<_> = patterns.iter().map(|pattern| root.join(pattern)).collect();
            find_files(&patterns).unwrap()
        };
        let names = |files: &SeedFiles| -> Vec<String> {
            let names = files.files.iter().map(|path| path.strip_prefix(root).unwrap().display().to_string());
            names.collect()
        };
        let both = found(&["./seeds/*.sql", "./seed.sql", "seeds/a.sql"]);
        assert_eq!(names(&both), ["seeds/a.sql", "seeds/b.sql", "seed.sql"]);
        assert_eq!(
            names(&found(&["seeds/**/[a-c].sql"])),
            ["seeds/a.sql", "seeds/b.sql", "seeds/inner/c.sql"]
        );
        assert_eq!(names(&found(&["s??d.sql"])), ["seed.sql"]);
        let none = found(&["nothing.sql", "seed.sql"]);
        assert_eq!((none.unmatched.as_slice(), none.files.len()), ([root.join("nothing.sql")].as_slice(), 1));
        assert!(find_files(&[root.join("see*")]).unwrap_err().to_string().contains("is a folder"));
    }
}
