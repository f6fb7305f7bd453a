//! What this function asks of the database, as `service_role`.

use crate::author::{display_name, names_in};
use crate::hotel::Reference;
use chrono::NaiveDate;
use diesel::dsl::count_star;
use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::result::{DatabaseErrorKind, Error as DieselError};
use diesel::sql_types::{Bool, Nullable, Text};
use diesel_async::{AsyncPgConnection, RunQueryDsl};
use edge::{Database, Error, Refusal, Role, User};
use schema::models::hotel_review::{HotelReview, NewHotelReview};
use schema::schema::{hotel_reviews, hotels, profiles};

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

/// Files a review under its hotel: by id, else by a name that is a hotel's, else under the identifier as given.
pub(crate) async fn create(database: &Database, user: &User, draft: Draft<'_>) -> Result<HotelReview, Error> {
    database
        .as_role(Role::ServiceRole, async |connection| {
            let user_name = author(connection, user).await?;
            let hotel = find_hotel(connection, &draft.hotel, draft.hotel_name).await?;
            let (hotel_id, hotel_name) = match &hotel {
                Some((id, name)) => (Some(*id), name.as_str()),
                None => (None, draft.hotel_name),
            };
            let identifier = identifier(&draft.hotel, hotel_id);
            let review = NewHotelReview {
                hotel_id,
                hotel_identifier: &identifier,
                hotel_name,
                user_id: user.id,
                user_name: &user_name,
                rating: draft.rating,
                review_title: draft.title,
                review_text: draft.text,
                stay_date: draft.stay_date,
                language: draft.language,
            };
            let inserted = diesel::insert_into(hotel_reviews::table).values(review);
            inserted.returning(HotelReview::as_returning()).get_result(connection).await.map_err(refuse_ghost)
        })
        .await
}

/// The newest reviews of an establishment, and how many there are with each rating.
pub(crate) async fn reviews_of(
    database: &Database,
    hotel: &Reference,
) -> Result<(Vec<HotelReview>, Vec<(i16, i64)>), Error> {
    database
        .as_role(Role::ServiceRole, async |connection| {
            let hotel_id = match hotel {
                Reference::Id(id) => Some(*id),
                Reference::Text(_) => find_hotel(connection, hotel, "").await?.map(|(id, _)| id),
            };
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

/// A hotel's reviews are those with its id. Those of a slug, or of an id without a hotel, go by the identifier.
fn filed_under(hotel: &Reference, hotel_id: Option<i64>) -> Condition {
    let identifier = hotel_reviews::hotel_identifier.eq(hotel.identifier());
    match (hotel, hotel_id) {
        (Reference::Id(_), Some(id)) => Box::new(
            hotel_reviews::hotel_id.eq(id).or(hotel_reviews::hotel_id.is_null().and(identifier).nullable()),
        ),
        (Reference::Text(_), Some(id)) => Box::new(hotel_reviews::hotel_id.eq(id).or(identifier.nullable())),
        (_, None) => Box::new(identifier.nullable()),
    }
}

/// A slug stays findable by itself, also where its name is a hotel's.
fn identifier(hotel: &Reference, hotel_id: Option<i64>) -> String {
    match (hotel, hotel_id) {
        (Reference::Id(_), Some(id)) => id.to_string(),
        _ => hotel.identifier(),
    }
}

/// By its id; else by a name that it goes by, the identifier's first.
async fn find_hotel(
    connection: &mut AsyncPgConnection,
    hotel: &Reference,
    name: &str,
) -> Result<Option<(i64, String)>, Error> {
    let columns = (hotels::id, hotels::name);
    let names: Vec<&str> = match hotel {
        Reference::Id(id) => {
            let known = hotels::table.find(*id).filter(hotels::is_active);
            let found = known.select(columns).first(connection).await.optional()?;
            if found.is_some() {
                return Ok(found);
            }
            vec![name.trim()]
        }
        Reference::Text(text) => vec![text, name.trim()],
    };
    for name in names.into_iter().filter(|name| !name.is_empty()) {
        let named = hotels::table.filter(lower(hotels::name).eq(lower(name))).filter(hotels::is_active);
        let found = named.order(hotels::id).select(columns).first(connection).await.optional()?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
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

/// The token outlived its account.
fn refuse_ghost(error: DieselError) -> Error {
    match error {
        DieselError::DatabaseError(DatabaseErrorKind::ForeignKeyViolation, _) => Refusal::Unauthorized.into(),
        other => other.into(),
    }
}
