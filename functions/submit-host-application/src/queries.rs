//! SQL, in the role `service_role`: no policy lets the public write or read applications, because over REST an
//! application could bypass the checks and have no photos.

use crate::application::Application;
use diesel::dsl::exists;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use schema::numbers::numeric;
use schema::schema::host_applications;
use service_kit::{Database, Error, Role};
use uuid::Uuid;

pub(crate) async fn create(
    database: &Database,
    id: Uuid,
    application: Application<'_>,
    photo_keys: &[String],
) -> Result<(), Error> {
    let insert = diesel::insert_into(host_applications::table).values((
        host_applications::id.eq(id),
        application.row,
        host_applications::price_per_night.eq(numeric(application.price_per_night)),
        host_applications::photos_urls.eq(photo_keys),
    ));
    database
        .as_role(Role::ServiceRole, async |connection| {
            insert.execute(connection).await?;
            Ok(())
        })
        .await
}

pub(crate) async fn is_stored(database: &Database, id: Uuid) -> Result<bool, Error> {
    let stored = diesel::select(exists(host_applications::table.find(id)));
    database.as_role(Role::ServiceRole, async |connection| Ok(stored.get_result(connection).await?)).await
}
