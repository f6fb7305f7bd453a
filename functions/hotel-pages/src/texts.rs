//! The site's texts, in the ten languages.

use crate::hotel::{Hotel, HotelPage};
use crate::numbers::{decimal, price};
use service_kit::{Dictionary, Language};

/// Compiled from the site's dictionaries.
pub(crate) static TEXTS: Dictionary = Dictionary::new(include_str!(concat!(env!("OUT_DIR"), "/texts.json")));
/// The French labels of the known amenities, and the keys of their names.
const AMENITIES: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/amenities.rs"));

/// The language of the texts that owners wrote.
pub(crate) const CONTENT_LANGUAGE: &str = "fr";
/// Characters of a description that search results and previews show at most.
const DESCRIPTION_LENGTH: usize = 300;

/// The scales of ratings: lists show the stored 0 to 5, a hotel's own page 0 to 10.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Scale {
    Five,
    Ten,
}

impl Scale {
    pub(crate) fn maximum(self) -> u8 {
        match self {
            Scale::Five => 5,
            Scale::Ten => 10,
        }
    }

    /// The figures from which the site has a better word (`frontend/src/domain/shownRating.ts`).
    fn better_words(self) -> &'static [f64] {
        match self {
            Scale::Five => &[3.0, 3.5, 4.0, 4.5],
            Scale::Ten => &[8.0, 9.0],
        }
    }
}

/// A text without placeholders.
pub(crate) fn text(key: &str, language: Language) -> String {
    TEXTS.sentence(key, language, &[])
}

/// The title of a page, with the brand: `Hôtel Central, Bastia · Isula`.
pub(crate) fn title(hotel: &Hotel, language: Language) -> String {
    let title = TEXTS.sentence("title", language, &[("name", &hotel.name), ("city", &hotel.city)]);
    with_brand(&title, language)
}

pub(crate) fn with_brand(title: &str, language: Language) -> String {
    format!("{title} · {}", text("brand", language))
}

/// The description for search results and previews: the owner's own words if they are in this language.
pub(crate) fn description(page: &HotelPage, language: Language) -> String {
    let hotel = &page.hotel;
    let own = hotel.paragraphs().next().filter(|_| language.code() == page.description_language);
    if let Some(own) = own {
        return shortened(own);
    }
    let price = hotel.price().map(|euros| price(euros, language));
    let key = match (hotel.reviews_count > 0, price.is_some()) {
        (true, true) => "description_rated",
        (false, true) => "description_unrated",
        (true, false) => "description_rated_unpriced",
        (false, false) => "description_unrated_unpriced",
    };
    let (rating, reviews) = (rating(hotel, Scale::Ten, language), reviews(hotel, language));
    TEXTS.sentence(
        key,
        language,
        &[
            ("name", &hotel.name),
            ("city", &hotel.city),
            ("price", &price.unwrap_or_default()),
            ("rating", &rating),
            ("reviews", &reviews),
        ],
    )
}

/// `8,4`.
pub(crate) fn rating(hotel: &Hotel, scale: Scale, language: Language) -> String {
    let exact = hotel.rating * f64::from(scale.maximum()) / 5.0;
    decimal(shown_rating(exact, scale), 1, language)
}

/// The rating with one decimal, as the site shows it: rounded, but not up to a figure with a better word.
fn shown_rating(rating: f64, scale: Scale) -> f64 {
    let rounded = (rating * 10.0).round() / 10.0;
    let has_better_word = scale.better_words().iter().any(|&from| rating < from && rounded >= from);
    if has_better_word { (rating * 10.0).floor() / 10.0 } else { rounded }
}

/// `15 avis`.
pub(crate) fn reviews(hotel: &Hotel, language: Language) -> String {
    let key = if hotel.reviews_count == 1 { "reviews_one" } else { "reviews_other" };
    TEXTS.sentence(key, language, &[("count", &hotel.reviews_count)])
}

/// An amenity's name in this language. `None` for a label of the owner's own, which stays French.
pub(crate) fn amenity(label: &str, language: Language) -> Option<String> {
    let folded = |label: &str| label.trim().replace('\u{a0}', " ").to_lowercase();
    let wanted = folded(label);
    let (_, key) = AMENITIES.iter().find(|(known, _)| folded(known) == wanted)?;
    Some(text(key, language))
}

/// The text up to a word's end within the length, with an ellipsis if something is left out.
fn shortened(text: &str) -> String {
    let Some((end, _)) = text.char_indices().nth(DESCRIPTION_LENGTH) else { return text.to_owned() };
    let start = &text[..end];
    let words = start.rsplit_once(' ').map_or(start, |(words, _)| words);
    format!("{}…", words.trim_end_matches([',', ';', ':', '.', ' ']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_text_is_in_all_languages_with_the_same_values() {
        assert_eq!(TEXTS.defects(), Vec::<String>::new());
    }

    #[test]
    fn a_known_amenity_has_a_name_in_each_language() {
        let german = Language::from_code("de").unwrap();
        assert_eq!(amenity("climatisation", german).as_deref(), Some("Klimaanlage"));
        assert_eq!(
            amenity("Réception 24 h/24", Language::default()).as_deref(),
            Some("Réception 24\u{a0}h/24")
        );
        assert_eq!(amenity("Cours de cuisine corse", german), None);
    }

    #[test]
    fn a_rating_is_not_rounded_up_to_a_better_word() {
        let shown = [8.96, 9.0, 8.46, 7.98, 7.94, 10.0].map(|rating| shown_rating(rating, Scale::Ten));
        assert_eq!(shown, [8.9, 9.0, 8.5, 7.9, 7.9, 10.0]);
        let shown = [4.45, 4.5, 4.44, 3.96].map(|rating| shown_rating(rating, Scale::Five));
        assert_eq!(shown, [4.4, 4.5, 4.4, 3.9]);
    }

    #[test]
    fn a_long_description_ends_after_a_word() {
        let words = "mot ".repeat(100);
        let short = shortened(&words);
        assert!(short.ends_with("mot…") && short.chars().count() <= DESCRIPTION_LENGTH + 1, "{short}");
        assert_eq!(shortened("Face à la mer."), "Face à la mer.");
    }
}
