//! Takes values out of a section: applies overriding variables, replaces `env(NAME)`, and converts to the key's type.

use super::document::Place;
use super::leaf::{Leaf, expectation, variable_name};
use super::section::Section;
use serde::de::DeserializeOwned;
use serde::de::value::{Error as KeyError, StrDeserializer};
use toml::Spanned;
use toml::de::{DeArray, DeString, DeValue};

impl<'d> Section<'_, 'd> {
    /// Takes a value out of the section, with `env(NAME)` replaced.
    pub(super) fn take(&mut self, key: &'static str, is_overridable: bool) -> Option<Leaf<'d>> {
        let (place, leaf) = self.take_unresolved(key, is_overridable)?;
        self.replace_references(key, &place, leaf)
    }

    /// Takes a value out of the section as it is.
    pub(super) fn take_unresolved(
        &mut self,
        key: &'static str,
        is_overridable: bool,
    ) -> Option<(Place, Leaf<'d>)> {
        self.known.push(key);
        let written = self.table.remove(key);
        let variable = self.override_name(key);
        let overriding = self.document.variables.get(&variable).filter(|_| is_overridable);
        let (place, leaf) = match (overriding, written) {
            (Some(text), _) => (Place::Variable(variable), Leaf::Variable(text)),
            (None, Some(value)) => (Place::Span(value.span()), Leaf::Written(value)),
            (None, None) => return None,
        };
        self.places.insert(key.to_owned(), place.clone());
        Some((place, leaf))
    }

    /// `SUPABASE_AUTH_SITE_URL`.
    fn override_name(&self, key: &str) -> String {
        let names = ["SUPABASE"].into_iter().chain(self.path.iter().map(String::as_str)).chain([key]);
        let name = names.collect::<Vec<_>>().join("_");
        name.to_uppercase().replace(['-', '.', ' '], "_")
    }

    /// Replaces `env(NAME)` by the variable's value. `None` if it is not set, which is an error where it is needed.
    pub(super) fn replace_references(
        &mut self,
        key: &str,
        place: &Place,
        leaf: Leaf<'d>,
    ) -> Option<Leaf<'d>> {
        let leaf = match leaf {
            Leaf::Written(value) => match value.get_ref() {
                DeValue::String(text) => match variable_name(text) {
                    Some(name) => Leaf::Variable(self.variable(key, place, name)?),
                    None => Leaf::Written(value),
                },
                DeValue::Array(_) => Leaf::Written(self.resolve_items(key, value)),
                _ => Leaf::Written(value),
            },
            Leaf::Variable(text) => Leaf::Variable(text),
        };
        if leaf.is_encrypted() && self.is_on {
            let message =
                "is encrypted with dotenvx, which is not supported; write env(NAME), and set the variable";
            self.document.reject(place, &self.label(key), message);
            return None;
        }
        Some(leaf)
    }

    fn variable(&mut self, key: &str, place: &Place, name: &str) -> Option<String> {
        let value = self.document.variables.get(name);
        if value.is_none() && self.is_on {
            self.unset.push(name.to_owned());
            if !self.tolerates_unset {
                let message = format!("the environment variable {name} is not set");
                self.document.reject(place, &self.label(key), &message);
            }
        }
        value
    }

    /// Replaces the references in a list. In a project, an item whose variable is not set is left out.
    fn resolve_items(&mut self, key: &str, mut value: Spanned<DeValue<'d>>) -> Spanned<DeValue<'d>> {
        let DeValue::Array(items) = value.get_mut() else { return value };
        let mut resolved = DeArray::new();
        for item in std::mem::replace(items, DeArray::new()) {
            let Some(name) = item.get_ref().as_str().and_then(variable_name).map(str::to_owned) else {
                resolved.push(item);
                continue;
            };
            let span = item.span();
            if self.document.is_project() && self.document.variables.get(&name).is_none() {
                let label = self.label(key);
                self.document.warn(format!("{label}: env({name}) is left out, because it is not set"));
            } else if let Some(text) = self.variable(key, &Place::Span(span.clone()), &name) {
                resolved.push(Spanned::new(span, DeValue::String(text.into())));
            }
        }
        *items = resolved;
        value
    }

    pub(super) fn parse<T: DeserializeOwned>(&mut self, key: &'static str, leaf: Leaf<'d>) -> Option<T> {
        let place = self.places.get(key).cloned().unwrap_or(Place::Span(0..0));
        self.parse_at(key, &place, leaf)
    }

    pub(super) fn parse_at<T: DeserializeOwned>(
        &mut self,
        key: &str,
        place: &Place,
        leaf: Leaf<'d>,
    ) -> Option<T> {
        // In Supabase's files an empty text stands for an absent value.
        let may_be_absent = self.is_project() && leaf.is_empty_text();
        match leaf.parse() {
            Ok(value) => Some(value),
            Err(_) if may_be_absent => None,
            Err(error) => {
                let place = match (place, error.span) {
                    (Place::Span(_), Some(span)) => &Place::Span(span),
                    (place, _) => place,
                };
                self.document.reject(place, &self.label(key), &error.message);
                None
            }
        }
    }

    pub(super) fn parse_name<K: DeserializeOwned>(&mut self, name: &Spanned<DeString<'d>>) -> Option<K> {
        let parsed = K::deserialize(StrDeserializer::<KeyError>::new(name.get_ref()));
        let reject = |error: KeyError| {
            let message = expectation(&error.to_string());
            self.document.reject(&Place::Span(name.span()), &self.label(name.get_ref()), &message);
        };
        parsed.map_err(reject).ok()
    }
}
