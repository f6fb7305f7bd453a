//! `supabase-compat.toml`: accepted values, and the errors for others.

// A failed setup step fails the test.
#![allow(clippy::unwrap_used)]

use rest_gateway::config::{Config, ConfigError};
use std::path::Path;

fn parse(text: &str) -> Result<Config, ConfigError> {
    let variable =
        |name: &str| (name == "JWT_SECRET").then(|| "a secret from the environment, 32 or more".to_owned());
    Config::parse(Path::new("/folder/supabase-compat.toml"), text, variable)
}

#[track_caller]
fn assert_rejected(text: &str, line: usize, expected: &str) {
    let error = parse(text).unwrap_err().to_string();
    let place = format!("/folder/supabase-compat.toml:{line}: ");
    assert!(error.starts_with(&place), "{error:?} begins with {place:?}");
    assert!(error.contains(expected), "{error:?} says {expected:?}");
    assert!(!error.contains('\n'), "one line: {error:?}");
}

#[test]
fn an_empty_file_has_supabases_defaults() {
    let config = parse("").unwrap();
    assert_eq!((config.api.port.get(), config.db.port.get()), (54321, 54322));
    assert_eq!(config.api.schemas, ["public", "graphql_public"]);
    assert_eq!(config.api.extra_search_path, ["public", "extensions"]);
    assert_eq!(config.api.max_rows.unwrap().get(), 1000);
    assert_eq!(config.storage.file_size_limit.0, 50 * 1024 * 1024);
    assert_eq!(config.auth.jwt_expiry.get(), 3600);
    assert_eq!(config.auth.minimum_password_length.get(), 6);
    assert_eq!(config.auth.rate_limit.sign_in_sign_ups.get(), 30);
    assert!(config.auth.enable_signup);
}

#[test]
fn a_function_is_enabled_and_verifies_tokens_by_default() {
    let config = parse("[functions.hello]").unwrap();
    let (name, function) = config.functions.first_key_value().unwrap();
    assert_eq!(name.0.as_str(), "hello");
    assert!(function.enabled && function.verify_jwt && !function.open_to_public_key);
    assert!(function.rate_limit.is_none());
}

#[test]
fn the_shipped_file_is_valid_and_has_tokens_of_one_week() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../supabase-compat.toml");
    let config = Config::load(&path).unwrap();
    assert_eq!(config.auth.jwt_expiry.get(), 604_800);
    assert!(config.auth.keys.jwt_secret.is_none(), "no secret has a default");
    assert!(config.functions.values().all(|function| !function.open_to_public_key));
    assert!(config.site.dist.unwrap().is_absolute() && config.db.seed.sample_hotels);
}

#[test]
fn the_packaged_file_is_valid_and_has_the_limits_of_production() {
    let text = include_str!("../../packaging/config/isula.toml");
    let variable = |name: &str| {
        let value = match name {
            "PUBLIC_URL" | "S3_ENDPOINT" => "https://www.example.org",
            "DATABASE_URL" => "postgres://postgres@db.example.org/postgres",
            "JWT_SECRET" => "a secret with 32 characters or more",
            "PUBLISHABLE_KEY" => "sb_publishable_0123456789abcdefghijkl",
            "SECRET_KEY" => "sb_secret_0123456789abcdefghijkl",
            // Variables of Supabase's CLI override single settings.
            name if name.starts_with("SUPABASE_") => return None,
            name if name.starts_with("S3_") || name.ends_with("_PASSWORD") => "value",
            _ => return None,
        };
        Some(value.to_owned())
    };
    let config = Config::parse(Path::new("/etc/isula/isula.toml"), text, variable).unwrap();
    assert!(config.functions.values().all(|function| function.rate_limit.is_none()));
    assert_eq!(config.auth.rate_limit.sign_in_sign_ups.get(), 30);
    assert!(!config.db.seed.enabled && config.api.host.is_loopback() && config.api.admin_host.is_loopback());
}

#[test]
fn the_address_of_redis_is_a_url_and_stays_secret() {
    assert!(parse("").unwrap().cluster.redis_url.is_none());
    let config = parse("[cluster]\nredis_url = \"redis://:secret@cache:6379\"\n").unwrap();
    assert_eq!(config.cluster.redis_url.as_ref().unwrap().0, "redis://:secret@cache:6379");
    assert!(!format!("{:?}", config.cluster).contains(":secret@"));
    assert_rejected("[cluster]\nredis_url = \"cache:6379\"\n", 2, "expected an address such as");
    let former = "a former secret of at least 32 characters";
    let config = parse(&format!("[cluster]\nformer_jwt_secrets = [\"{former}\"]\n")).unwrap();
    assert_eq!(config.cluster.former_jwt_secrets[0].0, former);
    assert!(!format!("{:?}", config.cluster).contains(former));
    assert_rejected(
        "[cluster]\nformer_jwt_secrets = [\"short\"]\n",
        2,
        "expected secrets of at least 32 characters",
    );
}

