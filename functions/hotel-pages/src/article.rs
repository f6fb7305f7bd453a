//! The text of a page, for readers and crawlers without scripts.

use crate::address;
use crate::hotel::Hotel;
use crate::html::escape;
use crate::numbers::price;
use crate::texts::{self, CONTENT_LANGUAGE, text};
use service_kit::Language;

/// Hides the shapes that wait for the app.
const WITHOUT_SHAPES: &str = "<noscript><style>[data-skeleton]{display:none}</style></noscript>";
/// Hides the skeleton of a hotel's header and pictures, which do not come.
const TEXT_ALONE: &str =
    "<style>:has(>[data-place=page-text])>:not([data-place=page-text]){display:none}</style>";

/// A hotel's heading: name, place and rating.
pub(crate) fn title_of_hotel(hotel: &Hotel, language: Language) -> String {
    format!(
        "<h1>{}</h1><p{}>{}</p><p>{}</p>",
        escape(&hotel.name),
        lang(language),
        escape(&place(hotel)),
        escape(&rating(hotel, language)),
    )
}

/// A hotel's text: price, description and equipment.
pub(crate) fn text_of_hotel(hotel: &Hotel, language: Language) -> String {
    let mut html = format!("{WITHOUT_SHAPES}<p>{}</p>", escape(&price_per_night(hotel, language)));
    for paragraph in hotel.paragraphs() {
        html.push_str(&format!("<p{}>{}</p>", lang(language), escape(paragraph)));
    }
    if !hotel.amenities.is_empty() {
        html.push_str(&format!("<h2>{}</h2><ul>", escape(&text("amenities", language))));
        for label in &hotel.amenities {
            html.push_str(&amenity(label, language));
        }
        html.push_str("</ul>");
    }
    html
}

/// The sentence for an unknown hotel, with a link to all hotels.
pub(crate) fn of_unknown(language: Language) -> String {
    let escaped = |key| escape(&text(key, language)).into_owned();
    format!(
        r#"{TEXT_ALONE}<h1>{}</h1><p>{}</p><p><a href="{}/hotels">{}</a></p>"#,
        escaped("unknown"),
        escaped("unknown_hint"),
        address::folder(language.code()),
        escaped("all_hotels"),
    )
}

/// `Plage de la Viva, Porticcio`; the town is not repeated.
fn place(hotel: &Hotel) -> String {
    if hotel.location.contains(&hotel.city) {
        return hotel.location.clone();
    }
    format!("{}, {}", hotel.location, hotel.city)
}

/// `8,4/10 (15 avis)`, or the word for a hotel without reviews.
fn rating(hotel: &Hotel, language: Language) -> String {
    if hotel.reviews_count == 0 {
        return text("new", language);
    }
    format!("{}/10 ({})", texts::rating_out_of_ten(hotel, language), texts::reviews(hotel, language))
}

fn price_per_night(hotel: &Hotel, language: Language) -> String {
    match hotel.price() {
        Some(euros) => format!("{} {}", price(euros, language), text("per_night", language)),
        None => text("price_unknown", language),
    }
}

fn amenity(label: &str, language: Language) -> String {
    match texts::amenity(label, language) {
        Some(name) => format!("<li>{}</li>", escape(&name)),
        None => format!("<li{}>{}</li>", lang(language), escape(label)),
    }
}

/// The `lang` attribute of an owner's text on a page in another language.
fn lang(language: Language) -> String {
    if language.code() == CONTENT_LANGUAGE { String::new() } else { format!(r#" lang="{CONTENT_LANGUAGE}""#) }
}
