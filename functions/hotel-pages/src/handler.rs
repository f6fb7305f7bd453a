//! Fills in the document of a hotel, and the sitemap.

use crate::built_document::BuiltDocument;
use crate::hotel::{AccountRating, Hotel};
use crate::{article, cover, document, head, queries, sitemap as sitemaps};
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::{Data, Path};
use functions_shared::Parameters;
use service_kit::{Database, Error, Language};

/// The most characters of the parameters `id`, `hotel` and `part`.
const ID_LENGTH: usize = 200;
/// The most digits that the site reads as an id.
const ID_DIGITS: usize = 15;
/// A cache between the gateway and the visitors may keep a page for a minute; browsers revalidate it.
const A_MINUTE: &str = "public, max-age=0, s-maxage=60";
/// For 404s and the sitemap: a new hotel shows at once.
const REVALIDATE: &str = "no-cache";

/// `POST /hotel-detail?id=…`, in French.
pub(crate) async fn hotel(
    parameters: Parameters,
    database: Data<Database>,
    built: BuiltDocument,
) -> Result<HttpResponse, Error> {
    page(Language::default(), &parameters, &database, &built.0).await
}

/// `POST /<language>/hotel-detail?id=…`.
pub(crate) async fn hotel_in_language(
    code: Path<String>,
    parameters: Parameters,
    database: Data<Database>,
    built: BuiltDocument,
) -> Result<HttpResponse, Error> {
    let Some(language) = Language::from_code(&code) else { return Ok(HttpResponse::NoContent().finish()) };
    page(language, &parameters, &database, &built.0).await
}

/// `POST /sitemap.xml`, `?part=pages` or `?after=ID`.
pub(crate) async fn sitemap(
    parameters: Parameters,
    database: Data<Database>,
    built: BuiltDocument,
) -> Result<HttpResponse, Error> {
    let sitemap = if let Some(after) = parameters.optional_integer("after", 0..=i64::MAX)? {
        sitemaps::of_hotels(&queries::listed_hotels(&database, after).await?)
    } else if parameters.optional_text("part", ID_LENGTH)? == Some("pages") {
        sitemaps::of_pages(&built.0)
    } else {
        let hotels = queries::listed_hotels(&database, 0).await?;
        match queries::starts_of_sitemaps(&database, &hotels).await? {
            Some(starts) => sitemaps::index(&starts),
            None => sitemaps::of_pages_and_hotels(&built.0, &hotels),
        }
    };
    let mut response = HttpResponse::Ok();
    response.insert_header((CACHE_CONTROL, REVALIDATE));
    Ok(response.content_type("application/xml; charset=utf-8").body(sitemap))
}

async fn page(
    language: Language,
    parameters: &Parameters,
    database: &Database,
    built: &str,
) -> Result<HttpResponse, Error> {
    let Some(id) = requested_number(parameters) else { return Ok(HttpResponse::NoContent().finish()) };
    let hotel = queries::active_hotel(database, id).await?;
    let (status, caching, rating) = match &hotel {
        Some(hotel) => (StatusCode::OK, A_MINUTE, queries::account_rating(database, hotel.id).await?),
        None => (StatusCode::NOT_FOUND, REVALIDATE, None),
    };
    let mut response = HttpResponse::build(status);
    response.insert_header((CACHE_CONTROL, caching)).content_type("text/html; charset=utf-8");
    Ok(response.body(filled_in(built, hotel.as_ref(), rating, language)))
}

fn filled_in(
    built: &str,
    hotel: Option<&Hotel>,
    rating: Option<AccountRating>,
    language: Language,
) -> String {
    let parts = match hotel {
        Some(hotel) => [
            (document::HEAD, head::of_hotel(hotel, rating, language)),
            (document::TITLE, article::title_of_hotel(hotel, language)),
            (document::COVER, cover::of_hotel(hotel, built)),
            (document::TEXT, article::text_of_hotel(hotel, language)),
        ],
        None => [
            (document::HEAD, head::of_unknown(language)),
            (document::TITLE, String::new()),
            (document::COVER, String::new()),
            (document::TEXT, article::of_unknown(language)),
        ],
    };
    parts.iter().fold(built.to_owned(), |document, (place, part)| document::replace(&document, *place, part))
}

/// The number in `id` or, without one, in `hotel`, as the site reads them.
fn requested_number(parameters: &Parameters) -> Option<i64> {
    let given = |name| parameters.first_text(name, ID_LENGTH).ok().flatten().map(str::trim);
    let id = given("id").filter(|id| !id.is_empty()).or_else(|| given("hotel")).unwrap_or_default();
    let digits = !id.is_empty() && id.len() <= ID_DIGITS && id.bytes().all(|byte| byte.is_ascii_digit());
    if digits { id.parse().ok() } else { None }
}