#[test]
fn the_style_of_the_street_map_may_have_a_key_in_its_query() {
    let config = parse("[site]\nmap_style_url = \"https://tiles.example/style.json?key=1\"\n").unwrap();
    assert_eq!(config.site.map_style_url.unwrap().0, "https://tiles.example/style.json?key=1");
    let error = parse("[site]\nmap_style_url = \"tiles.example\"\n").unwrap_err().to_string();
    assert!(error.contains("expected an address such as"), "{error}");
}

#[test]
fn replaces_env_references_in_any_string() {
    let config = parse("[auth]\njwt_secret = \"env(JWT_SECRET)\"\n").unwrap();
    assert_eq!(config.auth.keys.jwt_secret.unwrap().0, "a secret from the environment, 32 or more");
    assert_rejected(
        "[edge_runtime.secrets]\n\nGREETING = \"env(NOWHERE)\"\n",
        3,
        "the environment variable NOWHERE is not set",
    );
}

#[test]
fn rejects_an_unknown_key_with_the_known_one_that_was_meant() {
    assert_rejected("[api]\nport = 1\nprot = 2\n", 3, "[api] prot: unknown; did you mean port?");
    assert_rejected("[db.passwords]\nroot = \"x\"\n", 2, "unknown; known are postgres, authenticator,");
    assert_rejected("\n\n[apis]\n", 3, "[apis]: unknown; did you mean api?");
    assert_rejected("[API]\n", 1, "[API]: unknown; did you mean api?");
    assert_rejected("auth = 1\n", 1, "auth: expected a section");
    assert_rejected(
        "[functions.hello.rate_limit]\nrequests = 1\ninterval = 1\nburst = 1\n",
        4,
        "[functions.hello.rate_limit] burst: unknown",
    );
}

#[test]
fn rejects_a_wrong_type() {
    assert_rejected("[api]\nport = \"54321\"\n", 2, "expected a whole number from 0 to 65535");
    assert_rejected("[auth]\nenable_signup = \"yes\"\n", 2, "[auth] enable_signup: expected true or false");
    assert_rejected("[storage]\nfile_size_limit = true\n", 2, "expected a size such as \"50MiB\"");
    assert_rejected("[api]\nschemas = \"public\"\n", 2, "expected a list");
}

#[test]
fn rejects_invalid_values() {
    assert_rejected("[api]\nport = 70000\n", 2, "expected a whole number from 0 to 65535");
    assert_rejected("[auth]\n\njwt_expiry = 604801\n", 3, "expected a whole number from 60 to 604800");
    assert_rejected("[storage]\nfile_size_limit = \"5 apples\"\n", 2, "expected a size such as \"50MiB\"");
    assert_rejected(
        "[api]\ntrusted_proxies = [\"10.0.0.0/8\", \"proxy\"]\n",
        2,
        "`proxy` is neither an IP address nor",
    );
    assert_rejected(
        "[auth]\nsite_url = \"example.org\"\n",
        2,
        "expected an address such as \"https://example.org\"",
    );
    assert_rejected("[db]\nurl = \"mysql://localhost\"\n", 2, "expected an address such as \"postgres://");
    assert_rejected(
        "[db]\nurl = \"postgres://db/app?sslmode=verify\"\n",
        2,
        "sslmode must be disable, allow,",
    );
    assert_rejected(
        "[db]\nurl = \"postgres://db/app?sslrootcert=/nowhere/root.crt\"\n",
        2,
        "sslrootcert: cannot read /nowhere/root.crt",
    );
    assert_rejected(
        "[db]\nread_urls = [\"postgres://a,b/app\"]\n",
        2,
        "expected the address of one server, because its lag is measured",
    );
    assert_rejected("[db]\ndirect_url = \"postgres://a/app\"\n", 2, "it is for a pooler at [db] url");
    assert_rejected("[db]\nmajor_version = 14\n", 2, "expected a whole number from 15 to 99");
    assert_rejected("[functions.v1]\n", 1, "`v1` is not a function's name");
    assert_rejected("[storage.buckets.\"a/b\"]\n", 1, "expected a bucket's name");
    assert_rejected("[edge_runtime.secrets]\nSUPABASE_URL = \"x\"\n", 2, "not beginning with SUPABASE_");
    assert_rejected("[api]\nschemas = []\n", 2, "expected the names of one or more schemas");
    assert_rejected("[api]\nschemas = [\"api\", \" \"]\n", 2, "expected the names of one or more schemas");
}

