//! What this function asks of the database: as the caller where a policy serves, else as `service_role`.

use crate::author::{display_name, names_in};
use crate::hotel::Reference;
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
use service_kit::{Database, Error, Refusal, Role, User};
use uuid::Uuid;

diesel::define_sql_function! {
    fn lower(text: Text) -> Text;
}

/// A page shows a few, and all of them on request; nobody reads more.
const MOST_LISTED: i64 = 200;

/// A review as it was sent.
pub(crate) struct Draft<'a> {
    pub(crate) hotel: Reference,
    pub(crate) hotel_name: &'a str,
    pub(crate) rating: i16,
    pub(crate) title: &'a str,
    pub(crate) text: &'a str,
    pub(crate) stay_date: Option<NaiveDate>,
    /// Two letters; none where the request names none.
    pub(crate) language: Option<&'static str>,
}

/// A review as it is kept.
pub(crate) struct Kept {
    pub(crate) review: HotelReview,
    /// True when it took the place of the account's earlier review of the same establishment.
    pub(crate) replaced: bool,
}

/// Keeps a review under its hotel: by id, else by a name that is a hotel's, else under the identifier as given.
///
/// # Errors
/// [`Refusal::HotelNotFound`] for an id without an active hotel and for the name of an inactive one,
/// [`Refusal::Unauthorized`] when the account is gone.
pub(crate) async fn create(database: &Database, user: &User, draft: Draft<'_>) -> Result<Kept, Error> {
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
    // service_role, because no policy lets people write reviews: over REST they would choose their own `user_name`. Also
    // because people do not see inactive hotels, which a name must not stand for.
    database
        .as_role(Role::ServiceRole, async |connection| {
            if review.hotel_id.is_none() {
                refuse_inactive(connection, &draft.hotel, draft.hotel_name).await?;
            }
            upsert(connection, review).await
        })
        .await
}

/// The unique index on account and establishment decides, so that of several at once one is kept.
async fn upsert(connection: &mut AsyncPgConnection, review: NewHotelReview<'_>) -> Result<Kept, Error> {
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
            // Whoever verified the earlier text has not seen this one.
            hotel_reviews::is_verified.eq(excluded(hotel_reviews::is_verified)),
            hotel_reviews::created_at.eq(excluded(hotel_reviews::created_at)),
        ))
        .returning(HotelReview::as_returning());
    let review = inserted.get_result(connection).await.map_err(refuse_missing)?;
    Ok(Kept { replaced: review.id != new_id, review })
}

/// The newest reviews of an establishment, and how many there are with each rating.
pub(crate) async fn reviews_of(
    database: &Database,
    user: &User,
    hotel: &Reference,
) -> Result<(Vec<HotelReview>, Vec<(i16, i64)>), Error> {
    let hotel_id = match hotel {
        Reference::Id(id) => Some(*id),
        Reference::Text(text) => {
            database
                .as_role(Role::Authenticated(&user.claims), async |connection| {
                    Ok(find_by_name(connection, text, true).await?.map(|(id, _)| id))
                })
                .await?
        }
    };
    // service_role, because no policy lets people read the table: its rows name the accounts that wrote them.
    database
        .as_role(Role::ServiceRole, async |connection| {
            let reviews = hotel_reviews::table
                .filter(filed_under(hotel, hotel_id))
                .order((hotel_reviews::created_at.desc(), hotel_reviews::id))
                .limit(MOST_LISTED)
                .select(HotelReview::as_select())
                .load(connection)
                .await?;
            let counts = hotel_reviews::table
                .filter(filed_under(hotel, hotel_id))
                .group_by(hotel_reviews::rating)
                .select((hotel_reviews::rating, count_star()))
                .load(connection)
                .await?;
            Ok((reviews, counts))
        })
        .await
}

type Condition = Box<dyn BoxableExpression<hotel_reviews::table, Pg, SqlType = Nullable<Bool>>>;

/// A hotel's reviews are those with its id and no others: what was kept under a name or a number before the hotel
/// existed is about another establishment.
fn filed_under(hotel: &Reference, hotel_id: Option<i64>) -> Condition {
    match hotel_id {
        Some(id) => Box::new(hotel_reviews::hotel_id.eq(id)),
        None => {
            let identifier = lower(hotel.identifier().into_sql::<Text>());
            Box::new(lower(hotel_reviews::hotel_identifier).eq(identifier).nullable())
        }
    }
}

/// The active hotel with this id; else the one with a name that the review gives, the identifier's first.
async fn find_hotel(
    connection: &mut AsyncPgConnection,
    hotel: &Reference,
    name: &str,
) -> Result<Option<(i64, String)>, Error> {
    let text = match hotel {
        Reference::Id(id) => {
            let active = hotels::table.find(*id).filter(hotels::is_active).select((hotels::id, hotels::name));
            let found = active.first(connection).await.optional()?;
            return found.map(Some).ok_or_else(|| Refusal::HotelNotFound.into());
        }
        Reference::Text(text) => text,
    };
    match find_by_name(connection, text, true).await? {
        Some(found) => Ok(Some(found)),
        None => find_by_name(connection, name, true).await,
    }
}

/// A review by the name of an inactive hotel is refused as one by its id is.
async fn refuse_inactive(
    connection: &mut AsyncPgConnection,
    hotel: &Reference,
    name: &str,
) -> Result<(), Error> {
    for name in [hotel.identifier().as_str(), name] {
        if find_by_name(connection, name, false).await?.is_some() {
            return Err(Refusal::HotelNotFound.into());
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

/// The hotel or the account was deleted after the check: a token can outlive its account.
fn refuse_missing(error: DieselError) -> Error {
    match error {
        DieselError::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, ref cause) => {
            match cause.constraint_name() {
                Some("hotel_reviews_hotel_id_fkey") => Refusal::HotelNotFound.into(),
                _ => Refusal::Unauthorized.into(),
            }
        }
        other => other.into(),
    }
}
