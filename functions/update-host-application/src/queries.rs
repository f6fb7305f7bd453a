//! SQL, in the caller's role.

use diesel::dsl::now;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use functions_shared::Administrator;
use schema::models::host_application::Status;
use schema::schema::host_applications;
use service_kit::{Database, Error};
use uuid::Uuid;

/// The outcome of a decision.
pub(crate) enum Outcome {
    /// The application was pending and has the new status.
    Changed,
    /// The application was decided before and has this status.
    Unchanged(Status),
    /// There is no such application.
    NotFound,
}

/// Decides a pending application. Of two concurrent decisions the second one gets [`Outcome::Unchanged`].
pub(crate) async fn decide(
    database: &Database,
    administrator: &Administrator,
    id: Uuid,
    status: Status,
) -> Result<Outcome, Error> {
    database
        .as_role(administrator.role(), async |connection| {
            let application = host_applications::table.find(id);
            let pending = application.filter(host_applications::status.eq(Status::Pending));
            let change = (host_applications::status.eq(status), host_applications::updated_at.eq(now));
            if diesel::update(pending).set(change).execute(connection).await? == 1 {
                return Ok(Outcome::Changed);
            }
            let before = application.select(host_applications::status).first(connection).await.optional()?;
            Ok(before.map_or(Outcome::NotFound, Outcome::Unchanged))
        })
        .await
}