#[test]
fn rejects_keys_that_do_not_match_each_other() {
    assert_rejected("[auth]\njwt_secret = \"short\"\n", 2, "a secret of at least 32 characters");
    assert_rejected("[auth]\nanon_key = \"a.b.c\"\n", 2, "jwt_secret beside it");
    let secret = "jwt_secret = \"super-secret-jwt-token-with-at-least-32-characters-long\"";
    assert_rejected(&format!("[auth]\n{secret}\nanon_key = \"a.b.c\"\n"), 3, "a token for the role anon");
    assert_rejected(
        "[auth]\nsecret_key = \"sb_publishable_0123456789012345678901\"\n",
        2,
        "begins with sb_secret_",
    );
    let s3 = "[storage.s3]\nendpoint = \"https://s3.example.org\"\naccess_key_id = \"AKIA\"\n";
    assert_rejected(s3, 2, "expected access_key_id and secret_access_key beside endpoint");
    parse(&format!("{s3}secret_access_key = \"abc\"\n")).unwrap();
}

#[test]
fn accepts_supabases_public_demo_keys() {
    let text = "[auth]
jwt_secret = \"super-secret-jwt-token-with-at-least-32-characters-long\"
anon_key = \"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6ImFub24iLCJleHAiOjE5ODM4MTI5OTZ9.CRXP1A7WOeoJeXxjNni43kdQwgnWNReilDMblYTn_I0\"
service_role_key = \"eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpc3MiOiJzdXBhYmFzZS1kZW1vIiwicm9sZSI6InNlcnZpY2Vfcm9sZSIsImV4cCI6MTk4MzgxMjk5Nn0.EGIM96RAZx35lJzdJsyH-qQwv8Hdp7fsn3W0YpN81IU\"
";
    parse(text).unwrap();
    let swapped = text
        .replace("anon_key", "x")
        .replace("service_role_key", "anon_key")
        .replace("x = ", "service_role_key = ");
    let error = parse(&swapped).unwrap_err().to_string();
    assert!(
        error.contains("toml:3: [auth] service_role_key: expected a token for the role service_role"),
        "{error}"
    );
    assert!(error.contains("toml:4: [auth] anon_key: expected a token for the role anon"), "{error}");
}

#[test]
fn an_error_does_not_repeat_a_secret() {
    let error = parse("[auth]\njwt_secret = \"hunter2\"\n").unwrap_err().to_string();
    assert!(!error.contains("hunter2"), "{error}");
}

#[test]
fn an_enabled_provider_needs_its_keys() {
    let google = "[auth.external.google]\nenabled = true\n";
    assert_rejected(google, 1, "[auth.external.google] client_id: expected a value");
    assert_rejected(&format!("{google}client_id = \"\"\n"), 3, "client_id: expected a value");
    assert_rejected(&format!("{google}client_id = \"env(NOWHERE)\"\n"), 3, "NOWHERE is not set");
    assert_rejected(
        "[auth.external.github]\nenabled = true\nclient_id = \"a\"\n",
        1,
        "secret: expected a value",
    );
    parse("[auth.external.github]\nclient_id = \"\"\n").unwrap();
}

#[test]
fn warns_about_keys_that_only_projects_use() {
    let text = "[api]\nauto_expose_new_tables = true\n[db.seed]\nsql_paths = [\"x.sql\"]\n[db.migrations]\nenabled = true\n";
    let config = parse(text).unwrap();
    let keys = ["[api] auto_expose_new_tables", "[db.migrations] enabled", "[db.seed] sql_paths"];
    assert_eq!(config.warnings, keys.map(|key| format!("{key} has an effect only in supabase/config.toml")));
    assert!(parse("[db.seed]\nenabled = false\n").unwrap().warnings.is_empty());
}

#[test]
fn reports_the_line_of_a_syntax_error() {
    assert_rejected("[api]\nport = = 1\n", 2, "");
    let error = Config::load(Path::new("/nowhere/supabase-compat.toml")).unwrap_err().to_string();
    assert!(error.starts_with("/nowhere/supabase-compat.toml: "), "{error}");
}

#[test]
fn engine_settings_have_postgrests_names_and_values() {
    let text = "[postgrest]\ndb_pool_client_share = 0.25\n\
                db_aggregates_enabled = true\ndb_tx_end = \"rollback-allow-override\"\n\
                db_hoisted_tx_settings = [\"statement_timeout\", \"work_mem\"]\n\
                [postgrest.app_settings]\njwt_exp = \"3600\"\n";
    let settings = parse(text).unwrap().postgrest.settings();
    let value =
        |name: &str| settings.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
    assert_eq!(value("db_aggregates_enabled"), Some("true"));
    assert_eq!(value("db_tx_end"), Some("rollback-allow-override"));
    assert_eq!(value("db_pool_client_share"), Some("0.25"));
    assert_eq!(value("db_hoisted_tx_settings"), Some("statement_timeout,work_mem"));
    assert_eq!(value("app.settings.jwt_exp"), Some("3600"));
}

