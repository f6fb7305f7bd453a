//! What this function asks of the database, as `service_role`.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use edge::{Database, Error, Role};
use schema::models::host_application::{HostApplication, Status};
use schema::schema::host_applications;
use std::cmp::Reverse;

/// Of those that wait for a decision, and of those that have one; more than anybody reviews in one sitting.
const MOST_LISTED: i64 = 500;

/// Newest first. However many have been decided, none that waits is crowded out by them.
pub(crate) async fn newest(database: &Database) -> Result<Vec<HostApplication>, Error> {
    let newest = || {
        host_applications::table
            .order((host_applications::created_at.desc(), host_applications::id))
            .limit(MOST_LISTED)
            .select(HostApplication::as_select())
    };
    let waiting = newest().filter(host_applications::status.eq(Status::Pending));
    let decided = newest().filter(host_applications::status.ne(Status::Pending));
    let mut applications = database
        .as_role(Role::ServiceRole, async |connection| {
            let mut applications: Vec<HostApplication> = waiting.load(connection).await?;
            applications.extend(decided.load(connection).await?);
            Ok(applications)
        })
        .await?;
    applications.sort_by_key(|application| (Reverse(application.created_at), application.id));
    Ok(applications)
}
