//! `[site]`: the built site, and the functions that fill in its documents.

use super::functions::{Function, Name};
use super::values::StyleUrl;
use crate::front_door::PathPattern;
use crate::function_host::ServiceName;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use std::collections::BTreeMap;
use std::ops::Range;
use std::path::PathBuf;
use toml::Spanned;

/// The section.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Site {
    pub dist: Option<PathBuf>,
    /// The MapLibre style of the street map; without it, the site has only the drawn map.
    pub map_style_url: Option<StyleUrl>,
    /// The functions that fill in documents, by the documents' paths.
    pub functions: BTreeMap<PagePath, Spanned<Name>>,
}

/// The path of a document; `*` stands for any one folder.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PagePath(PathPattern);

impl<'de> Deserialize<'de> for PagePath {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?.parse().map(PagePath).map_err(D::Error::custom)
    }
}

impl Site {
    /// The paths and functions of `[site.functions]`, without disabled functions.
    pub fn enabled_functions(&self, functions: &BTreeMap<Name, Function>) -> Vec<(PathPattern, ServiceName)> {
        let enabled = |name: &Name| functions.get(name).is_some_and(|function| function.enabled);
        let pages = self.functions.iter().filter(|(_, name)| enabled(name.get_ref()));
        pages.map(|(path, name)| (path.0.clone(), name.get_ref().0.clone())).collect()
    }

    /// Every function must be declared.
    pub(super) fn check(&self, functions: &BTreeMap<Name, Function>) -> Result<(), (Range<usize>, String)> {
        match self.functions.values().find(|name| !functions.contains_key(name.get_ref())) {
            Some(name) => {
                Err((name.span(), format!("expected [functions.{}] in this file", name.get_ref().0)))
            }
            None => Ok(()),
        }
    }
}
