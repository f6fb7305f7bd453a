//! The set-up of tests of an administrators' function that uses storage.

use crate::backend::Backend;
use crate::client::Client;
use crate::people::Person;
use crate::service::Service;

/// An administrators' function, the backend that it calls, and an administrator.
pub struct AdministratorFunction {
    /// The database, and the gateway with the storage service.
    pub backend: Backend,
    /// The function's process.
    pub service: Service,
    /// An account with the administrator's role.
    pub administrator: Person,
}

impl AdministratorFunction {
    /// Starts the function and its backend.
    pub async fn start(binary: &str) -> AdministratorFunction {
        let backend = Backend::start(binary).await;
        let service = backend.function(binary, &[]).await;
        let administrator = Person::administrator(&backend.database).await;
        AdministratorFunction { backend, service, administrator }
    }

    /// A client of the function with the administrator's token.
    pub fn client(&self) -> Client {
        self.service.client().bearer(&self.administrator.token)
    }
}
