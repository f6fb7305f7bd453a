//! The app data that every function for signed-in people registers.

use crate::field_error::FieldLabels;
use actix_web::web::{Data, ServiceConfig};
use service_kit::environment::{Environment, EnvironmentError};
use service_kit::{Database, Dictionary, Verifier};

/// The database, the token verifier, and the labels of the function's fields.
#[derive(Clone)]
pub struct MemberAppData {
    database: Data<Database>,
    verifier: Verifier,
    labels: &'static Dictionary,
}

impl MemberAppData {
    /// Reads the configuration; the database is that of `SUPABASE_DB_URL`.
    ///
    /// # Errors
    /// When a variable is missing or invalid.
    pub fn from_environment(
        environment: &Environment,
        labels: &'static Dictionary,
    ) -> Result<MemberAppData, EnvironmentError> {
        let database = Database::from_environment(environment, "SUPABASE_DB_URL")?;
        let verifier = Verifier::from_environment(environment)?;
        Ok(MemberAppData { database: Data::new(database), verifier, labels })
    }

    /// Registers all of it.
    pub fn register(&self, app: &mut ServiceConfig) {
        app.app_data(self.database.clone()).app_data(self.verifier.clone());
        app.app_data(FieldLabels(self.labels));
    }
}
