//! Stores an application with its photos.

use crate::application::Application;
use crate::error::SENTENCES;
use crate::limits::Limits;
use crate::photos;
use crate::queries;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use functions_shared::{Parameters, Storage};
use schema::models::host_application::Status;
use serde_json::json;
use service_kit::{Database, Error, Form};
use tracing::Instrument;
use uuid::Uuid;

/// `POST` a form: the fields of the crate doc, and photos `image_0` to `image_N`.
pub(crate) async fn submit(
    request: HttpRequest,
    payload: Payload,
    database: Data<Database>,
    storage: Data<Storage>,
    limits: Data<Limits>,
) -> Result<HttpResponse, Error> {
    let submission = async move {
        let _form_permit = limits.form(&request).await?;
        let form = Form::read(&request, payload, &photos::RULES).await?;
        let fields = Parameters::new(form.texts, &SENTENCES);
        let application = Application::new(&fields, form.files.len())?;
        let _work_permit = limits.work().await?;
        let formats = photos::check(&form.files, &limits).await?;

        let id = Uuid::new_v4();
        let keys = photos::keys(id, &formats);
        if let Err(error) = photos::put(&storage, &form.files, &keys, &formats, &limits).await {
            photos::remove(&storage, &keys).await;
            return Err(error);
        }
        if let Err(error) = queries::create(&database, id, application, &keys).await {
            // The connection can die after the commit. When this query fails too, the sweeper removes unreferenced
            // photos.
            if !queries::is_stored(&database, id).await? {
                photos::remove(&storage, &keys).await;
                return Err(error);
            }
        }
        Ok(id)
    };
    // A task of its own, so that it cleans up also when the client disconnects.
    let id = actix_web::rt::spawn(submission.in_current_span()).await.map_err(Error::internal)??;
    let application = json!({ "id": id, "status": Status::Pending });
    Ok(HttpResponse::build(StatusCode::CREATED).json(json!({ "success": true, "data": application })))
}
