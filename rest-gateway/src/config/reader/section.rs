//! A section of the file: values and subsections by their keys. Reading a key makes it a known one, also when it is
//! absent.

use super::document::{Document, Place};
use super::leaf::Leaf;
use super::suggestion::closest;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::ops::Range;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// A section that is being read.
pub struct Section<'s, 'd> {
    pub(super) document: &'s mut Document<'d>,
    /// Names from the root to here; empty for the root.
    pub(super) path: Vec<String>,
    pub(super) table: DeTable<'d>,
    /// Where it is in the file; `None` if it is absent.
    pub(super) span: Option<Range<usize>>,
    pub(super) known: Vec<&'static str>,
    pub(super) places: BTreeMap<String, Place>,
    /// Whether the section is enabled. In a disabled one, variables of `env(NAME)` may be unset.
    pub(super) is_on: bool,
    /// Whether unset variables are accepted.
    pub(super) tolerates_unset: bool,
    pub(super) unset: Vec<String>,
}

impl<'s, 'd> Section<'s, 'd> {
    /// The whole file.
    pub fn root(document: &'s mut Document<'d>, table: Spanned<DeTable<'d>>) -> Section<'s, 'd> {
        let span = Some(table.span());
        Section::new(document, Vec::new(), table.into_inner(), span)
    }

    fn new(
        document: &'s mut Document<'d>,
        path: Vec<String>,
        table: DeTable<'d>,
        span: Option<Range<usize>>,
    ) -> Section<'s, 'd> {
        Section {
            document,
            path,
            table,
            span,
            known: Vec::new(),
            places: BTreeMap::new(),
            is_on: true,
            tolerates_unset: false,
            unset: Vec::new(),
        }
    }

    /// Whether the file has this section.
    pub fn is_present(&self) -> bool {
        self.span.is_some()
    }

    /// Whether this is a Supabase project.
    pub fn is_project(&self) -> bool {
        self.document.is_project()
    }

    /// Whether the file or a variable has a value for a key that was read, even an invalid one.
    pub fn was_read(&self, key: &str) -> bool {
        self.places.contains_key(key)
    }

    /// Accepts unset variables; the section then checks [`Section::unset_variables`] itself.
    pub fn tolerate_unset(&mut self) {
        self.tolerates_unset = true;
    }

    /// The variables that the section needs and that are not set.
    pub fn unset_variables(&self) -> &[String] {
        &self.unset
    }

    /// A subsection. An absent one is read as an empty one.
    pub fn section<T>(&mut self, key: &'static str, read: impl FnOnce(&mut Section<'_, 'd>) -> T) -> T {
        self.known.push(key);
        let (table, span) = match self.table.remove_entry(key) {
            Some((name, value)) => self.table_of(&name, value),
            None => (DeTable::new(), None),
        };
        self.enter(key, table, span, read)
    }

    /// A subsection, unless it is absent.
    pub fn present_section<T>(
        &mut self,
        key: &'static str,
        read: impl FnOnce(&mut Section<'_, 'd>) -> T,
    ) -> Option<T> {
        self.section(key, |section| section.is_present().then(|| read(section)))
    }

    /// Subsections whose names the project chooses.
    pub fn named_sections<K: DeserializeOwned + Ord, V>(
        &mut self,
        key: &'static str,
        mut read: impl FnMut(&K, &mut Section<'_, 'd>) -> V,
    ) -> BTreeMap<K, V> {
        self.section(key, |section| {
            let mut sections = BTreeMap::new();
            for (name, value) in std::mem::take(&mut section.table) {
                let Some(parsed) = section.parse_name::<K>(&name) else { continue };
                let (table, span) = section.table_of(&name, value);
                let read = |child: &mut Section<'_, 'd>| read(&parsed, child);
                let value = section.enter(name.get_ref(), table, span, read);
                sections.insert(parsed, value);
            }
            sections
        })
    }

    /// Values whose names the project chooses.
    pub fn map<K: DeserializeOwned + Ord, V: DeserializeOwned>(
        &mut self,
        key: &'static str,
    ) -> BTreeMap<K, V> {
        self.section(key, |section| section.remaining())
    }

