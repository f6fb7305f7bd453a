//! Keys of Supabase that the stack does not support. Their types are checked. A key that differs from its default is named
//! in a warning, or rejected where ignoring it would mislead.

use super::leaf::{Leaf, variable_name};
use super::section::Section;
use toml::de::DeValue;

/// The type and the default of an ignored key.
#[derive(Debug, Clone, Copy)]
pub enum Kind {
    Flag(bool),
    Number(i64),
    Text(&'static str),
    /// The texts of a list.
    List(&'static [&'static str]),
    /// Any value. It causes no warning.
    Any,
}

impl Kind {
    fn expected(self) -> &'static str {
        match self {
            Kind::Flag(_) => "expected true or false",
            Kind::Number(_) => "expected a whole number",
            Kind::Text(_) => "expected a text",
            Kind::List(_) => "expected a list",
            Kind::Any => "expected a value",
        }
    }

    /// Whether a value is the default; `None` if it has another type.
    fn is_default(self, value: &DeValue<'_>) -> Option<bool> {
        match (self, value) {
            (Kind::Any, _) => Some(true),
            // An ignored value needs no variable.
            (_, DeValue::String(text)) if variable_name(text).is_some() => Some(true),
            (Kind::Flag(default), DeValue::Boolean(flag)) => Some(*flag == default),
            (Kind::Number(default), DeValue::Integer(number)) => {
                let number = i64::from_str_radix(number.as_str(), number.radix());
                Some(number == Ok(default))
            }
            (Kind::Text(default), DeValue::String(text)) => Some(text == default),
            (Kind::List(default), DeValue::Array(items)) => {
                Some(items.iter().map(|item| item.get_ref().as_str()).eq(default.iter().copied().map(Some)))
            }
            _ => None,
        }
    }
}

impl<'d> Section<'_, 'd> {
    /// Accepts keys that the stack does not have, and names those that differ from their defaults.
    pub fn ignore(&mut self, keys: &[(&'static str, Kind)]) {
        for label in self.differing(keys) {
            self.document.ignore(label);
        }
    }

    /// Accepts keys, and returns the labels of those that differ from their defaults.
    fn differing(&mut self, keys: &[(&'static str, Kind)]) -> Vec<String> {
        let mut differing = Vec::new();
        for (key, kind) in keys {
            let Some((_, Leaf::Written(value))) = self.take_unresolved(key, false) else { continue };
            match kind.is_default(value.get_ref()) {
                None => self.reject(key, kind.expected()),
                Some(false) => differing.push(self.label(key)),
                Some(true) => {}
            }
        }
        differing
    }

    /// Accepts the section of a service that the stack does not have, with its further keys. It is named if the file has
    /// it and it is on.
    pub fn ignore_service(
        &mut self,
        name: &'static str,
        is_on_by_default: bool,
        keys: &[(&'static str, Kind)],
    ) {
        self.section(name, |section| {
            let is_on = section.switch("enabled", is_on_by_default);
            section.differing(keys);
            if is_on && section.is_present() {
                let header = section.header();
                section.document.ignore(header);
            }
        });
    }

    /// Accepts a section whose names the project chooses, and names it if it has any.
    pub fn ignore_map(&mut self, name: &'static str) {
        self.section(name, |section| {
            if section.set_aside() {
                let header = section.header();
                section.document.ignore(header);
            }
        });
    }

    /// Accepts the section of a feature that is disabled. Enabled, it is an error, because the project would not work
    /// without the feature.
    pub fn reject_if_enabled(&mut self, name: &'static str, keys: &[(&'static str, Kind)]) {
        self.section(name, |section| {
            let is_on = section.switch("enabled", false);
            section.differing(keys);
            if is_on {
                section.reject("enabled", "this stack does not have it; set it to false");
            }
        });
    }
}
