//! The sample data: establishments all over Corsica and their guests' reviews.
//!
//! The seed fills only a database that never held a hotel. A second run adds nothing, changed samples stay changed,
//! deleted ones stay deleted, and a site's own data is never mixed with samples.

mod dates;
mod error;
mod hotels;
mod reviews;
mod seeded_rng;
mod sentence_bank;
mod subject;
mod text_generator;

pub use error::Error;
pub use hotels::{Amenity, Hotel, Kind, Setting, all as hotels};
pub use reviews::{Review, all as reviews};

use tokio_postgres::Client;
use tokio_postgres::types::Json;

/// The numbers of rows that the seed added: zeros where the database was not new.
#[derive(Debug, Default, Eq, PartialEq)]
pub struct Report {
    pub hotels: u64,
    pub reviews: u64,
}

/// Adds the sample data if the database never held a hotel, in one transaction.
///
/// # Errors
/// When the database is not reached, a data file does not parse, or a statement fails. Nothing is added then.
pub async fn run(database_url: &str) -> Result<Report, Error> {
    let (mut client, connection) = postgres_connect::connect(database_url).await?;
    // The task ends when the client is dropped; the client's calls return the connection's errors.
    tokio::spawn(connection);
    fill(&mut client).await
}

async fn fill(client: &mut Client) -> Result<Report, Error> {
    let transaction = client.transaction().await?;
    // When several processes start at once, one of them seeds; the others wait here and then find a hotel.
    transaction.batch_execute("select pg_advisory_xact_lock(hashtext('isula_seed'))").await?;
    if !transaction.query_one(NEVER_HELD_A_HOTEL, &[]).await?.get::<_, bool>(0) {
        return Ok(Report::default());
    }
    let hotels = hotels::all()?;
    let reviews = reviews::all(&hotels)?;
    let report = Report {
        hotels: transaction.execute(INSERT_HOTELS, &[&Json(&hotels)]).await?,
        reviews: transaction.execute(INSERT_REVIEWS, &[&Json(&reviews)]).await?,
    };
    let next_id = hotels.iter().map(|hotel| hotel.id).max().unwrap_or_default() + 1;
    // Unlike `setval`, this is rolled back with the transaction.
    transaction.batch_execute(&format!("alter sequence public.hotels_id_seq restart with {next_id}")).await?;
    transaction.commit().await?;
    Ok(report)
}

const NEVER_HELD_A_HOTEL: &str = "
    select last_value = 1 and not is_called and not exists (select from public.hotels) from public.hotels_id_seq";

const INSERT_HOTELS: &str = "
    insert into public.hotels (id, name, city, location, property_type, price_per_night, latitude, longitude,
      max_guests, number_of_rooms, description, amenities, images, created_at)
    select id, name, city, location, property_type, price_per_night, latitude, longitude,
      max_guests, number_of_rooms, description, amenities, images, '2024-10-01 08:00:00Z'::timestamptz + id * interval '1 hour'
    from jsonb_to_recordset($1) as sample (id bigint, name text, city text, location text, property_type text,
      price_per_night numeric, latitude double precision, longitude double precision,
      max_guests integer, number_of_rooms integer, description text, amenities text[], images text[])";

const INSERT_REVIEWS: &str = "
    insert into public.hotel_reviews (id, hotel_id, hotel_identifier, hotel_name, user_name, rating, review_title,
      review_text, stay_date, is_verified, created_at, language)
    select id, hotel_id, hotel_identifier, hotel_name, user_name, rating, review_title,
      review_text, stay_date, is_verified, created_at, 'fr'
    from jsonb_to_recordset($1) as sample (id uuid, hotel_id bigint, hotel_identifier text, hotel_name text,
      user_name text, rating smallint, review_title text, review_text text, stay_date date, is_verified boolean,
      created_at timestamptz)";
