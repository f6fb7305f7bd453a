//! What this function asks of the database, as its caller.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use schema::models::host_application::{HostApplication, Status};
use schema::schema::host_applications;
use service_kit::{Administrator, Database, Error};
use std::cmp::Reverse;

/// Of those that nothing is left to do with: rejected, or approved and a hotel. More than anybody looks through in one
/// sitting.
const MOST_DONE: i64 = 500;
/// Of those that wait for a decision, and of those that wait for their hotel. Far more than are ever left to wait: it
/// bounds the memory of a call, not the work of an administrator.
const MOST_WAITING: i64 = 10_000;

/// Newest first. However many are done, none that waits is crowded out by them.
pub(crate) async fn newest(
    database: &Database,
    administrator: &Administrator,
) -> Result<Vec<HostApplication>, Error> {
    let newest = |most: i64| {
        host_applications::table
            .order((host_applications::created_at.desc(), host_applications::id))
            .limit(most)
            .select(HostApplication::as_select())
    };
    let status = host_applications::status;
    let hotel = host_applications::hotel_id;
    let to_decide = newest(MOST_WAITING).filter(status.eq(Status::Pending).and(hotel.is_null()));
    let to_make = newest(MOST_WAITING).filter(status.eq(Status::Approved).and(hotel.is_null()));
    let done = newest(MOST_DONE).filter(status.eq(Status::Rejected).or(hotel.is_not_null()));
    let mut applications = database
        .as_role(administrator.role(), async |connection| {
            let mut applications: Vec<HostApplication> = to_decide.load(connection).await?;
            applications.extend(to_make.load(connection).await?);
            applications.extend(done.load(connection).await?);
            Ok(applications)
        })
        .await?;
    applications.sort_by_key(|application| (Reverse(application.created_at), application.id));
    // One that was decided between two of the queries came twice.
    applications.dedup_by_key(|application| application.id);
    Ok(applications)
}
