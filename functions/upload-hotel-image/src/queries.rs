//! What this function asks of the database, as its caller.

use crate::image::MOST_IMAGES;
use diesel::dsl::{array_append, exists, now};
use diesel::prelude::*;
use diesel::sql_types::{Array, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use schema::schema::hotels;
use service_kit::{Administrator, Database, Error};

diesel::define_sql_function! {
    fn cardinality(list: Array<Text>) -> Integer;
}

/// Whether a hotel has taken one more picture, or would.
pub(crate) enum Joined {
    Yes,
    NoSuchHotel,
    NoRoom,
}

pub(crate) async fn room(
    database: &Database,
    administrator: &Administrator,
    hotel: i64,
) -> Result<Joined, Error> {
    database.as_role(administrator.role(), async |connection| look(connection, hotel).await).await
}

/// One statement reads the list and writes it, so that no other picture comes between.
pub(crate) async fn join(
    database: &Database,
    administrator: &Administrator,
    hotel: i64,
    address: &str,
) -> Result<Joined, Error> {
    database
        .as_role(administrator.role(), async |connection| {
            let with_room =
                hotels::table.find(hotel).filter(cardinality(hotels::images).lt(MOST_IMAGES as i32));
            let images = hotels::images.eq(array_append(hotels::images, address));
            let joined = diesel::update(with_room).set((images, hotels::updated_at.eq(now)));
            if joined.execute(connection).await? == 1 {
                return Ok(Joined::Yes);
            }
            Ok(match look(connection, hotel).await? {
                Joined::NoSuchHotel => Joined::NoSuchHotel,
                Joined::Yes | Joined::NoRoom => Joined::NoRoom,
            })
        })
        .await
}

pub(crate) async fn is_listed(
    database: &Database,
    administrator: &Administrator,
    hotel: i64,
    address: &str,
) -> Result<bool, Error> {
    let listing = hotels::table.find(hotel).filter(hotels::images.contains(vec![address]));
    let listed = diesel::select(exists(listing));
    database.as_role(administrator.role(), async |connection| Ok(listed.get_result(connection).await?)).await
}

async fn look(connection: &mut AsyncPgConnection, hotel: i64) -> Result<Joined, Error> {
    let images = hotels::table.find(hotel).select(cardinality(hotels::images));
    let images: Option<i32> = images.first(connection).await.optional()?;
    Ok(match images {
        None => Joined::NoSuchHotel,
        Some(images) if images < MOST_IMAGES as i32 => Joined::Yes,
        Some(_) => Joined::NoRoom,
    })
}
