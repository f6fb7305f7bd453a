//! Deciding about an application.

use crate::decision::Decision;
use crate::queries::{self, Outcome};
use actix_web::HttpResponse;
use actix_web::web::Data;
use schema::models::host_application::Status;
use serde_json::json;
use service_kit::{Administrator, Database, Error, Fields, Language, Refusal};
use uuid::Uuid;

/// `{applicationId, action, status}`.
pub(crate) async fn decide(
    administrator: Administrator,
    language: Language,
    fields: Fields,
    database: Data<Database>,
) -> Result<HttpResponse, Error> {
    let decision = Decision::from_fields(&fields)?;
    let id = fields.text("applicationId", 100)?;
    // What is not an id is nobody's.
    let id = Uuid::try_parse(id).map_err(|_| Refusal::ApplicationNotFound)?;
    let repeated = match queries::decide(&database, &administrator, id, decision.status()).await? {
        Outcome::Decided => false,
        Outcome::Before(status) if status == decision.status() => true,
        Outcome::Before(Status::Rejected) => return Err(Refusal::AlreadyRejected.into()),
        Outcome::Before(_) => return Err(Refusal::AlreadyApproved.into()),
        Outcome::Unknown => return Err(Refusal::ApplicationNotFound.into()),
    };
    let application = json!({ "id": id, "status": decision.status() });
    let message = decision.notice(repeated).sentence(language);
    Ok(HttpResponse::Ok().json(json!({ "success": true, "message": message, "data": application })))
}