#[test]
fn rejects_an_invalid_engine_setting_with_its_line() {
    assert_rejected("[postgrest]\n\ndb_agregates_enabled = true\n", 3, "is not a setting");
    assert_rejected("[postgrest]\ndb_pool_client_share = 1.5\n", 2, "is not a value of db-pool-client-share");
    assert_rejected("[postgrest]\ndb_tx_end = \"never\"\n", 2, "is not a value of db-tx-end");
    assert_rejected("[postgrest]\ndb_schemas = \"public\"\n", 2, "[api] schemas");
    assert_rejected("[postgrest]\njwt_aud = [1.5]\n", 2, "expected a text");
    assert_rejected("[postgrest]\nserver_cors_allowed_origins = \"*\"\n", 2, "of the REST API alone");
}

#[test]
fn a_function_that_fills_in_documents_must_be_declared() {
    let config = parse(
        "[site.functions]\n\"/a\" = \"hello\"\n\"/*/a\" = \"off\"\n[functions.hello]\n[functions.off]\nenabled = false\n",
    )
    .unwrap();
    let functions = config.site.enabled_functions(&config.functions);
    let functions: Vec<_> = functions.iter().map(|(path, name)| (path.to_string(), name.as_str())).collect();
    assert_eq!(functions, [("/a".to_owned(), "hello")]);
    assert_rejected("[site.functions]\n\"/a\" = \"hello\"\n", 2, "expected [functions.hello]");
    assert_rejected("[site.functions]\n\"a/\" = \"hello\"\n[functions.hello]\n", 2, "`a/` is not a path");
}

#[test]
fn mails_have_the_keys_and_defaults_of_supabase() {
    let config = parse("").unwrap();
    let email = &config.auth.email;
    assert!(email.enable_signup && email.double_confirm_changes && !email.enable_confirmations);
    assert_eq!(
        (email.max_frequency.0.as_str(), email.otp_length.get(), email.otp_expiry.get()),
        ("1s", 6, 3600)
    );
    assert!(config.mailpit.enabled && email.smtp().is_none());
    assert_eq!(config.mailpit.port.get(), 54324);

    let config = parse(
        "[inbucket]\nport = 54999\n[auth.email.smtp]\nhost = \"smtp.example.org\"\nport = 465\nadmin_email = \"a@example.org\"\n\
         [auth.email.template.magic_link]\nsubject = \"Votre lien\"\n\
         [auth.email.notification.password_changed]\nenabled = true\ncontent_path = \"changed.html\"\n",
    )
    .unwrap();
    assert_eq!(config.mailpit.port.get(), 54999);
    assert_eq!(config.auth.email.smtp().map(|smtp| smtp.port.get()), Some(465));
    let variables: Vec<String> = config.auth.email.own_mails().map(|mail| mail.variable).collect();
    assert_eq!(variables, ["MAGIC_LINK", "PASSWORD_CHANGED_NOTIFICATION"]);

    assert_rejected("[auth.email]\nmax_frequency = \"soon\"\n", 2, "a duration such as");
    assert_rejected("[auth.email]\notp_length = 5\n", 2, "expected a whole number from 6 to 10");
    assert_rejected("[auth.email.template.greeting]\nsubject = \"x\"\n", 1, "a mail: confirmation");
}

#[test]
fn sign_ins_by_phone_factors_and_sessions_have_the_keys_and_defaults_of_supabase() {
    let auth = parse("").unwrap().auth;
    assert!(!auth.sms.enable_signup && !auth.sms.enable_confirmations && auth.sms.test_otp.is_empty());
    assert_eq!((auth.sms.max_frequency.0.as_str(), auth.mfa.phone.max_frequency.0.as_str()), ("5s", "5s"));
    assert_eq!((auth.mfa.max_enrolled_factors.get(), auth.mfa.phone.otp_length.get()), (10, 6));
    assert!(!auth.mfa.totp.enroll_enabled && !auth.mfa.web_authn.verify_enabled && !auth.passkey.enabled);
    assert!(auth.sessions.timebox.is_none() && auth.sessions.inactivity_timeout.is_none());

    assert_rejected("[auth.sessions]\ntimebox = \"a day\"\n", 2, "a duration such as");
    assert_rejected("[auth.mfa.phone]\notp_length = 5\n", 2, "expected a whole number from 6 to 10");
    assert_rejected("[auth.mfa.totp]\nenabled = true\n", 2, "enroll_enabled");
    assert_rejected("[auth.sms.test_otp]\nann = \"123456\"\n", 2, "a phone number such as");
    assert_rejected("[auth.sms.test_otp]\n33611223344 = \"1,2\"\n", 2, "a code of digits");
}
