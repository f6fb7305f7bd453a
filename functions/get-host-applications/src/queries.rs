//! SQL, in the caller's role.

use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use functions_shared::Administrator;
use schema::models::host_application::{HostApplication, Status};
use schema::schema::host_applications;
use service_kit::{Database, Error};
use std::cmp::Reverse;

/// The most completed applications: rejected ones, and approved ones with their hotel.
const MAX_COMPLETED: i64 = 500;
/// The most pending applications, and the most approved ones without a hotel. It only bounds the memory of a call.
const MAX_OPEN: i64 = 10_000;

/// Newest first. Completed applications have a limit of their own, so that they never displace open ones.
pub(crate) async fn newest(
    database: &Database,
    administrator: &Administrator,
) -> Result<Vec<HostApplication>, Error> {
    let newest = |limit: i64| {
        host_applications::table
            .order((host_applications::created_at.desc(), host_applications::id))
            .limit(limit)
            .select(HostApplication::as_select())
    };
    let status = host_applications::status;
    let hotel = host_applications::hotel_id;
    let pending = newest(MAX_OPEN).filter(status.eq(Status::Pending).and(hotel.is_null()));
    let approved = newest(MAX_OPEN).filter(status.eq(Status::Approved).and(hotel.is_null()));
    let completed = newest(MAX_COMPLETED).filter(status.eq(Status::Rejected).or(hotel.is_not_null()));
    let mut applications = database
        .as_role(administrator.role(), async |connection| {
            let mut applications: Vec<HostApplication> = pending.load(connection).await?;
            applications.extend(approved.load(connection).await?);
            applications.extend(completed.load(connection).await?);
            Ok(applications)
        })
        .await?;
    applications.sort_by_key(|application| (Reverse(application.created_at), application.id));
    // An application that was decided between two of the queries is in both results.
    applications.dedup_by_key(|application| application.id);
    Ok(applications)
}
