//! The tenant: the project's reference, with which keys in S3 begin. `TENANT_ID`.

use service_kit::environment::{Environment, EnvironmentError};

const NAME: &str = "TENANT_ID";
/// The reference of Supabase's local stack.
const DEFAULT: &str = "stub";

/// # Errors
/// When the variable has a slash.
pub fn from_environment(environment: &Environment) -> Result<String, EnvironmentError> {
    let tenant = environment.optional(NAME).filter(|text| !text.is_empty()).unwrap_or(DEFAULT);
    if tenant.contains('/') {
        return Err(EnvironmentError::Invalid { name: NAME, expected: "a name without slashes" });
    }
    Ok(tenant.to_owned())
}
