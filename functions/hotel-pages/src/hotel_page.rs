//! Finds the hotel that an address requests, and fills in its document.

use crate::hotel::{HotelPage, HotelRecord};
use crate::sample_content::SampleHotels;
use crate::texts::{CONTENT_LANGUAGE, text};
use crate::{article, cover, document, head, names, queries};
use functions_shared::Parameters;
use service_kit::{Database, Error, Language};

/// The most characters of the parameters `id` and `hotel`.
const ID_LENGTH: usize = 200;
/// The most digits that the site reads as an id.
const ID_DIGITS: usize = 15;
/// The hotel of an address that requests none.
const DEFAULT_ID: &str = "1";

/// What is known of the requested hotel.
pub(crate) enum Found {
    Page(Box<HotelPage>),
    Unknown,
    /// The database does not have it, and the document does not say which hotels the site has.
    Unclear,
}

/// The hotel that an address requests, by `id` or by `hotel`: a number, a slug or a name. It is looked up as the site does
/// (`useEstablishment.ts`): a sample hotel with a number gives way to the database's.
pub(crate) async fn find(
    parameters: &Parameters,
    language: Language,
    database: &Database,
    built: &str,
) -> Result<Found, Error> {
    let Some(requested) = requested(parameters) else { return Ok(Found::Unknown) };
    let samples = SampleHotels::of_document(built);
    let id = samples.as_ref().map_or_else(|| requested.to_owned(), |samples| samples.id(requested));
    let record = match number(&id) {
        Some(number) => queries::active_hotel(database, number).await?,
        None if samples.as_ref().is_some_and(|samples| samples.has(&id)) => None,
        None => queries::hotel_with_slug(database, &names::slug(&id)).await?,
    };
    if let Some(HotelRecord { id, hotel }) = record {
        let rating = queries::account_rating(database, id).await?;
        let description_language = CONTENT_LANGUAGE;
        return Ok(Found::Page(Box::new(HotelPage {
            id: id.to_string(),
            hotel,
            description_language,
            rating,
            is_sample: false,
        })));
    }
    let Some(samples) = samples else { return Ok(Found::Unclear) };
    let Some(hotel) = samples.take(&id) else { return Ok(Found::Unknown) };
    let description_language = language.code();
    Ok(Found::Page(Box::new(HotelPage { id, hotel, description_language, rating: None, is_sample: true })))
}

/// The document of a hotel.
pub(crate) fn of_hotel(built: &str, page: &HotelPage, language: Language) -> String {
    document::fill_in(
        built,
        head::of_hotel(page, language),
        article::title_of_hotel(&page.hotel, language),
        page.hotel
            .images
            .first()
            .map(|image| cover::html(image, &page.hotel.name, built))
            .unwrap_or_default(),
        article::text_of_hotel(page, language),
    )
}

/// The document of an unknown hotel.
pub(crate) fn of_unknown(built: &str, language: Language) -> String {
    let (title, hint) = (text("unknown", language), text("unknown_hint", language));
    let way_on = article::link("/hotels", &text("all_hotels", language), language);
    document::fill_in(
        built,
        head::of_unknown(title.trim_end_matches(['.', '。']), &hint, language),
        String::new(),
        String::new(),
        article::of_unknown(&title, &hint, &way_on),
    )
}

/// What the address has as the hotel's id. `None` if it is too long for one.
fn requested(parameters: &Parameters) -> Option<&str> {
    let given = |name| parameters.first_text(name, ID_LENGTH).ok().map(|text| text.map_or("", str::trim));
    let requested = [given("id")?, given("hotel")?].into_iter().find(|text| !text.is_empty());
    Some(requested.unwrap_or(DEFAULT_ID))
}

fn number(id: &str) -> Option<i64> {
    let digits = !id.is_empty() && id.len() <= ID_DIGITS && id.bytes().all(|byte| byte.is_ascii_digit());
    if digits { id.parse().ok() } else { None }
}
