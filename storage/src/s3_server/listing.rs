//! Lists of keys, sorted by their bytes, in pages.

use std::path::Path;

use super::durable::is_missing;
use super::key_path::{MAX_NAME_BYTES, decode};

/// One page of a list.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Page {
    pub entries: Vec<Entry>,
    /// The cursor of the next page, if there is one.
    pub next: Option<String>,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Entry {
    Key(String),
    /// The common beginning of keys, up to and including the first delimiter after the prefix.
    CommonPrefix(String),
}

impl Entry {
    fn name(&self) -> &str {
        match self {
            Self::Key(name) | Self::CommonPrefix(name) => name,
        }
    }
}

/// All keys of a bucket that begin with `prefix`, sorted.
pub fn keys(bucket: &Path, prefix: &str) -> std::io::Result<Vec<String>> {
    let mut keys = Vec::new();
    let mut folders = vec![bucket.to_owned()];
    while let Some(folder) = folders.pop() {
        let entries = match std::fs::read_dir(&folder) {
            // A concurrent deletion has removed the folder.
            Err(error) if is_missing(&error) && folder != bucket => continue,
            entries => entries?,
        };
        for entry in entries {
            let entry = entry?;
            let path = entry.path();
            let key = path.strip_prefix(bucket).ok().and_then(decode);
            if entry.file_type()?.is_dir() {
                // A piece of a longer segment may end within an encoded character.
                let is_piece = entry.file_name().len() >= MAX_NAME_BYTES;
                if is_piece || key.is_some_and(|key| key.starts_with(prefix) || prefix.starts_with(&key)) {
                    folders.push(path);
                }
            } else {
                keys.extend(key.filter(|key| key.starts_with(prefix)));
            }
        }
    }
    keys.sort_unstable();
    Ok(keys)
}

/// The page of sorted keys that follows the cursor.
pub fn page(keys: Vec<String>, prefix: &str, delimiter: Option<&str>, after: &str, limit: usize) -> Page {
    let mut page = Page::default();
    for key in keys {
        let entry = entry(key, prefix, delimiter);
        let is_passed =
            entry.name() <= after || page.entries.last().is_some_and(|last| last.name() == entry.name());
        if is_passed {
            continue;
        }
        if page.entries.len() == limit {
            page.next = page.entries.last().map(|last| last.name().to_owned());
            break;
        }
        page.entries.push(entry);
    }
    page
}

fn entry(key: String, prefix: &str, delimiter: Option<&str>) -> Entry {
    let rest = key.get(prefix.len()..).unwrap_or_default();
    let cut = delimiter.and_then(|delimiter| Some(prefix.len() + rest.find(delimiter)? + delimiter.len()));
    match cut.and_then(|cut| key.get(..cut)) {
        Some(common) => Entry::CommonPrefix(common.to_owned()),
        None => Entry::Key(key),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(page: &Page) -> Vec<&str> {
        page.entries.iter().map(Entry::name).collect()
    }

    #[test]
    fn pages_follow_each_other_without_gap_or_repetition() {
        let keys = || ["a-b", "a/1", "a/2", "a0", "b/1", "c"].map(str::to_owned).to_vec();
        let all = page(keys(), "", Some("/"), "", 10);
        assert_eq!((names(&all), all.next.as_deref()), (vec!["a-b", "a/", "a0", "b/", "c"], None));
        let first = page(keys(), "", Some("/"), "", 2);
        assert_eq!(names(&first), ["a-b", "a/"]);
        let second = page(keys(), "", Some("/"), first.next.as_deref().unwrap(), 2);
        assert_eq!(names(&second), ["a0", "b/"]);
        let last = page(keys(), "", Some("/"), second.next.as_deref().unwrap(), 2);
        assert_eq!((names(&last), last.next.as_deref()), (vec!["c"], None));
        assert_eq!(
            names(&page(vec!["a/1".to_owned(), "a/2".to_owned()], "a/", Some("/"), "a/1", 9)),
            ["a/2"]
        );
        assert_eq!(names(&page(keys(), "", None, "a/2", 9)), ["a0", "b/1", "c"]);
    }

    #[test]
    fn keys_are_sorted_by_their_bytes_and_not_by_their_folders() {
        let root = tempfile::tempdir().unwrap();
        for key in ["a/b", "a-b", "a.b", "a/.hidden", "other/x"] {
            let path = root.path().join(super::super::key_path::encode(key).unwrap());
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        assert_eq!(keys(root.path(), "a").unwrap(), ["a-b", "a.b", "a/.hidden", "a/b"]);
        assert_eq!(keys(root.path(), "a/").unwrap(), ["a/.hidden", "a/b"]);
    }
}
