//! The keys and the password that every local project of Supabase's has. Scripts and examples contain them. They are
//! public, so that only a stack on loopback uses them, and only where its configuration names no others.

use crate::config::Config;

/// Keys that everybody knows.
pub(in crate::stack) struct DemoKeys {
    pub jwt_secret: &'static str,
    /// Signed with the secret.
    pub anon_key: &'static str,
    pub service_role_key: &'static str,
    pub publishable_key: &'static str,
    pub secret_key: &'static str,
    pub s3_protocol_access_key_id: &'static str,
    pub s3_protocol_secret_access_key: &'static str,
    /// Of the superuser `postgres`.
    pub superuser_password: &'static str,
}

const DEMO_KEYS: DemoKeys = DemoKeys {
    jwt_secret: "super-secret-jwt-token-with-at-least-32-characters-long",
    anon_key: "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6ImFub24iLCJleHAiOjE5ODM4MTI5OTZ9.CRXP1A7WOeoJeXxjNni43kdQwgnWNReilDMblYTn_I0",
    service_role_key: "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6InNlcnZpY2Vfcm9sZSIsImV4cCI6MTk4MzgxMjk5Nn0.EGIM96RAZx35lJzdJsyH-qQwv8Hdp7fsn3W0YpN81IU",
    publishable_key: "sb_publishable_ACJWlzQHlZjBrEguHvfOxg_3BJgxAaH",
    secret_key: "sb_secret_N7UND0UgjKTVK-Uodkm0Hg_xSvEMPvz",
    s3_protocol_access_key_id: "625729a08b95bf1b7ff351a663f3a23c",
    s3_protocol_secret_access_key: "850181e4652dd023b7a98c58ae0d2d34bd487ee0cc3254aed6eda37307425907",
    superuser_password: "postgres",
};

/// The keys of a stack, if it may have them.
pub(in crate::stack) fn demo_keys(config: &Config) -> Option<&'static DemoKeys> {
    config.is_local_project().then_some(&DEMO_KEYS)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::role_token;
    use std::path::Path;

    fn has_demo_keys(file: &str, text: &str) -> bool {
        demo_keys(&Config::parse(Path::new(file), text, |_| None).unwrap()).is_some()
    }

    #[test]
    fn the_tokens_are_signed_with_the_secret() {
        let DemoKeys { jwt_secret, anon_key, service_role_key, .. } = DEMO_KEYS;
        assert!(role_token::is_valid(anon_key, "anon", jwt_secret));
        assert!(role_token::is_valid(service_role_key, "service_role", jwt_secret));
    }

    #[test]
    fn only_a_project_on_loopback_has_them() {
        let project = "/shop/supabase/config.toml";
        assert!(has_demo_keys(project, "") && has_demo_keys(project, "[api]\nhost = \"::1\"\n"));
        assert!(!has_demo_keys(project, "[api]\nhost = \"0.0.0.0\"\n"));
        assert!(!has_demo_keys(project, "[api]\nexternal_url = \"https://shop.example\"\n"));
        assert!(!has_demo_keys("/shop/supabase-compat.toml", ""));
    }
}
