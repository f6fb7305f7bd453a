//! Approves or rejects an application.

use crate::decision::Decision;
use crate::error::{DecisionError, SENTENCES};
use crate::queries::{self, Outcome};
use actix_web::HttpResponse;
use actix_web::web::Data;
use functions_shared::{Administrator, Fields};
use schema::models::host_application::Status;
use serde_json::json;
use service_kit::{Database, Error, Language};
use uuid::Uuid;

/// `POST {applicationId, action, status}`.
pub(crate) async fn decide(
    administrator: Administrator,
    language: Language,
    fields: Fields,
    database: Data<Database>,
) -> Result<HttpResponse, Error> {
    let decision = Decision::from_fields(&fields)?;
    let id = fields.text("applicationId", 100)?;
    let id = Uuid::try_parse(id).map_err(|_| DecisionError::ApplicationNotFound)?;
    let repeated = match queries::decide(&database, &administrator, id, decision.status()).await? {
        Outcome::Changed => false,
        Outcome::Unchanged(status) if status == decision.status() => true,
        Outcome::Unchanged(Status::Rejected) => return Err(DecisionError::AlreadyRejected.into()),
        Outcome::Unchanged(_) => return Err(DecisionError::AlreadyApproved.into()),
        Outcome::NotFound => return Err(DecisionError::ApplicationNotFound.into()),
    };
    let application = json!({ "id": id, "status": decision.status() });
    let message = SENTENCES.sentence(decision.message_key(repeated), language, &[]);
    Ok(HttpResponse::Ok().json(json!({ "success": true, "message": message, "data": application })))
}
