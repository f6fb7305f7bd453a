//! Compiles the texts that these pages share with the site (`frontend/src/i18n/<language>/<namespace>.json`) into the
//! program, so that both show a hotel in the same words. A missing text fails the build.

use serde_json::{Map, Value};
use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

const DICTIONARIES: &str = "../../frontend/src/i18n";
const LANGUAGES: [&str; 10] = ["fr", "en", "de", "it", "es", "da", "sv", "ja", "ko", "zh"];

/// The key in this program, the namespace, and the paths in its file, of which the first existing one is used.
const TEXTS: &[(&str, &str, &[&str])] = &[
    ("brand", "common", &["/brand"]),
    ("per_night", "common", &["/price/perNight"]),
    ("price_unknown", "common", &["/price/unknown"]),
    ("new", "common", &["/rating/new"]),
    // Japanese, Korean and Chinese have one form.
    ("reviews_one", "common", &["/rating/reviews_one", "/rating/reviews_other"]),
    ("reviews_other", "common", &["/rating/reviews_other"]),
    ("title", "hotel-detail", &["/title"]),
    ("description_rated", "hotel-detail", &["/description/rated"]),
    ("description_unrated", "hotel-detail", &["/description/unrated"]),
    ("description_rated_unpriced", "hotel-detail", &["/description/ratedUnpriced"]),
    ("description_unrated_unpriced", "hotel-detail", &["/description/unratedUnpriced"]),
    ("amenities", "hotel-detail", &["/amenities/heading"]),
    ("unknown", "hotel-detail", &["/missing/unknown"]),
    ("unknown_hint", "hotel-detail", &["/missing/unknownHint"]),
    ("all_hotels", "hotel-detail", &["/missing/hotels"]),
    ("sample", "hotel-detail", &["/origin/sample"]),
    ("sample_offers", "listing", &["/sampleOffers"]),
    ("cities", "region-hotels", &["/cities/title"]),
    ("region_hotels", "region-hotels", &["/list/title"]),
    ("other_regions", "region-hotels", &["/others/title"]),
    ("unknown_region", "region-hotels", &["/unknown/title"]),
    ("unknown_region_hint", "region-hotels", &["/unknown/text"]),
    ("back_home", "common", &["/action/backHome"]),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rerun-if-changed={DICTIONARIES}");
    let mut texts = Map::new();
    for (key, namespace, paths) in TEXTS {
        texts.insert((*key).to_owned(), in_all_languages(namespace, paths)?);
    }
    let mut labels = String::from("&[\n");
    let french = dictionary("fr", "amenities")?;
    for (amenity, label) in french.as_object().ok_or("amenities.json is not an object")? {
        let key = format!("amenity.{amenity}");
        let label = label.as_str().ok_or("an amenity is not a text")?;
        writeln!(labels, "    ({label:?}, {key:?}),")?;
        texts.insert(key, in_all_languages("amenities", &[&format!("/{amenity}")])?);
    }
    labels.push(']');
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    fs::write(out.join("texts.json"), Value::Object(texts).to_string())?;
    fs::write(out.join("amenities.rs"), labels)?;
    Ok(())
}

/// `{"fr": "…", "en": "…", …}`. The site's placeholders `{{name}}` become `{name}`.
fn in_all_languages(namespace: &str, paths: &[&str]) -> Result<Value, Box<dyn Error>> {
    let mut translations = Map::new();
    for language in LANGUAGES {
        let dictionary = dictionary(language, namespace)?;
        let text = paths.iter().find_map(|path| dictionary.pointer(path)?.as_str());
        let text = text.ok_or_else(|| format!("{language}/{namespace}.json has no text at {}", paths[0]))?;
        let text = text.replace("{{", "{").replace("}}", "}");
        translations.insert(language.to_owned(), text.into());
    }
    Ok(Value::Object(translations))
}

fn dictionary(language: &str, namespace: &str) -> Result<Value, Box<dyn Error>> {
    let file = Path::new(DICTIONARIES).join(language).join(format!("{namespace}.json"));
    let json = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(serde_json::from_slice(&json).map_err(|error| format!("{}: {error}", file.display()))?)
}
