//! The state that all handlers and background jobs share.

use std::sync::Arc;

use service_kit::Verifier;
use service_kit::environment::{Environment, EnvironmentError};
use tokio::sync::Semaphore;

use crate::database::Database;
use crate::render::limits::RenderLimits;
use crate::resumable::held_locks::HeldLocks;
use crate::resumable::settings::ResumableSettings;
use crate::retention::Retention;
use crate::s3::S3;
use crate::s3_protocol::Settings;
use crate::signed_url::UrlSigner;
use crate::upload::part_buffers::PartBuffers;

/// 50 MiB, the default of the hosted platform. `FILE_SIZE_LIMIT` overrides it.
const FILE_SIZE_LIMIT: u64 = 50 * 1024 * 1024;
/// Concurrent background removals that requests may start. The orphan sweeper does what exceeds them.
const BACKGROUND_REMOVALS: usize = 16;

/// The state that all handlers and background jobs share. A clone is cheap and shares it.
#[derive(Clone)]
pub struct AppState {
    pub(crate) database: Database,
    pub(crate) s3: S3,
    pub(crate) verifier: Verifier,
    pub(crate) urls: UrlSigner,
    /// The largest object in bytes, whatever its bucket allows.
    pub(crate) file_size_limit: u64,
    pub(crate) retention: Retention,
    pub(crate) part_buffers: Arc<PartBuffers>,
    pub(crate) background_removals: Arc<Semaphore>,
    pub(crate) render_limits: RenderLimits,
    pub(crate) resumable: Arc<ResumableSettings>,
    /// The locks of uploads that requests of this process hold.
    pub(crate) held_locks: Arc<HeldLocks>,
    /// None when the S3 protocol is turned off.
    pub(crate) s3_protocol: Option<Settings>,
}

impl AppState {
    /// Reads the configuration. Connects to neither Postgres nor S3: the first request that needs one does.
    ///
    /// # Errors
    /// When a required variable is missing, or a value is invalid.
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
            part_buffers: Arc::new(PartBuffers::default()),
            background_removals: Arc::new(Semaphore::new(BACKGROUND_REMOVALS)),
            render_limits: RenderLimits::new(),
            resumable: Arc::new(ResumableSettings::from_environment(environment)?),
            held_locks: Arc::default(),
            s3_protocol: Settings::from_environment(environment)?,
        })
    }
}
