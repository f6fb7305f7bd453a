//! Responds with the texts of a language.

use crate::dictionaries::SiteLanguage;
use crate::edition::Editions;
use crate::error::TranslationsError;
use crate::queries;
use actix_web::http::header::{
    AcceptEncoding, CACHE_CONTROL, CONTENT_ENCODING, ContentEncoding, ETag, Encoding, EntityTag, Header,
    IfNoneMatch, VARY,
};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use functions_shared::{FieldError, Parameters};
use serde_json::json;
use service_kit::{Database, Error};

/// Characters of the longest language tag in use.
const TAG_LENGTH: usize = 35;

/// `GET ?action=get&language=…`.
pub(crate) async fn get(
    request: HttpRequest,
    parameters: Parameters,
    database: Data<Database>,
    editions: Data<Editions>,
) -> Result<HttpResponse, Error> {
    if parameters.optional_text("action", TAG_LENGTH)?.is_some_and(|action| action != "get") {
        return Err(TranslationsError::UnknownAction.into());
    }
    let tag = parameters.optional_text("language", TAG_LENGTH)?;
    let tag = tag.ok_or_else(|| parameters.error("language", FieldError::Required))?;
    let Some(language) = SiteLanguage::of(tag) else { return Ok(HttpResponse::Ok().json(json!({}))) };
    let edited = queries::edited(&database, language).await?;
    let edition = editions.of(language, edited).await?;

    let is_cached = is_cached(&request, &edition.tag);
    let mut response = if is_cached { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    response
        .insert_header(ETag(edition.tag.clone()))
        // The client caches it, but revalidates it each time: an editor's change shows at the next load.
        .insert_header((CACHE_CONTROL, "no-cache"))
        .insert_header((VARY, "Accept-Encoding"));
    if is_cached {
        return Ok(response.finish());
    }
    response.content_type("application/json");
    if accepts_gzip(&request) {
        response.insert_header((CONTENT_ENCODING, "gzip"));
        return Ok(response.body(edition.gzip.clone()));
    }
    Ok(response.body(edition.json.clone()))
}

/// Whether the client has this edition in its cache.
fn is_cached(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|cached| cached.weak_eq(tag)),
        Err(_) => false,
    }
}

fn accepts_gzip(request: &HttpRequest) -> bool {
    let offered = [Encoding::gzip(), Encoding::identity()];
    let accepted =
        AcceptEncoding::parse(request).ok().and_then(|accepted| accepted.negotiate(offered.iter()));
    accepted == Some(Encoding::Known(ContentEncoding::Gzip))
}
