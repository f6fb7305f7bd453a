//! Warns about rate limits that are wider than the defaults. Development and tests use wide limits; a production
//! configuration copied from the shipped file has them by mistake.

use crate::config::{AuthRateLimit, Config, RateLimit};

/// Requests and seconds.
type Limit = (u64, u64);

/// Logs a warning if there are wide limits.
pub fn warn_about_wide_limits(config: &Config) {
    let wide = wider_than_defaults(config);
    if !wide.is_empty() {
        tracing::warn!("rate limits wider than the defaults, which are production's: {}", wide.join("; "));
    }
}

/// One text per wide limit, with its default.
fn wider_than_defaults(config: &Config) -> Vec<String> {
    let attempts = config.auth.rate_limit.sign_in_sign_ups.get();
    let default = AuthRateLimit::default().sign_in_sign_ups.get();
    let logins = (attempts > default)
        .then(|| format!("[auth.rate_limit] sign_in_sign_ups = {attempts} (default {default})"));
    let functions = config.functions.iter().filter(|(_, function)| function.enabled);
    let functions = functions.filter_map(|(name, function)| {
        let RateLimit { requests, interval } = function.rate_limit?;
        let (limit, default) = ((requests.get(), interval.get()), default_of(name.0.as_str()));
        is_wider(limit, default).then(|| {
            format!(
                "[functions.{}.rate_limit] {} in {} s (default {} in {} s)",
                name.0.as_str(),
                limit.0,
                limit.1,
                default.0,
                default.1
            )
        })
    });
    logins.into_iter().chain(functions).collect()
}

/// The default of a function of this product, which must equal the one in its `main.rs`.
fn default_of(function: &str) -> Limit {
    match function {
        "submit-host-application" => (10, 3600),
        "hotel-pages" | "translations" => (600, 60),
        _ => (60, 60),
    }
}

/// Compares the rate and the burst.
fn is_wider(limit: Limit, default: Limit) -> bool {
    limit.0 * default.1 > default.0 * limit.1 || limit.0 > default.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::path::{Path, PathBuf};

    fn wide(text: &str) -> Vec<String> {
        let config = Config::parse(Path::new("supabase-compat.toml"), text, |_| None);
        wider_than_defaults(&config.unwrap())
    }

    #[test]
    fn default_and_stricter_limits_are_not_wide() {
        assert_eq!(wide("[functions.user-searches]\nverify_jwt = false"), Vec::<String>::new());
        let strict = "[auth.rate_limit]\nsign_in_sign_ups = 5\n\
                      [functions.submit-host-application.rate_limit]\nrequests = 10\ninterval = 7200";
        assert_eq!(wide(strict), Vec::<String>::new());
    }

    #[test]
    fn reports_wide_limits_with_their_defaults() {
        let limits = "[auth.rate_limit]\nsign_in_sign_ups = 60000\n\
                      [functions.submit-host-application.rate_limit]\nrequests = 60\ninterval = 60\n\
                      [functions.translations.rate_limit]\nrequests = 600\ninterval = 60";
        let expected = [
            "[auth.rate_limit] sign_in_sign_ups = 60000 (default 30)",
            "[functions.submit-host-application.rate_limit] 60 in 60 s (default 10 in 3600 s)",
        ];
        assert_eq!(wide(limits), expected);
    }

    #[test]
    fn defaults_match_the_functions_and_the_shipped_file_is_wide() {
        let root = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..");
        let shipped = std::fs::read_to_string(root.join("supabase-compat.toml")).unwrap();
        let config = Config::parse(Path::new("supabase-compat.toml"), &shipped, |_| None).unwrap();
        assert_eq!(wider_than_defaults(&config).len(), 1 + config.functions.len());
        for name in config.functions.keys().map(|name| name.0.as_str()) {
            let main = std::fs::read_to_string(root.join(format!("functions/{name}/src/main.rs"))).unwrap();
            let (requests, seconds) = default_of(name);
            let expected = format!("RateLimit {{ requests: {requests}, seconds: {seconds} }}");
            assert!(main.contains(&expected), "{name} has another limit than {expected}");
        }
    }
}
