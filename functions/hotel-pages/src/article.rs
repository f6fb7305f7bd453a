//! The text of a page, for readers and crawlers without scripts.

use crate::address;
use crate::hotel::{Hotel, HotelPage};
use crate::html::escape;
use crate::numbers::price;
use crate::sample_content::{Region, SampleHotel};
use crate::texts::{self, CONTENT_LANGUAGE, Scale, text};
use service_kit::Language;

/// Hides the shapes that wait for the app.
const WITHOUT_SHAPES: &str = "<noscript><style>[data-skeleton]{display:none}</style></noscript>";
/// Hides the skeleton of a header and pictures, which do not come.
const TEXT_ALONE: &str =
    "<style>:has(>[data-place=page-text])>:not([data-place=page-text]){display:none}</style>";

/// A hotel's heading: name, place and rating.
pub(crate) fn title_of_hotel(hotel: &Hotel, language: Language) -> String {
    format!(
        "<h1>{}</h1>{}<p>{}</p>",
        escape(&hotel.name),
        paragraph(&place(hotel), CONTENT_LANGUAGE, language),
        escape(&rating(hotel, Scale::Ten, language)),
    )
}

/// A hotel's text: where it comes from, price, description and equipment.
pub(crate) fn text_of_hotel(page: &HotelPage, language: Language) -> String {
    let hotel = &page.hotel;
    let mut html = WITHOUT_SHAPES.to_owned();
    if page.is_sample {
        html.push_str(&format!("<p>{}</p>", escape(&text("sample", language))));
    }
    html.push_str(&format!("<p>{}</p>", escape(&price_per_night(hotel, language))));
    for words in hotel.paragraphs() {
        html.push_str(&paragraph(words, page.description_language, language));
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

/// A region's heading and introduction.
pub(crate) fn title_of_region(region: &Region) -> String {
    format!("<h1>{}</h1><p>{}</p>", escape(&region.heading), escape(&region.text))
}

/// A region's text: towns, hotels and the other regions.
pub(crate) fn text_of_region(region: &Region, all: &[Region], language: Language) -> String {
    let heading = |key| format!("<h2>{}</h2>", escape(&text(key, language)));
    let towns: String = region.towns.iter().map(|town| format!("<li>{}</li>", escape(town))).collect();
    let hotels: String = region.hotels.iter().map(|hotel| listed_hotel(hotel, language)).collect();
    let others = all.iter().filter(|other| other.query != region.query).map(|other| {
        let path = format!("/region-hotels?{}", other.query);
        format!("<li>{}</li>", link(&path, &other.heading, language))
    });
    [
        &heading("cities"),
        &format!("<ul>{towns}</ul>"),
        &heading("region_hotels"),
        &format!("<p>{}</p>", escape(&text("sample_offers", language))),
        &format!("<ul>{hotels}</ul>"),
        &heading("other_regions"),
        &format!("<ul>{}</ul>", others.collect::<String>()),
    ]
    .map(String::as_str)
    .concat()
}

/// The sentences about something unknown, and `way_on`, a link.
pub(crate) fn of_unknown(title: &str, hint: &str, way_on: &str) -> String {
    format!("{TEXT_ALONE}<h1>{}</h1><p>{}</p><p>{way_on}</p>", escape(title), escape(hint))
}

/// A link to a path of the site, in the language of the page.
pub(crate) fn link(path: &str, label: &str, language: Language) -> String {
    format!(r#"<a href="{}">{}</a>"#, escape(&address::path(path, language.code())), escape(label))
}

fn listed_hotel(SampleHotel { id, hotel }: &SampleHotel, language: Language) -> String {
    let words: String = hotel.paragraphs().map(|words| format!("<p>{}</p>", escape(words))).collect();
    format!(
        "<li><h3>{}</h3>{}<p>{}</p><p>{}</p>{words}</li>",
        link(&address::hotel_path(id), &hotel.name, language),
        paragraph(&hotel.location, CONTENT_LANGUAGE, language),
        escape(&rating(hotel, Scale::Five, language)),
        escape(&price_per_night(hotel, language)),
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
fn rating(hotel: &Hotel, scale: Scale, language: Language) -> String {
    if hotel.reviews_count == 0 {
        return text("new", language);
    }
    let figure = texts::rating(hotel, scale, language);
    format!("{figure}/{} ({})", scale.maximum(), texts::reviews(hotel, language))
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
        None => format!("<li{}>{}</li>", lang(CONTENT_LANGUAGE, language), escape(label)),
    }
}

/// A paragraph whose words are in the language `of_words`.
fn paragraph(words: &str, of_words: &str, language: Language) -> String {
    format!("<p{}>{}</p>", lang(of_words, language), escape(words))
}

/// The `lang` attribute of words in another language than the page's.
fn lang(of_words: &str, language: Language) -> String {
    if of_words == language.code() { String::new() } else { format!(r#" lang="{of_words}""#) }
}
