//! Reading the texts of a language.

use crate::dictionaries::Language;
use crate::edition::Editions;
use crate::queries;
use actix_web::http::header::{
    AcceptEncoding, CACHE_CONTROL, CONTENT_ENCODING, ContentEncoding, ETag, Encoding, EntityTag, Header,
    IfNoneMatch, VARY,
};
use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;
use service_kit::body::Parameters;
use service_kit::{Database, Error, Problem, Refusal};

/// The longest tag of a language that anybody uses.
const TAG_LENGTH: usize = 35;

/// `?action=get&language=…`.
pub(crate) async fn get(
    request: HttpRequest,
    parameters: Parameters,
    database: Data<Database>,
    editions: Data<Editions>,
) -> Result<HttpResponse, Error> {
    if parameters.optional_text("action", TAG_LENGTH)?.is_some_and(|action| action != "get") {
        return Err(Refusal::UnknownAction.into());
    }
    let tag = parameters.optional_text("language", TAG_LENGTH)?;
    let tag = tag.ok_or(Refusal::field("language", Problem::Required))?;
    let Some(language) = Language::of(tag) else { return Ok(HttpResponse::Ok().json(json!({}))) };
    let edited = queries::edited(&database, language).await?;
    let edition = editions.of(language, edited).await?;

    let known = knows(&request, &edition.tag);
    let mut answer = if known { HttpResponse::NotModified() } else { HttpResponse::Ok() };
    answer
        .insert_header(ETag(edition.tag.clone()))
        // Kept, but asked for anew each time: an editor's change shows at the next load.
        .insert_header((CACHE_CONTROL, "no-cache"))
        .insert_header((VARY, "Accept-Encoding"));
    if known {
        return Ok(answer.finish());
    }
    answer.content_type("application/json");
    if takes_gzip(&request) {
        answer.insert_header((CONTENT_ENCODING, "gzip"));
        return Ok(answer.body(edition.gzip.clone()));
    }
    Ok(answer.body(edition.json.clone()))
}

/// Whether the client has this edition already.
fn knows(request: &HttpRequest, tag: &EntityTag) -> bool {
    match IfNoneMatch::parse(request) {
        Ok(IfNoneMatch::Any) => true,
        Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|known| known.weak_eq(tag)),
        Err(_) => false,
    }
}

fn takes_gzip(request: &HttpRequest) -> bool {
    let offered = [Encoding::gzip(), Encoding::identity()];
    let accepted =
        AcceptEncoding::parse(request).ok().and_then(|accepted| accepted.negotiate(offered.iter()));
    accepted == Some(Encoding::Known(ContentEncoding::Gzip))
}
