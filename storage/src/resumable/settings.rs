//! The settings of resumable uploads, from the variables of Supabase's storage service.

use std::time::Duration;

use actix_web::http::Uri;
use service_kit::environment::{Environment, EnvironmentError};

/// A day, as on the hosted platform.
const LIFETIME: Duration = Duration::from_secs(24 * 60 * 60);
const PATH: &str = "/upload/resumable";

pub struct ResumableSettings {
    /// How long an upload can be continued after its creation. `TUS_URL_EXPIRY_MS`.
    pub lifetime: Duration,
    /// The path in the URLs of uploads: the public path of this service's `/upload/resumable`. `TUS_URL_PATH`.
    pub path: String,
    /// The scheme and the authority in the URLs of uploads, if not those of the request. `STORAGE_PUBLIC_URL`.
    pub public_origin: Option<String>,
    /// Whether the header `X-Forwarded-Prefix` is prepended to the path. `REQUEST_ALLOW_X_FORWARDED_PATH`.
    pub allow_forwarded_prefix: bool,
}

impl ResumableSettings {
    /// # Errors
    /// When a variable has an invalid value.
    pub fn from_environment(environment: &Environment) -> Result<Self, EnvironmentError> {
        let lifetime = environment.parsed::<u32>("TUS_URL_EXPIRY_MS", "a number of milliseconds")?;
        Ok(Self {
            lifetime: lifetime.map_or(LIFETIME, |milliseconds| Duration::from_millis(milliseconds.into())),
            path: environment.optional("TUS_URL_PATH").unwrap_or(PATH).trim_end_matches('/').to_owned(),
            public_origin: public_origin(environment)?,
            allow_forwarded_prefix: environment.flag("REQUEST_ALLOW_X_FORWARDED_PATH")?,
        })
    }
}

fn public_origin(environment: &Environment) -> Result<Option<String>, EnvironmentError> {
    const NAME: &str = "STORAGE_PUBLIC_URL";
    let Some(text) = environment.optional(NAME) else { return Ok(None) };
    let url = text.parse::<Uri>().ok();
    let origin = url.and_then(|url| Some(format!("{}://{}", url.scheme_str()?, url.authority()?)));
    match origin {
        Some(origin) => Ok(Some(origin)),
        None => Err(EnvironmentError::Invalid { name: NAME, expected: "an absolute URL" }),
    }
}
