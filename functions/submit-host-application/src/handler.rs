//! Taking an application.

use crate::application::Application;
use crate::photos::{self, Limits};
use crate::queries;
use actix_web::http::StatusCode;
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use schema::models::host_application::Status;
use serde_json::json;
use service_kit::{Database, Error, Form, Storage};
use tracing::Instrument;
use uuid::Uuid;

/// The form of spec §7, call 15: fields, and photos `image_0` to `image_N`.
pub(crate) async fn submit(
    request: HttpRequest,
    payload: Payload,
    database: Data<Database>,
    storage: Data<Storage>,
    limits: Data<Limits>,
) -> Result<HttpResponse, Error> {
    let taking = async move {
        let _form = limits.form(&request).await?;
        let form = Form::read(&request, payload, &photos::RULES).await?;
        let application = Application::new(&form.fields, form.files.len())?;
        let _work = limits.work().await?;
        let formats = photos::check(&form.files, &limits).await?;

        let id = Uuid::new_v4();
        let keys = photos::keys(id, &formats);
        if let Err(error) = photos::put(&storage, &form.files, &keys, &formats, &limits).await {
            photos::remove(&storage, &keys).await;
            return Err(error);
        }
        if let Err(error) = queries::create(&database, id, application, &keys).await {
            // The answer to a commit can be lost. Where nobody can tell, the photos wait for the hourly look.
            if !queries::is_kept(&database, id).await? {
                photos::remove(&storage, &keys).await;
                return Err(error);
            }
        }
        Ok(id)
    };
    // To its end, also when the client leaves: only the end knows what to clean up.
    let id = actix_web::rt::spawn(taking.in_current_span()).await.map_err(Error::internal)??;
    let application = json!({ "id": id, "status": Status::Pending });
    Ok(HttpResponse::build(StatusCode::CREATED).json(json!({ "success": true, "data": application })))
}
