//! `functions/v1/hotel-reviews`: guests' reviews.
//!
//! # Post: `POST`
//! Body `{"hotelId", "hotelName", "rating", "reviewTitle", "reviewText", "stayDate"}`. `hotelId` is a number, a slug
//! or a name; `hotelName` is enough without it. `rating` is 1 to 5; the title has at most 100 characters, the text
//! 500; `stayDate` is `YYYY-MM-DD` and not in the future. Responds 201 `{"success": true, "review": row}`. An account
//! has one review of an establishment: a later one replaces it, with 200 `{"success": true, "replaced": true,
//! "message", "review"}`.
//!
//! # List: `GET ?hotelId=…` or `?hotelName=…`
//! Responds 200 `{"success": true, "reviews": [row, …], "statistics": {"totalReviews", "averageRating",
//! "ratingDistribution"}}`: at most 200 reviews, newest first, and the statistics of all of them.
//!
//! # Errors
//! `{"success": false, "error": sentence, "code": code}`: 400 `validation_failed` or `rating_required`, 401
//! `unauthorized` without a person's token, 404 `hotel_not_found` for an id without an active hotel or the name of an
//! inactive one.
//!
//! No policy opens the table to callers: this function reads and writes it as `service_role`, after its own checks. A
//! trigger updates the hotels' ratings.

mod author;
mod error;
mod handler;
mod hotel;
mod queries;
mod statistics;

use actix_web::web::{self, ServiceConfig};
use error::SENTENCES;
use functions_shared::{MemberAppData, error_body_with_success};
use service_kit::environment::{Environment, EnvironmentError};

/// Reads the configuration and registers the routes.
///
/// # Errors
/// When a variable is missing or invalid.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let app_data = MemberAppData::from_environment(environment, &SENTENCES)?;
    Ok(move |app: &mut ServiceConfig| {
        app_data.register(app);
        app.app_data(error_body_with_success());
        app.service(
            web::resource(["/hotel-reviews", "/hotel-reviews/"])
                .route(web::get().to(handler::list))
                .route(web::post().to(handler::create)),
        );
    })
}
