//! What this function asks of the database, as its caller.

use diesel::dsl::now;
use diesel::prelude::*;
use diesel_async::RunQueryDsl;
use schema::models::host_application::Status;
use schema::schema::host_applications;
use service_kit::{Administrator, Database, Error};
use uuid::Uuid;

pub(crate) enum Outcome {
    Decided,
    /// It had been decided before, in this way.
    Before(Status),
    Unknown,
}

/// Only a pending application is decided; of two decisions at once the second finds the first.
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
                return Ok(Outcome::Decided);
            }
            let before = application.select(host_applications::status).first(connection).await.optional()?;
            Ok(before.map_or(Outcome::Unknown, Outcome::Before))
        })
        .await
}
