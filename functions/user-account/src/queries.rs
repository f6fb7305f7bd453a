//! SQL, in the caller's role where a policy allows it, else as `service_role`.

use chrono::{DateTime, Utc};
use diesel::prelude::*;
use diesel::sql_types::{Nullable, Text, Timestamptz};
use diesel::upsert::excluded;
use diesel_async::RunQueryDsl;
use schema::models::hotel_review::HotelReview;
use schema::models::profile::{NewProfile, Profile};
use schema::models::user_search::UserSearch;
use schema::schema::{hotel_reviews, profiles, user_searches};
use service_kit::{Database, Error, Role, User};
use uuid::Uuid;

/// The largest number of searches, and of reviews, in an export. At the rate limits an account needs years to reach it.
const MAX_EXPORTED: i64 = 50_000;

diesel::define_sql_function! {
    /// Ends a session of the caller's account. False if the account has no such session.
    #[sql_name = "auth.end_own_session"]
    fn end_own_session(id: diesel::sql_types::Uuid) -> Bool;
}

/// A row of `auth.own_sessions`.
#[derive(QueryableByName)]
pub(crate) struct OwnSession {
    #[diesel(sql_type = diesel::sql_types::Uuid)]
    pub(crate) id: Uuid,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub(crate) created_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Timestamptz>)]
    pub(crate) last_used_at: Option<DateTime<Utc>>,
    #[diesel(sql_type = Nullable<Text>)]
    pub(crate) user_agent: Option<String>,
    #[diesel(sql_type = Nullable<Text>)]
    pub(crate) address: Option<String>,
}

pub(crate) async fn sessions(database: &Database, user: &User) -> Result<Vec<OwnSession>, Error> {
    let query = diesel::sql_query("select * from auth.own_sessions()");
    database
        .as_role(Role::Authenticated(&user.claims), async |connection| Ok(query.load(connection).await?))
        .await
}

pub(crate) async fn end_session(database: &Database, user: &User, id: Uuid) -> Result<bool, Error> {
    let query = diesel::select(end_own_session(id));
    database
        .as_role(Role::Authenticated(&user.claims), async |connection| {
            Ok(query.get_result(connection).await?)
        })
        .await
}

pub(crate) async fn profile(database: &Database, user: &User) -> Result<Option<Profile>, Error> {
    // The condition is for administrators, whom a policy lets read all profiles.
    let query = profiles::table.find(user.id).select(Profile::as_select());
    database
        .as_role(Role::Authenticated(&user.claims), async |connection| {
            Ok(query.first(connection).await.optional()?)
        })
        .await
}

/// Stores the profile of an account.
pub(crate) async fn save_profile(database: &Database, profile: &NewProfile<'_>) -> Result<Profile, Error> {
    let query = diesel::insert_into(profiles::table)
        .values(profile)
        .on_conflict(profiles::id)
        .do_update()
        .set((
            profiles::email.eq(excluded(profiles::email)),
            profiles::first_name.eq(excluded(profiles::first_name)),
            profiles::last_name.eq(excluded(profiles::last_name)),
            profiles::phone.eq(excluded(profiles::phone)),
            profiles::address.eq(excluded(profiles::address)),
            profiles::city.eq(excluded(profiles::city)),
            profiles::postal_code.eq(excluded(profiles::postal_code)),
            profiles::country.eq(excluded(profiles::country)),
            profiles::updated_at.eq(diesel::dsl::now),
        ))
        .returning(Profile::as_returning());
    // service_role, because no policy lets people write profiles: over REST they would bypass the checks of this
    // function.
    database.as_role(Role::ServiceRole, async |connection| Ok(query.get_result(connection).await?)).await
}

pub(crate) async fn searches(database: &Database, user: &User) -> Result<Vec<UserSearch>, Error> {
    let query = user_searches::table
        .filter(user_searches::user_id.eq(user.id))
        .order((user_searches::created_at.desc(), user_searches::id))
        .limit(MAX_EXPORTED)
        .select(UserSearch::as_select());
    database
        .as_role(Role::Authenticated(&user.claims), async |connection| Ok(query.load(connection).await?))
        .await
}

pub(crate) async fn reviews(database: &Database, user: &User) -> Result<Vec<HotelReview>, Error> {
    let query = hotel_reviews::table
        .filter(hotel_reviews::user_id.eq(user.id))
        .order((hotel_reviews::created_at.desc(), hotel_reviews::id))
        .limit(MAX_EXPORTED)
        .select(HotelReview::as_select());
    // service_role, because only administrators may read the author of a review by a policy.
    database.as_role(Role::ServiceRole, async |connection| Ok(query.load(connection).await?)).await
}
