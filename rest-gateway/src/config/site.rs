//! `[site]`: the built site, and the functions that fill in its documents.

use super::functions::{Function, Name};
use super::reader::Section;
use super::values::StyleUrl;
use crate::front_door::PathPattern;
use crate::function_host::ServiceName;
use serde::Deserialize;
use serde::de::{Deserializer, Error as _};
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The section.
#[derive(Debug, Clone, Default)]
pub struct Site {
    /// The folder of the built site, absolute.
    pub dist: Option<PathBuf>,
    /// The MapLibre style of the street map; without it, the site has only the drawn map.
    pub map_style_url: Option<StyleUrl>,
    /// The functions that fill in documents, by the documents' paths.
    pub functions: BTreeMap<PagePath, Name>,
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
    pub(super) fn read(section: &mut Section<'_, '_>, declared: &BTreeMap<Name, Function>) -> Site {
        Site {
            dist: section.own_path("dist"),
            map_style_url: section.own_optional("map_style_url"),
            functions: section.section("functions", |section| functions(section, declared)),
        }
    }

    /// The paths and functions of `[site.functions]`, without disabled functions.
    pub fn enabled_functions(&self, functions: &BTreeMap<Name, Function>) -> Vec<(PathPattern, ServiceName)> {
        let enabled = |name: &Name| functions.get(name).is_some_and(|function| function.enabled);
        let pages = self.functions.iter().filter(|(_, name)| enabled(name));
        pages.map(|(path, name)| (path.0.clone(), name.0.clone())).collect()
    }
}

/// Every function must be declared.
fn functions(section: &mut Section<'_, '_>, declared: &BTreeMap<Name, Function>) -> BTreeMap<PagePath, Name> {
    let functions: BTreeMap<PagePath, Name> = section.remaining();
    for (path, name) in functions.iter().filter(|(_, name)| !declared.contains_key(*name)) {
        section.reject(&path.0.to_string(), &format!("expected [functions.{}] in this file", name.0));
    }
    functions
}
