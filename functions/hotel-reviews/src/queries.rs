//! SQL, in the caller's role where a policy allows it, else as `service_role`.

use crate::author::{display_name, names_in};
use crate::error::HotelReviewError;
use crate::hotel::HotelReference;
use chrono::NaiveDate;
use diesel::dsl::count_star;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel::sql_types::{Bool, Nullable, Text};
use diesel::upsert::excluded;
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use schema::models::hotel_review::{HotelReview, NewHotelReview};
use schema::schema::{hotel_reviews, hotels, profiles};
use service_kit::{Database, Error, RequestError, Role, User};
use uuid::Uuid;

diesel::define_sql_function! {
    fn lower(text: Text) -> Text;
}

/// The page shows a few, and all of these on request.
const MAX_LISTED: i64 = 200;

/// A review as it was sent.
pub(crate) struct Draft<'a> {
    pub(crate) hotel: HotelReference,
    pub(crate) hotel_name: &'a str,
    pub(crate) rating: i16,
    pub(crate) title: &'a str,
    pub(crate) text: &'a str,
    pub(crate) stay_date: Option<NaiveDate>,
    /// ISO 639-1 code; `None` when the request names no language.
    pub(crate) language: Option<&'static str>,
}

/// A review as it is stored.
pub(crate) struct Posted {
    pub(crate) review: HotelReview,
    /// True when it replaced the account's earlier review of the same establishment.
    pub(crate) replaced: bool,
}

/// Stores a review with its hotel: by id, else by a name of a hotel, else with the identifier as given and no hotel.
///
/// # Errors
/// [`HotelReviewError::HotelNotFound`] for an id without an active hotel and for the name of an inactive one,
/// [`RequestError::Unauthorized`] when the account was deleted.
pub(crate) async fn create(database: &Database, user: &User, draft: Draft<'_>) -> Result<Posted, Error> {
    let (user_name, hotel) = database
        .as_role(Role::Authenticated(&user.claims), async |connection| {
            let user_name = author(connection, user).await?;
            Ok((user_name, find_hotel(connection, &draft.hotel, draft.hotel_name).await?))
        })
        .await?;
    let identifier = draft.hotel.identifier();
    let review = NewHotelReview {
        id: Uuid::new_v4(),
        hotel_id: hotel.as_ref().map(|(id, _)| *id),
        hotel_identifier: &identifier,
        hotel_name: hotel.as_ref().map_or(draft.hotel_name, |(_, name)| name),
        user_id: user.id,
        user_name: &user_name,
        rating: draft.rating,
        review_title: draft.title,
        review_text: draft.text,
        stay_date: draft.stay_date,
        language: draft.language,
    };
    // service_role, because no policy lets people write reviews: over REST they could choose any `user_name`. Also
    // because people cannot see inactive hotels, whose names must be rejected.
    database
        .as_role(Role::ServiceRole, async |connection| {
            if review.hotel_id.is_none() {
                reject_inactive(connection, &draft.hotel, draft.hotel_name).await?;
            }
            upsert(connection, review).await
        })
        .await
}

/// Upserts by the unique index on account and establishment, so that of concurrent calls one review remains.
async fn upsert(connection: &mut AsyncPgConnection, review: NewHotelReview<'_>) -> Result<Posted, Error> {
    let new_id = review.id;
    let inserted = diesel::insert_into(hotel_reviews::table)
        .values(review)
        .on_conflict((hotel_reviews::user_id, hotel_reviews::establishment))
        .do_update()
        .set((
            hotel_reviews::hotel_identifier.eq(excluded(hotel_reviews::hotel_identifier)),
            hotel_reviews::hotel_name.eq(excluded(hotel_reviews::hotel_name)),
            hotel_reviews::user_name.eq(excluded(hotel_reviews::user_name)),
            hotel_reviews::rating.eq(excluded(hotel_reviews::rating)),
            hotel_reviews::review_title.eq(excluded(hotel_reviews::review_title)),
            hotel_reviews::review_text.eq(excluded(hotel_reviews::review_text)),
            hotel_reviews::stay_date.eq(excluded(hotel_reviews::stay_date)),
            hotel_reviews::language.eq(excluded(hotel_reviews::language)),
            // The verification was of the earlier text.
            hotel_reviews::is_verified.eq(excluded(hotel_reviews::is_verified)),
            hotel_reviews::created_at.eq(excluded(hotel_reviews::created_at)),
        ))
        .returning(HotelReview::as_returning());
    let review = inserted.get_result(connection).await.map_err(map_foreign_key_violation)?;
    Ok(Posted { replaced: review.id != new_id, review })
}

