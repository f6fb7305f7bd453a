//! Adding a picture.

use crate::image::{self, MOST_IMAGES, Turn};
use crate::queries::{self, Joined};
use actix_web::http::StatusCode;
use actix_web::web::{Data, Payload};
use actix_web::{HttpRequest, HttpResponse};
use serde_json::json;
use service_kit::multipart::drain;
use service_kit::{Administrator, Database, Error, Form, Problem, Refusal, Storage};
use tracing::Instrument;

/// The form `file`, `hotel_id`.
pub(crate) async fn upload(
    request: HttpRequest,
    payload: Payload,
    database: Data<Database>,
    storage: Data<Storage>,
    turn: Data<Turn>,
) -> Result<HttpResponse, Error> {
    let administrator = match Administrator::of(&request).await {
        Ok(administrator) => administrator,
        Err(refused) => {
            drain(payload).await;
            return Err(refused);
        }
    };
    let adding = async move {
        let mut form = Form::read(&request, payload, &image::RULES).await?;
        let hotel: i64 = form
            .fields
            .optional_whole("hotel_id", 1..=i64::MAX)?
            .ok_or_else(|| Refusal::field("hotel_id", Problem::Required))?;
        let file = form.files.pop().ok_or_else(|| Refusal::field("file", Problem::Required))?;
        refuse_unless_joined(queries::room(&database, &administrator, hotel).await?)?;

        let picture = image::publish(&file, &turn).await?;
        let stored = image::put(&storage, hotel, picture).await?;
        let joined = queries::join(&database, &administrator, hotel, &stored.address).await;
        // The answer to a commit can be lost. Where nobody can tell, the picture waits for the hourly look.
        let is_listed = matches!(joined, Ok(Joined::Yes))
            || queries::is_listed(&database, &administrator, hotel, &stored.address).await?;
        if !is_listed {
            image::remove(&storage, &stored).await;
            refuse_unless_joined(joined?)?;
        }
        Ok::<_, Error>((hotel, stored.address))
    };
    // To its end, also when the client leaves: only the end knows what to clean up.
    let (hotel, url) = actix_web::rt::spawn(adding.in_current_span()).await.map_err(Error::internal)??;
    let image = json!({ "hotel_id": hotel, "url": url });
    Ok(HttpResponse::build(StatusCode::CREATED).json(json!({ "success": true, "data": image })))
}

fn refuse_unless_joined(joined: Joined) -> Result<(), Error> {
    match joined {
        Joined::Yes => Ok(()),
        Joined::NoSuchHotel => Err(Refusal::HotelNotFound.into()),
        Joined::NoRoom => Err(Refusal::TooManyImages { maximum: MOST_IMAGES }.into()),
    }
}
