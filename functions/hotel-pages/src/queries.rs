//! SQL, in the role `anon`: row-level security hides inactive hotels. Only `service_role` may read reviews.

use crate::hotel::{AccountRating, HotelRecord, ListedHotel};
use crate::sitemap::HOTELS_PER_SITEMAP;
use diesel::prelude::*;
use diesel::sql_types::{BigInt, Double, Nullable, Text};
use diesel_async::RunQueryDsl;
use schema::schema::hotels;
use service_kit::{Database, Error, Role};

/// The most entries of an index of sitemaps, by the sitemap protocol.
const MAX_SITEMAPS: i64 = 50_000;

#[derive(QueryableByName)]
struct Id {
    #[diesel(sql_type = BigInt)]
    id: i64,
}

#[derive(QueryableByName)]
struct Ratings {
    #[diesel(sql_type = Nullable<Double>)]
    mean: Option<f64>,
    #[diesel(sql_type = BigInt)]
    reviews: i64,
}

pub(crate) async fn active_hotel(database: &Database, id: i64) -> Result<Option<HotelRecord>, Error> {
    let hotel = hotels::table.find(id).filter(hotels::is_active).select(HotelRecord::as_select());
    database.as_role(Role::Anon, async |connection| Ok(hotel.first(connection).await.optional()?)).await
}

/// The active hotel whose name has this slug, with or without 'hotel', else the first one whose slug contains it.
pub(crate) async fn hotel_with_slug(database: &Database, slug: &str) -> Result<Option<HotelRecord>, Error> {
    if slug.is_empty() {
        return Ok(None);
    }
    let named = diesel::sql_query(
        r"with named as (
             select id, btrim(regexp_replace(lower(regexp_replace(normalize(name, nfkd), '[\u0300-\u036f]', '', 'g')),
                                             '[^a-z0-9]+', '-', 'g'), '-') as slug
             from public.hotels where is_active
         )
         select id from named where strpos(slug, $1) > 0 or 'hotel-' || slug = $1
         order by (slug = $1 or 'hotel-' || slug = $1) desc, id limit 1",
    )
    .bind::<Text, _>(slug);
    let id: Option<Id> = database
        .as_role(Role::Anon, async |connection| Ok(named.get_result(connection).await.optional()?))
        .await?;
    match id {
        Some(Id { id }) => active_hotel(database, id).await,
        None => Ok(None),
    }
}

/// `None` when no account has reviewed the hotel.
pub(crate) async fn account_rating(database: &Database, hotel: i64) -> Result<Option<AccountRating>, Error> {
    let ratings = diesel::sql_query(
        "select round(avg(rating), 2)::float8 as mean, count(*) as reviews
         from public.hotel_reviews where hotel_id = $1 and user_id is not null",
    )
    .bind::<BigInt, _>(hotel);
    let Ratings { mean, reviews } = database
        .as_role(Role::ServiceRole, async |connection| Ok(ratings.get_result(connection).await?))
        .await?;
    Ok(mean.map(|mean| AccountRating { mean, reviews }))
}

/// The active hotels after this id that fit in one sitemap.
pub(crate) async fn listed_hotels(database: &Database, after: i64) -> Result<Vec<ListedHotel>, Error> {
    let listed = hotels::table
        .filter(hotels::is_active.and(hotels::id.gt(after)))
        .order(hotels::id)
        .limit(HOTELS_PER_SITEMAP)
        .select(ListedHotel::as_select());
    database.as_role(Role::Anon, async |connection| Ok(listed.load(connection).await?)).await
}

/// For each sitemap of hotels, the id before its first one. `None` if `first` holds all hotels.
pub(crate) async fn starts_of_sitemaps(
    database: &Database,
    first: &[ListedHotel],
) -> Result<Option<Vec<i64>>, Error> {
    let Some(last) = first.last().filter(|_| first.len() as i64 == HOTELS_PER_SITEMAP) else {
        return Ok(None);
    };
    let ends = diesel::sql_query(
        "select id from (
             select id, row_number() over (order by id) as number, count(*) over () as total
             from public.hotels where is_active
         ) as numbered
         where number % $1 = 0 and number < total order by id limit $2",
    )
    .bind::<BigInt, _>(HOTELS_PER_SITEMAP)
    .bind::<BigInt, _>(MAX_SITEMAPS - 2);
    let more = hotels::table.filter(hotels::is_active.and(hotels::id.gt(last.id)));
    database
        .as_role(Role::Anon, async |connection| {
            if !diesel::select(diesel::dsl::exists(more)).get_result::<bool>(connection).await? {
                return Ok(None);
            }
            let ends: Vec<Id> = ends.load(connection).await?;
            Ok(Some(std::iter::once(0).chain(ends.into_iter().map(|end| end.id)).collect()))
        })
        .await
}