    /// The values of all keys that were not read yet. In a project, one whose variable is not set is left out.
    pub fn remaining<K: DeserializeOwned + Ord, V: DeserializeOwned>(&mut self) -> BTreeMap<K, V> {
        self.tolerates_unset = self.is_project();
        let mut values = BTreeMap::new();
        for (name, value) in std::mem::take(&mut self.table) {
            let Some(parsed) = self.parse_name::<K>(&name) else { continue };
            let place = Place::Span(value.span());
            self.places.insert(name.get_ref().to_string(), place.clone());
            let leaf = self.replace_references(name.get_ref(), &place, Leaf::Written(value));
            if let Some(value) = leaf.and_then(|leaf| self.parse_at(name.get_ref(), &place, leaf)) {
                values.insert(parsed, value);
            }
        }
        if !self.unset.is_empty() {
            let names = std::mem::take(&mut self.unset).join(", ");
            self.warn(&format!("is read without the variables {names}, which are not set"));
        }
        values
    }

    /// Accepts all remaining keys. Returns whether there were any.
    pub fn set_aside(&mut self) -> bool {
        !std::mem::take(&mut self.table).is_empty()
    }

    /// Whether the file has a key that was not read yet.
    pub fn has(&self, key: &str) -> bool {
        self.table.contains_key(key)
    }

    /// Adds an error about a key that was read.
    pub fn reject(&mut self, key: &str, message: &str) {
        let place = self.places.get(key).cloned();
        let place = place.or_else(|| self.span.clone().map(Place::Span)).unwrap_or(Place::Span(0..0));
        self.document.reject(&place, &self.label(key), message);
    }

    /// Adds a warning about the section.
    pub fn warn(&mut self, message: &str) {
        let header = self.header();
        self.document.warn(format!("{header} {message}"));
    }

    /// Warns about keys that have an effect only in a Supabase project. To be called before they are read.
    pub fn warn_outside_of_projects(&mut self, keys: &[&str]) {
        for key in keys {
            if self.has(key) && !self.is_project() {
                self.warn_about(key, "has an effect only in supabase/config.toml");
            }
        }
    }

    /// Adds a warning about a key.
    pub fn warn_about(&mut self, key: &str, message: &str) {
        let label = self.label(key);
        self.document.warn(format!("{label} {message}"));
    }

    /// `[auth] site_url`.
    pub(super) fn label(&self, key: &str) -> String {
        if self.path.is_empty() { key.to_owned() } else { format!("{} {key}", self.header()) }
    }

    /// `[auth]`.
    pub(super) fn header(&self) -> String {
        format!("[{}]", self.path.join("."))
    }

    /// Runs `read` on a subsection, and rejects the keys that it did not read.
    fn enter<T>(
        &mut self,
        name: &str,
        table: DeTable<'d>,
        span: Option<Range<usize>>,
        read: impl FnOnce(&mut Section<'_, 'd>) -> T,
    ) -> T {
        let path = self.path.iter().cloned().chain([name.to_owned()]).collect();
        let mut child = Section::new(self.document, path, table, span);
        child.is_on = self.is_on;
        let value = read(&mut child);
        child.reject_unknown();
        value
    }

    /// Rejects the keys that were not read.
    pub fn reject_unknown(&mut self) {
        for (name, value) in std::mem::take(&mut self.table) {
            let suggestion = closest(name.get_ref(), &self.known);
            let message = match suggestion {
                Some(known) => format!("unknown; did you mean {known}?"),
                None => format!("unknown; known are {}", self.known.join(", ")),
            };
            let label = match value.get_ref() {
                DeValue::Table(_) => {
                    let path: Vec<&str> =
                        self.path.iter().map(String::as_str).chain([name.get_ref().as_ref()]).collect();
                    format!("[{}]", path.join("."))
                }
                _ => self.label(name.get_ref()),
            };
            self.document.reject(&Place::Span(name.span()), &label, &message);
        }
    }

    /// The table below a name, and its place. Anything else is an error.
    fn table_of(
        &mut self,
        name: &Spanned<toml::de::DeString<'d>>,
        value: Spanned<DeValue<'d>>,
    ) -> (DeTable<'d>, Option<Range<usize>>) {
        let span = value.span();
        if let DeValue::Table(table) = value.into_inner() {
            return (table, Some(name.span()));
        }
        let label = self.label(name.get_ref());
        self.document.reject(&Place::Span(span), &label, "expected a section");
        (DeTable::new(), None)
    }
}
