//! Supabase's storage API: buckets and objects, over any S3.
//!
//! Metadata lie in `storage.buckets` and `storage.objects`, where row-level security decides about every request;
//! bytes lie in S3 under versions of our own making. The front door serves all of it under `/storage/v1`.

pub mod caller;
pub mod database;
pub mod error;
pub mod names;
pub mod orphans;
mod render;
pub mod request_context;
mod retention;
mod routes;
pub mod s3;
pub mod s3_server;
pub mod signed_url;
mod timestamp;
pub mod unreferenced;
mod upload;

use std::sync::Arc;

use actix_web::web::{self, ServiceConfig};
use service_kit::Verifier;
use service_kit::environment::{Environment, EnvironmentError};
use tokio::sync::Semaphore;

use crate::database::Database;
use crate::retention::Retention;
use crate::s3::S3;
use crate::signed_url::UrlSigner;

/// Fifty mebibytes, as on the hosted platform.
const FILE_SIZE_LIMIT: u64 = 50 * 1024 * 1024;

/// What every handler stands on. Cloning shares it.
#[derive(Clone)]
pub struct Storage {
    pub database: Database,
    pub s3: S3,
    verifier: Verifier,
    urls: UrlSigner,
    file_size_limit: u64,
    retention: Retention,
    part_buffers: Arc<upload::PartBuffers>,
    background_removals: Arc<Semaphore>,
    renderer: render::Renderer,
}

impl Storage {
    pub fn from_environment(environment: &Environment) -> Result<Self, EnvironmentError> {
        const DATABASE: &str = "DATABASE_URL";
        let database = Database::new(environment.required(DATABASE)?)
            .map_err(|cause| EnvironmentError::Unusable { name: DATABASE, cause })?;
        Ok(Self {
            database,
            s3: S3::from_environment(environment)?,
            verifier: Verifier::from_environment(environment)?,
            urls: UrlSigner::from_environment(environment)?,
            file_size_limit: environment
                .parsed("FILE_SIZE_LIMIT", "a number of bytes")?
                .unwrap_or(FILE_SIZE_LIMIT),
            retention: Retention::from_environment(environment)?,
            part_buffers: Arc::new(upload::PartBuffers::new(upload::BUFFERED_UPLOADS, upload::PART_TIMEOUT)),
            background_removals: orphans::background_permits(),
            renderer: render::Renderer::new(),
        })
    }

    /// The application data and routes of an HTTP server.
    pub fn configure(self) -> impl Fn(&mut ServiceConfig) + Clone + Send + 'static {
        let storage = web::Data::new(self);
        move |config| {
            config.app_data(storage.clone());
            routes::configure(config);
        }
    }
}
