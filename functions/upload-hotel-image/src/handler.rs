//! Adds an image to a hotel.

use crate::error::{SENTENCES, UploadError};
use crate::image::{self, Decoding};
use crate::queries::{self, AppendOutcome, MAX_IMAGES};
use actix_web::http::StatusCode;
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use functions_shared::{Administrator, FieldError, Parameters, Storage};
use serde_json::json;
use service_kit::multipart::drain;
use service_kit::{Database, Error, Form};
use tracing::Instrument;

/// `POST` a form with `file` and `hotel_id`.
pub(crate) async fn upload(
    request: HttpRequest,
    payload: Payload,
    database: Data<Database>,
    storage: Data<Storage>,
    decoding: Data<Decoding>,
) -> Result<HttpResponse, Error> {
    let administrator = match Administrator::check(&request).await {
        Ok(administrator) => administrator,
        Err(error) => {
            drain(payload).await;
            return Err(error);
        }
    };
    let upload = async move {
        let mut form = Form::read(&request, payload, &image::RULES).await?;
        let fields = Parameters::new(form.texts, &SENTENCES);
        let hotel: i64 = fields
            .optional_integer("hotel_id", 1..=i64::MAX)?
            .ok_or_else(|| fields.error("hotel_id", FieldError::Required))?;
        let file = form.files.pop().ok_or_else(|| fields.error("file", FieldError::Required))?;
        check_capacity(queries::remaining_capacity(&database, &administrator, hotel).await?)?;

        let encoded = image::encode(&file, &decoding).await?;
        let stored = image::put(&storage, hotel, encoded).await?;
        let outcome = queries::append(&database, &administrator, hotel, &stored.url).await;
        // The connection can die after the commit. When this query fails too, the sweeper removes an unreferenced
        // image.
        let is_listed = matches!(outcome, Ok(AppendOutcome::Appended))
            || queries::is_listed(&database, &administrator, hotel, &stored.url).await?;
        if !is_listed {
            image::remove(&storage, &stored).await;
            check_appended(outcome?)?;
        }
        Ok::<_, Error>((hotel, stored.url))
    };
    // A task of its own, so that it cleans up also when the client disconnects.
    let (hotel, url) = actix_web::rt::spawn(upload.in_current_span()).await.map_err(Error::internal)??;
    let image = json!({ "hotel_id": hotel, "url": url });
    Ok(HttpResponse::build(StatusCode::CREATED).json(json!({ "success": true, "data": image })))
}

/// Rejects a missing or a full hotel before the image is decoded.
fn check_capacity(remaining: Option<usize>) -> Result<(), UploadError> {
    match remaining {
        None => Err(UploadError::HotelNotFound),
        Some(0) => Err(UploadError::TooManyImages { maximum: MAX_IMAGES }),
        Some(_) => Ok(()),
    }
}

fn check_appended(outcome: AppendOutcome) -> Result<(), UploadError> {
    match outcome {
        AppendOutcome::Appended => Ok(()),
        AppendOutcome::HotelNotFound => Err(UploadError::HotelNotFound),
        AppendOutcome::Full => Err(UploadError::TooManyImages { maximum: MAX_IMAGES }),
    }
}
