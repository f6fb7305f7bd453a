//! Answers with the documents of hotels and regions, and the sitemap.

use crate::built_document::BuiltDocument;
use crate::hotel_page::{self, Found};
use crate::{queries, region_page, sample_content, sitemap as sitemaps};
use actix_web::HttpResponse;
use actix_web::http::StatusCode;
use actix_web::http::header::CACHE_CONTROL;
use actix_web::web::{Data, Path};
use functions_shared::Parameters;
use service_kit::{Database, Error, Language};

/// The most characters of the parameters `part` and `region`.
const NAME_LENGTH: usize = 200;
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
    hotel_page(Language::default(), &parameters, &database, &built.0).await
}

/// `POST /<language>/hotel-detail?id=…`.
pub(crate) async fn hotel_in_language(
    code: Path<String>,
    parameters: Parameters,
    database: Data<Database>,
    built: BuiltDocument,
) -> Result<HttpResponse, Error> {
    let Some(language) = Language::from_code(&code) else { return Ok(as_built()) };
    hotel_page(language, &parameters, &database, &built.0).await
}

/// `POST /region-hotels?region=…`, in French.
pub(crate) async fn region(parameters: Parameters, built: BuiltDocument) -> HttpResponse {
    region_page(Language::default(), &parameters, &built.0)
}

/// `POST /<language>/region-hotels?region=…`.
pub(crate) async fn region_in_language(
    code: Path<String>,
    parameters: Parameters,
    built: BuiltDocument,
) -> HttpResponse {
    let Some(language) = Language::from_code(&code) else { return as_built() };
    region_page(language, &parameters, &built.0)
}

/// `POST /sitemap.xml`, `?part=pages` or `?after=ID`.
pub(crate) async fn sitemap(
    parameters: Parameters,
    database: Data<Database>,
    built: BuiltDocument,
) -> Result<HttpResponse, Error> {
    let sitemap = if let Some(after) = parameters.optional_integer("after", 0..=i64::MAX)? {
        sitemaps::of_hotels(&queries::listed_hotels(&database, after).await?)
    } else if parameters.optional_text("part", NAME_LENGTH)? == Some("pages") {
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

async fn hotel_page(
    language: Language,
    parameters: &Parameters,
    database: &Database,
    built: &str,
) -> Result<HttpResponse, Error> {
    Ok(match hotel_page::find(parameters, language, database, built).await? {
        Found::Page(page) => found(hotel_page::of_hotel(built, &page, language)),
        Found::Unknown => not_found(hotel_page::of_unknown(built, language)),
        Found::Unclear => as_built(),
    })
}

fn region_page(language: Language, parameters: &Parameters, built: &str) -> HttpResponse {
    let Some(regions) = sample_content::regions(built) else { return as_built() };
    // No region has a longer name.
    let name = parameters.first_text("region", NAME_LENGTH).ok().flatten().unwrap_or_default();
    match region_page::of_region(built, &regions, name, language) {
        Some(document) => found(document),
        None => not_found(region_page::of_unknown(built, language)),
    }
}

/// The gateway serves the built document.
fn as_built() -> HttpResponse {
    HttpResponse::NoContent().finish()
}

fn found(document: String) -> HttpResponse {
    html(StatusCode::OK, A_MINUTE, document)
}

fn not_found(document: String) -> HttpResponse {
    html(StatusCode::NOT_FOUND, REVALIDATE, document)
}

fn html(status: StatusCode, caching: &'static str, document: String) -> HttpResponse {
    let mut response = HttpResponse::build(status);
    response.insert_header((CACHE_CONTROL, caching)).content_type("text/html; charset=utf-8");
    response.body(document)
}
