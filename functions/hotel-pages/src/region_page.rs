//! Fills in the document of a region, which the site knows without the database.

use crate::sample_content::Region;
use crate::texts::text;
use crate::{article, cover, document, head};
use service_kit::Language;

/// The document of the region in `regions` with this name. `None` if there is none.
pub(crate) fn of_region(built: &str, regions: &[Region], name: &str, language: Language) -> Option<String> {
    let region = regions.iter().find(|region| region.is_named(name))?;
    Some(document::fill_in(
        built,
        head::of_region(region, language),
        article::title_of_region(region),
        cover::html(&region.picture, "", built),
        article::text_of_region(region, regions, language),
    ))
}

/// The document of an unknown region.
pub(crate) fn of_unknown(built: &str, language: Language) -> String {
    let (title, hint) = (text("unknown_region", language), text("unknown_region_hint", language));
    let way_on = article::link("/", &text("back_home", language), language);
    document::fill_in(
        built,
        head::of_unknown(&title, &hint, language),
        String::new(),
        String::new(),
        article::of_unknown(&title, &hint, &way_on),
    )
}
