//! Registering and logging in: `POST functions/v1/user-auth`, `{"action": "register" | "login", …}`.
//!
//! Accounts live in `auth.users` under Supabase's names; this process is the only one that reads them, as
//! `supabase_auth_admin`. Rejects other actions (400) and other methods (405).

mod attempts;
mod handler;
mod login;
mod queries;
mod register;
mod settings;
mod token;
mod view;

use actix_web::web::{self, Data, ServiceConfig};
use service_kit::environment::{Environment, EnvironmentError};
use settings::Settings;

/// Reads the configuration and registers the routes.
pub fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let settings = Data::new(Settings::from_environment(environment)?);
    Ok(move |app: &mut ServiceConfig| {
        app.app_data(settings.clone());
        app.service(web::resource(["/user-auth", "/user-auth/"]).route(web::post().to(handler::act)));
    })
}
