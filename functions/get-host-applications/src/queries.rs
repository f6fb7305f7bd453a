//! What this function asks of the database, as `service_role`.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use edge::{Database, Error, Role};
use schema::models::host_application::HostApplication;
use schema::schema::host_applications;

/// More than anybody reviews in one sitting.
const MOST_LISTED: i64 = 500;

pub(crate) async fn newest(database: &Database) -> Result<Vec<HostApplication>, Error> {
    let applications = host_applications::table
        .order((host_applications::created_at.desc(), host_applications::id))
        .limit(MOST_LISTED)
        .select(HostApplication::as_select());
    database.as_role(Role::ServiceRole, async |connection| Ok(applications.load(connection).await?)).await
}
