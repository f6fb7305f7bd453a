//! A service with only the service kit's own behaviour, and handlers that fail. For tests only.

use actix_web::web::{self, Json, ServiceConfig};
use service_kit::environment::{Environment, EnvironmentError};
use service_kit::{Caller, Error, Verifier};
use std::process::ExitCode;
use std::time::Duration;

fn main() -> ExitCode {
    service_kit::serve("probe", configure)
}

fn configure(
    environment: &Environment,
) -> Result<impl Fn(&mut ServiceConfig) + Clone + Send + use<>, EnvironmentError> {
    let verifier = Verifier::from_environment(environment)?;
    Ok(move |app: &mut ServiceConfig| {
        app.app_data(verifier.clone());
        app.route("/probe/role", web::get().to(role));
        app.route("/probe/panic", web::get().to(panic));
        app.route("/probe/internal", web::get().to(internal));
        app.route("/probe/slow", web::get().to(slow));
    })
}

async fn role(Caller(claims): Caller) -> Json<String> {
    Json(claims.role)
}

#[allow(clippy::panic)]
async fn panic() -> Result<Json<()>, Error> {
    tokio::task::yield_now().await;
    panic!("a handler that panics");
}

async fn internal() -> Result<Json<()>, Error> {
    Err(Error::internal(std::io::Error::other("column secret_column does not exist")))
}

async fn slow() -> Json<&'static str> {
    tokio::time::sleep(Duration::from_secs(1)).await;
    Json("done")
}
