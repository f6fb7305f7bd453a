//! Values of a section by their keys.

use super::section::Section;
use serde::de::DeserializeOwned;
use std::path::{Path, PathBuf};

impl Section<'_, '_> {
    /// A key of Supabase's, which the variable `SUPABASE_<SECTION>_<KEY>` overrides.
    pub fn optional<T: DeserializeOwned>(&mut self, key: &'static str) -> Option<T> {
        let leaf = self.take(key, true)?;
        self.parse(key, leaf)
    }

    /// Like `optional`, with a default.
    pub fn value<T: DeserializeOwned>(&mut self, key: &'static str, default: T) -> T {
        self.optional(key).unwrap_or(default)
    }

    /// A key of ours. No variable overrides it, because `SUPABASE_DB_URL`, for example, has another meaning elsewhere.
    pub fn own_optional<T: DeserializeOwned>(&mut self, key: &'static str) -> Option<T> {
        let leaf = self.take(key, false)?;
        self.parse(key, leaf)
    }

    /// Like `own_optional`, with a default.
    pub fn own<T: DeserializeOwned>(&mut self, key: &'static str, default: T) -> T {
        self.own_optional(key).unwrap_or(default)
    }

    /// A required key of ours.
    pub fn own_required<T: DeserializeOwned>(&mut self, key: &'static str) -> Option<T> {
        let value = self.own_optional(key);
        if value.is_none() && !self.was_read(key) {
            self.reject(key, "expected a value");
        }
        value
    }

    /// A key with an earlier spelling. The present one wins.
    pub fn renamed<T: DeserializeOwned>(
        &mut self,
        key: &'static str,
        earlier: &'static str,
        default: T,
    ) -> T {
        let before = self.optional(earlier);
        self.optional(key).or(before).unwrap_or(default)
    }

    /// A path, absolute. Relative ones start in the file's folder.
    pub fn path(&mut self, key: &'static str) -> Option<PathBuf> {
        let path: String = self.optional(key)?;
        (!path.is_empty()).then(|| self.document.resolve(path.as_ref()))
    }

    /// A path of ours, absolute.
    pub fn own_path(&mut self, key: &'static str) -> Option<PathBuf> {
        let path: PathBuf = self.own_optional(key)?;
        Some(self.document.resolve(&path))
    }

    /// Makes a path absolute that starts in the file's folder.
    pub fn resolve(&self, path: &Path) -> PathBuf {
        self.document.resolve(path)
    }

    /// A list of paths, absolute.
    pub fn paths(&mut self, key: &'static str, default: &[&str]) -> Vec<PathBuf> {
        let default = default.iter().map(|path| (*path).to_owned()).collect();
        let paths: Vec<String> = self.value(key, default);
        paths
            .iter()
            .filter(|path| !path.is_empty())
            .map(|path| self.document.resolve(path.as_ref()))
            .collect()
    }

    /// The path of a mail's template. It starts in the project's folder or in the file's, by the version of Supabase's
    /// command line for which the file was written.
    pub fn template_path(&mut self, key: &'static str) -> Option<PathBuf> {
        let path: String = self.optional(key)?;
        let source = self.document.source;
        let places = [source.project_folder(), source.folder()].map(|folder| folder.join(&path));
        let found = places.iter().find(|place| place.is_file()).unwrap_or(&places[0]);
        (!path.is_empty()).then(|| found.clone())
    }

    /// The switch of a feature. While it is off, the rest of the section is not used.
    pub fn switch(&mut self, key: &'static str, default: bool) -> bool {
        let is_on = self.value(key, default);
        self.is_on &= is_on;
        is_on
    }

    /// Whether no switch of this section, or of one that contains it, is off.
    pub fn is_enabled(&self) -> bool {
        self.is_on
    }
}
