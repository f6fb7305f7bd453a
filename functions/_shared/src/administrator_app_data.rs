//! The app data that every administrators' function registers.

use crate::administrator::Administrators;
use crate::error_body::error_body_with_success;
use actix_web::web::{Data, ServiceConfig};
use service_kit::environment::{Environment, EnvironmentError};
use service_kit::{Database, Verifier};

/// The database, the token verifier, the permission check, and the error body with `success`.
#[derive(Clone)]
pub struct AdministratorAppData {
    database: Data<Database>,
    verifier: Verifier,
    administrators: Administrators,
}

impl AdministratorAppData {
    /// Reads the configuration; the database is that of `SUPABASE_DB_URL`.
    ///
    /// # Errors
    /// When a variable is missing or invalid.
    pub fn from_environment(environment: &Environment) -> Result<AdministratorAppData, EnvironmentError> {
        let database = Database::from_environment(environment, "SUPABASE_DB_URL")?;
        let administrators = Administrators::from_environment(environment, database.clone())?;
        let verifier = Verifier::from_environment(environment)?;
        Ok(AdministratorAppData { database: Data::new(database), verifier, administrators })
    }

    /// Registers all of it.
    pub fn register(&self, app: &mut ServiceConfig) {
        app.app_data(self.database.clone()).app_data(self.verifier.clone());
        app.app_data(self.administrators.clone()).app_data(error_body_with_success());
    }
}
