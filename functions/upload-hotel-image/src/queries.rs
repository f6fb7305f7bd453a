//! SQL, in the caller's role.

use diesel::dsl::{array_append, exists, now};
use diesel::prelude::*;
use diesel::sql_types::{Array, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use functions_shared::Administrator;
use schema::schema::hotels;
use service_kit::{Database, Error};

/// The most images of a hotel. The page of a hotel loads all of them.
pub(crate) const MAX_IMAGES: usize = 40;

diesel::define_sql_function! {
    fn cardinality(list: Array<Text>) -> Integer;
}

/// The outcome of appending an image to a hotel's list.
pub(crate) enum AppendOutcome {
    Appended,
    HotelNotFound,
    Full,
}

/// How many images the hotel can take; `None` when there is no such hotel.
pub(crate) async fn remaining_capacity(
    database: &Database,
    administrator: &Administrator,
    hotel: i64,
) -> Result<Option<usize>, Error> {
    let image_count = database
        .as_role(administrator.role(), async |connection| image_count(connection, hotel).await)
        .await?;
    Ok(image_count.map(|count| MAX_IMAGES.saturating_sub(count)))
}

/// Appends in one statement that reads and writes the list, so that concurrent calls lose no image.
pub(crate) async fn append(
    database: &Database,
    administrator: &Administrator,
    hotel: i64,
    url: &str,
) -> Result<AppendOutcome, Error> {
    database
        .as_role(administrator.role(), async |connection| {
            let with_capacity =
                hotels::table.find(hotel).filter(cardinality(hotels::images).lt(MAX_IMAGES as i32));
            let images = hotels::images.eq(array_append(hotels::images, url));
            let update = diesel::update(with_capacity).set((images, hotels::updated_at.eq(now)));
            if update.execute(connection).await? == 1 {
                return Ok(AppendOutcome::Appended);
            }
            Ok(match image_count(connection, hotel).await? {
                None => AppendOutcome::HotelNotFound,
                Some(_) => AppendOutcome::Full,
            })
        })
        .await
}

/// Whether the hotel's list contains the image.
pub(crate) async fn is_listed(
    database: &Database,
    administrator: &Administrator,
    hotel: i64,
    url: &str,
) -> Result<bool, Error> {
    let listing = hotels::table.find(hotel).filter(hotels::images.contains(vec![url]));
    let listed = diesel::select(exists(listing));
    database.as_role(administrator.role(), async |connection| Ok(listed.get_result(connection).await?)).await
}

async fn image_count(connection: &mut AsyncPgConnection, hotel: i64) -> Result<Option<usize>, Error> {
    let images = hotels::table.find(hotel).select(cardinality(hotels::images));
    let count: Option<i32> = images.first(connection).await.optional()?;
    Ok(count.map(|count| usize::try_from(count).unwrap_or_default()))
}
