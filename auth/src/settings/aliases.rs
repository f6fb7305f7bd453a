//! Variables that supabase/auth reads by another name than this service.

use service_kit::environment::Aliases;

/// Each variable with its name in supabase/auth, which counts if the variable is missing.
pub const ALIASES: Aliases = &[
    ("GOTRUE_DB_DATABASE_URL", "DATABASE_URL"),
    ("GOTRUE_EXTERNAL_REDIRECT_URL", "GOTRUE_EXTERNAL_REDIRECTURL"),
    ("HOST", "GOTRUE_API_HOST"),
    ("PORT", "GOTRUE_API_PORT"),
];
