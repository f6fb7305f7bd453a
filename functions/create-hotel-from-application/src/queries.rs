//! SQL, in the caller's role.

use crate::error::CreateHotelError;
use crate::hotel::{location, property_type};
use diesel::dsl::now;
use diesel::prelude::*;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use functions_shared::Administrator;
use schema::models::host_application::{HostApplication, Status};
use schema::models::hotel::{Hotel, NewHotel};
use schema::numbers::numeric;
use schema::schema::{host_applications, hotels};
use service_kit::{Database, Error};
use uuid::Uuid;

/// The hotel of an application.
pub(crate) enum Outcome {
    Created(Hotel),
    AlreadyExists(Hotel),
}

/// An application and its hotel, if it has one.
pub(crate) async fn find(
    database: &Database,
    administrator: &Administrator,
    id: Uuid,
) -> Result<Option<(HostApplication, Option<Hotel>)>, Error> {
    database
        .as_role(administrator.role(), async |connection| {
            let application = host_applications::table.find(id).select(HostApplication::as_select());
            let Some(application) = application.first(connection).await.optional()? else { return Ok(None) };
            let hotel = hotel_of(connection, &application).await?;
            Ok(Some((application, hotel)))
        })
        .await
}

/// Inserts the hotel and records its id in the application, in the transaction that has locked its row.
pub(crate) async fn create(
    database: &Database,
    administrator: &Administrator,
    id: Uuid,
    images: &[String],
) -> Result<Outcome, Error> {
    database
        .as_role(administrator.role(), async |connection| {
            let locked = host_applications::table
                .find(id)
                .filter(host_applications::status.eq(Status::Approved))
                .select(HostApplication::as_select())
                .for_update();
            let application = locked.first(connection).await.optional()?;
            let application = application.ok_or(CreateHotelError::ApplicationNotFound)?;
            if let Some(hotel) = hotel_of(connection, &application).await? {
                return Ok(Outcome::AlreadyExists(hotel));
            }
            let hotel = insert(connection, &application, images).await?;
            let changes = (host_applications::hotel_id.eq(hotel.id), host_applications::updated_at.eq(now));
            diesel::update(host_applications::table.find(id)).set(changes).execute(connection).await?;
            Ok(Outcome::Created(hotel))
        })
        .await
}

async fn hotel_of(
    connection: &mut AsyncPgConnection,
    application: &HostApplication,
) -> Result<Option<Hotel>, Error> {
    let Some(id) = application.hotel_id else { return Ok(None) };
    Ok(hotels::table.find(id).select(Hotel::as_select()).first(connection).await.optional()?)
}

async fn insert(
    connection: &mut AsyncPgConnection,
    application: &HostApplication,
    images: &[String],
) -> Result<Hotel, Error> {
    let hotel = NewHotel {
        name: &application.property_name,
        city: &application.city,
        location: &location(&application.address, &application.city),
        description: &application.description,
        images,
        amenities: &application.amenities,
        property_type: property_type(&application.property_type),
    };
    let price = hotels::price_per_night.eq(numeric(application.price_per_night));
    let insert = diesel::insert_into(hotels::table).values((hotel, price));
    Ok(insert.returning(Hotel::as_returning()).get_result(connection).await?)
}
