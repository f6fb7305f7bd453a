//! SQL. Searches are read in the caller's role.

use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel_async::RunQueryDsl;
use schema::models::user_search::{NewUserSearch, UserSearch};
use schema::schema::user_searches;
use service_kit::{Database, Error, RequestError, Role, User};

pub(crate) async fn save(
    database: &Database,
    user: &User,
    search: NewUserSearch<'_>,
) -> Result<UserSearch, Error> {
    let saved = diesel::insert_into(user_searches::table)
        .values((search, user_searches::user_id.eq(user.id)))
        .returning(UserSearch::as_returning());
    // service_role, because no policy lets people save searches: over REST they would bypass the checks of this
    // function.
    database
        .as_role(Role::ServiceRole, async |connection| {
            saved.get_result(connection).await.map_err(|error| match error {
                // The account was deleted after the token was issued.
                DieselError::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _) => {
                    RequestError::Unauthorized.into()
                }
                other => other.into(),
            })
        })
        .await
}

pub(crate) async fn newest(database: &Database, user: &User, limit: i64) -> Result<Vec<UserSearch>, Error> {
    // Row-level security filters by the caller too; the condition lets Postgres use the index on (user_id, created_at).
    let own = user_searches::table
        .filter(user_searches::user_id.eq(user.id))
        .order((user_searches::created_at.desc(), user_searches::id))
        .limit(limit)
        .select(UserSearch::as_select());
    database
        .as_role(Role::Authenticated(&user.claims), async |connection| Ok(own.load(connection).await?))
        .await
}
