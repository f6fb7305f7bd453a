//! `functions/v1/user-account`: calls for signed-in people about their own account, beside those of `auth/v1`.
//!
//! # Profile: `GET /profile`, `PUT /profile`
//! The body of `PUT` has `firstName` and `lastName`, and optionally `phone`, `address`, `city`, `postalCode` and
//! `country`; a missing field is emptied. Both respond 200 `{"profile": row}`; null for an account without one.
//!
//! # Sessions: `GET /sessions`, `DELETE /sessions/{id}`
//! The list is 200 `{"sessions": [{"id", "created_at", "last_used_at", "user_agent", "address", "is_current"}, …]}`,
//! last used first. `DELETE` ends one session: 204, or 404 `session_not_found` if the account has no such session.
//!
//! # Export: `GET /export`
//! All personal data of the account: 200 `{"exported_at", "account", "profile", "searches", "reviews", "sessions"}`.
//! Applications of owners are left out, because they belong to no account, and an equal e-mail address is no proof.
//!
//! # Deletion: `POST /deletion`
//! Body `{"password"}`. Deletes the account with its profile, searches, reviews and sessions: 204. Another password is
//! 403 `wrong_password`; the auth service counts it as a failed login.
//!
//! # Errors
//! `{"error": sentence, "code": code}`: 400 `validation_failed`, 401 `unauthorized` without a person's token, 403
//! `insufficient_aal` for a deletion without the second factor that the account has, 429 `over_request_rate_limit`, 503
//! `service_unavailable` while the auth service or the database does not answer.

mod account;
mod deletion;
mod error;
mod export;
mod profile;
mod queries;
mod sessions;

use actix_web::web::{self, Data, ServiceConfig};
use error::SENTENCES;
use functions_shared::{AuthService, MemberAppData};
use service_kit::environment::{Environment, EnvironmentError};

/// Reads the configuration and registers the routes.
///
/// # Errors
/// When a variable is missing or invalid.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let app_data = MemberAppData::from_environment(environment, &SENTENCES)?;
    let auth = Data::new(AuthService::from_environment(environment)?);
    Ok(move |app: &mut ServiceConfig| {
        app_data.register(app);
        app.app_data(auth.clone());
        app.service(
            web::scope("/user-account")
                .service(
                    web::resource("/profile")
                        .route(web::get().to(profile::read))
                        .route(web::put().to(profile::write)),
                )
                .service(web::resource("/sessions").route(web::get().to(sessions::list)))
                .service(web::resource("/sessions/{id}").route(web::delete().to(sessions::end)))
                .service(web::resource("/export").route(web::get().to(export::export)))
                .service(web::resource("/deletion").route(web::post().to(deletion::delete))),
        );
    })
}