/// The newest reviews of an establishment, and the number of reviews with each rating.
pub(crate) async fn reviews_of(
    database: &Database,
    user: &User,
    hotel: &HotelReference,
) -> Result<(Vec<HotelReview>, Vec<(i16, i64)>), Error> {
    let hotel_id = match hotel {
        HotelReference::Id(id) => Some(*id),
        HotelReference::Text(text) => {
            database
                .as_role(Role::Authenticated(&user.claims), async |connection| {
                    Ok(find_by_name(connection, text, true).await?.map(|(id, _)| id))
                })
                .await?
        }
    };
    // service_role, because no policy lets people read the table: its rows contain the authors' account ids.
    database
        .as_role(Role::ServiceRole, async |connection| {
            let reviews = hotel_reviews::table
                .filter(reviews_of_hotel(hotel, hotel_id))
                .order((hotel_reviews::created_at.desc(), hotel_reviews::id))
                .limit(MAX_LISTED)
                .select(HotelReview::as_select())
                .load(connection)
                .await?;
            let counts = hotel_reviews::table
                .filter(reviews_of_hotel(hotel, hotel_id))
                .group_by(hotel_reviews::rating)
                .select((hotel_reviews::rating, count_star()))
                .load(connection)
                .await?;
            Ok((reviews, counts))
        })
        .await
}

type Condition = Box<dyn BoxableExpression<hotel_reviews::table, Pg, SqlType = Nullable<Bool>>>;

/// A hotel's reviews are only those with its id. Reviews that were stored with a name or a number before the hotel
/// existed are about another establishment.
fn reviews_of_hotel(hotel: &HotelReference, hotel_id: Option<i64>) -> Condition {
    match hotel_id {
        Some(id) => Box::new(hotel_reviews::hotel_id.eq(id)),
        None => {
            let identifier = lower(hotel.identifier().into_sql::<Text>());
            Box::new(lower(hotel_reviews::hotel_identifier).eq(identifier).nullable())
        }
    }
}

/// Id and name of the active hotel with this id; else of the one with the reference's text as its name, else of the
/// one with the name `name`.
async fn find_hotel(
    connection: &mut AsyncPgConnection,
    hotel: &HotelReference,
    name: &str,
) -> Result<Option<(i64, String)>, Error> {
    let text = match hotel {
        HotelReference::Id(id) => {
            let active = hotels::table.find(*id).filter(hotels::is_active).select((hotels::id, hotels::name));
            let found = active.first(connection).await.optional()?;
            return found.map(Some).ok_or_else(|| HotelReviewError::HotelNotFound.into());
        }
        HotelReference::Text(text) => text,
    };
    match find_by_name(connection, text, true).await? {
        Some(found) => Ok(Some(found)),
        None => find_by_name(connection, name, true).await,
    }
}

/// Rejects the name of an inactive hotel, as its id is rejected.
async fn reject_inactive(
    connection: &mut AsyncPgConnection,
    hotel: &HotelReference,
    name: &str,
) -> Result<(), Error> {
    for name in [hotel.identifier().as_str(), name] {
        if find_by_name(connection, name, false).await?.is_some() {
            return Err(HotelReviewError::HotelNotFound.into());
        }
    }
    Ok(())
}

async fn find_by_name(
    connection: &mut AsyncPgConnection,
    name: &str,
    is_active: bool,
) -> Result<Option<(i64, String)>, Error> {
    let name = name.trim();
    if name.is_empty() {
        return Ok(None);
    }
    let named = hotels::table.filter(lower(hotels::name).eq(lower(name)));
    let named = named.filter(hotels::is_active.eq(is_active)).order(hotels::id);
    Ok(named.select((hotels::id, hotels::name)).first(connection).await.optional()?)
}

async fn author(connection: &mut AsyncPgConnection, user: &User) -> Result<String, Error> {
    let names = profiles::table.find(user.id).select((profiles::first_name, profiles::last_name));
    let found: Option<(String, String)> = names.first(connection).await.optional()?;
    Ok(match &found {
        Some((first_name, last_name)) => display_name(first_name, last_name),
        None => {
            let (first_name, last_name) = names_in(&user.claims);
            display_name(first_name, last_name)
        }
    })
}

/// A foreign key is violated when the hotel or the account was deleted after the check. A token can outlive its
/// account.
fn map_foreign_key_violation(error: DieselError) -> Error {
    match error {
        DieselError::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, ref cause) => {
            match cause.constraint_name() {
                Some("hotel_reviews_hotel_id_fkey") => HotelReviewError::HotelNotFound.into(),
                _ => RequestError::Unauthorized.into(),
            }
        }
        other => other.into(),
    }
}
