//! The sample data: establishments all over Corsica and what their guests wrote.
//!
//! It goes into a database that never held a hotel, and into no other: so a second run adds nothing, what people
//! changed stays changed, what they deleted stays deleted, and a site's own data is never mixed with samples.

mod bank;
mod chance;
mod dates;
mod hotels;
mod reviews;
mod writer;

pub use hotels::{Amenity, Hotel, Kind, Setting, all as hotels};
pub use reviews::{Review, all as reviews};

use tokio_postgres::Client;
use tokio_postgres::types::Json;

/// What the seed added; zeros where the database was not new.
#[derive(Debug, Default, Eq, PartialEq)]
pub struct Report {
    pub hotels: u64,
    pub reviews: u64,
}

/// Why the database could not be seeded.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// No connection.
    #[error("cannot seed the database: {0}")]
    Connect(#[from] postgres_connect::Error),
    /// A statement that failed; nothing was added.
    #[error("cannot seed the database: {0}")]
    Database(#[from] tokio_postgres::Error),
    /// A data file that does not parse.
    #[error("the sample data is not as expected: {0}")]
    Data(#[from] serde_json::Error),
}

/// Adds the sample data if the database never held a hotel, in one transaction.
pub async fn run(database_url: &str) -> Result<Report, Error> {
    let (mut client, connection) = postgres_connect::connect(database_url).await?;
    // It ends when the client is dropped; what goes wrong on it, the client's calls report.
    tokio::spawn(connection);
    fill(&mut client).await
}

async fn fill(client: &mut Client) -> Result<Report, Error> {
    let transaction = client.transaction().await?;
    // Of several processes that start at once, one seeds; the others wait here and find it done.
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
    // Unlike `setval`, this is undone with the transaction.
    transaction.batch_execute(&format!("alter sequence public.hotels_id_seq restart with {next_id}")).await?;
    transaction.commit().await?;
    Ok(report)
}

const NEVER_HELD_A_HOTEL: &str = "
    select last_value = 1 and not is_called and not exists (select from public.hotels) from public.hotels_id_seq";

const INSERT_HOTELS: &str = "
    insert into public.hotels (id, name, city, location, property_type, price_per_night, latitude, longitude,
      description, amenities, images, created_at)
    select id, name, city, location, property_type, price_per_night, latitude, longitude,
      description, amenities, images, '2024-10-01 08:00:00Z'::timestamptz + id * interval '1 hour'
    from jsonb_to_recordset($1) as sample (id bigint, name text, city text, location text, property_type text,
      price_per_night numeric, latitude double precision, longitude double precision, description text,
      amenities text[], images text[])";

const INSERT_REVIEWS: &str = "
    insert into public.hotel_reviews (id, hotel_id, hotel_identifier, hotel_name, user_name, rating, review_title,
      review_text, stay_date, is_verified, created_at, language)
    select id, hotel_id, hotel_identifier, hotel_name, user_name, rating, review_title,
      review_text, stay_date, is_verified, created_at, 'fr'
    from jsonb_to_recordset($1) as sample (id uuid, hotel_id bigint, hotel_identifier text, hotel_name text,
      user_name text, rating smallint, review_title text, review_text text, stay_date date, is_verified boolean,
      created_at timestamptz)";
