//! `supabase/config.toml`: the keys of Supabase's command line, its rules where ours are stricter, and what the stack
//! says about what it does not have.

// A test whose arrangement fails can only stop.
#![allow(clippy::unwrap_used, clippy::panic)]

use rest_gateway::config::{Config, ConfigError, FunctionProgram, MajorVersion};
use rest_gateway::deno::Script;
use std::path::{Path, PathBuf};

const EVERY_KEY: &str = include_str!("project_config/every_key.toml");
const NEW_PROJECT: &str = include_str!("project_config/new_project.toml");

fn parse_with(text: &str, variables: &[(&str, &str)]) -> Result<Config, ConfigError> {
    let variable =
        |name: &str| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned());
    Config::parse(Path::new("/chez-ange/supabase/config.toml"), text, variable)
}

fn parse(text: &str) -> Result<Config, ConfigError> {
    parse_with(text, &[])
}

/// The errors of a text, each without the path.
fn errors(text: &str) -> Vec<String> {
    let Err(ConfigError::Invalid { diagnostics }) = parse(text) else { panic!("{text} is valid") };
    let lines = diagnostics.iter().map(ToString::to_string);
    lines.map(|line| line.replace("/chez-ange/supabase/config.toml:", "")).collect()
}

#[track_caller]
fn assert_warns(config: &Config, expected: &str) {
    assert!(config.warnings.iter().any(|warning| warning.contains(expected)), "{:?}", config.warnings);
}

#[test]
fn a_project_with_every_key_loads() {
    let config = parse_with(EVERY_KEY, &[("GITHUB_SECRET", "a secret"), ("SMTP_PASS", "another")]).unwrap();
    assert_eq!(config.project_id, "chez-ange");
    assert_eq!(config.api.schemas, ["public", "menu"]);
    let major = config.db.major_version;
    assert_eq!(major, Some(MajorVersion { number: 15, is_required: false }));
    let auth = &config.auth;
    assert_eq!(auth.site_url.0, "exp://192.168.1.20:8081/--/");
    assert_eq!(auth.keys.jwt_secret.as_ref().unwrap().0, "sixteen-letters!");
    assert!(auth.password_requirements.required_characters().starts_with("abcdefghijklmnopqrstuvwxyz:ABC"));
    assert!(auth.email.require_current_password && auth.email.smtp().is_some());
    assert_eq!((auth.sms.otp_length.get(), auth.sms.otp_expiry.get()), (8, 90));
    assert_eq!(config.storage.buckets.keys().next().unwrap().0, "Photos (2026) & more");
    let secrets: Vec<&str> = config.edge_runtime.secrets.keys().map(|name| name.0.as_str()).collect();
    assert_eq!(secrets, ["KITCHEN_TOKEN"], "names are in capitals");
    assert_eq!(config.mailpit.port.get(), 54399);
    for ignored in ["[studio]", "[analytics]", "[db] shadow_port"] {
        assert_warns(&config, ignored);
    }
    assert_warns(&config, "[edge_runtime] deno_version is 1, but functions run in Deno 2 here");
    let third_party = auth.third_party.as_ref().unwrap();
    assert_eq!(
        (third_party.provider, third_party.issuer.0.as_str()),
        ("clerk", "https://chez-ange.clerk.example")
    );
    let one_warning = config.warnings.iter().filter(|warning| warning.contains("[studio]")).count();
    assert_eq!(one_warning, 1);
}

#[test]
fn a_new_project_loads_without_any_variable() {
    let config = parse(NEW_PROJECT).unwrap();
    let (email_sent, sign_ups) = (config.auth.rate_limit.email_sent, config.auth.rate_limit.sign_in_sign_ups);
    assert_eq!((email_sent.get(), sign_ups.get()), (360_000, 30), "caught mails have no limit");
    assert!(!config.auth.sms.enable_signup && config.auth.email.enable_signup);
    assert_eq!(config.auth.email.language.tag(), "en", "as Supabase's mails");
    assert_eq!(config.warnings.len(), 1, "{:?}", config.warnings);
}

#[test]
fn all_errors_come_at_once_with_their_lines() {
    let text = "[api]\nport = \"many\"\nprot = 1\n[auth]\nsite_url = \"nowhere\"\njwt_expiry = 1\n\
                [auth.email.smtp]\nhost = \"env(SMTP_HOST)\"\nport = 587\nadmin_email = \"a@b.example\"\n\
                [db.pooler]\nenabled = true\n[storage.buckets.\"a/b\"]\n[remotes.live]\nproject_id = \"x\"\n\
                [edge_runtime]\ndeno_version = 3\n";
    let errors = errors(text);
    let expected = [
        "2: [api] port: expected a whole number from 0 to 65535",
        "3: [api] prot: unknown; did you mean port?",
        "5: [auth] site_url: expected an address such as",
        "6: [auth] jwt_expiry: expected a whole number from 60 to 604800",
        "8: [auth.email.smtp] host: the environment variable SMTP_HOST is not set",
        "12: [db.pooler] enabled: this stack does not have it; set it to false",
        "13: [storage.buckets] a/b: expected a bucket's name",
        "15: [remotes.live] project_id: expected the 20 lower-case letters",
        "17: [edge_runtime] deno_version: expected 1 or 2",
    ];
    assert_eq!(errors.len(), expected.len(), "{errors:#?}");
    for (error, expected) in errors.iter().zip(expected) {
        assert!(error.starts_with(expected), "{error:?} begins with {expected:?}");
    }
    let message = parse(text).unwrap_err().to_string();
    assert!(message.starts_with("the configuration has 9 errors:\n  /chez-ange/supabase/config.toml:2: "));
}

#[test]
fn all_syntax_errors_come_at_once() {
    let errors = errors("[api]\nport = = 1\n[auth\nx = 1\n");
    assert!(errors.len() >= 2 && errors[0].starts_with("2: "), "{errors:?}");
}

#[test]
fn an_unknown_key_names_what_was_meant() {
    assert_eq!(
        errors("[auth]\nenable_singup = true\n"),
        ["2: [auth] enable_singup: unknown; did you mean enable_signup?"]
    );
    assert_eq!(errors("[studoi]\n"), ["1: [studoi]: unknown; did you mean studio?"]);
    let far = errors("[auth.mfa]\ncolour = 1\n");
    assert!(far[0].contains("unknown; known are max_enrolled_factors, totp, phone, web_authn"), "{far:?}");
}

#[test]
fn a_variable_converts_to_the_type_of_its_key() {
    let text = "[api]\nport = \"env(PORT)\"\nenabled = \"env(ON)\"\nschemas = \"env(SCHEMAS)\"\n";
    let config = parse_with(text, &[("PORT", "5001"), ("ON", "false"), ("SCHEMAS", "api,public")]).unwrap();
    assert_eq!((config.api.port.get(), config.api.enabled), (5001, false));
    assert_eq!(config.api.schemas, ["api", "public"]);
    let error = parse_with(text, &[("PORT", "hunter2"), ("ON", "true"), ("SCHEMAS", "api")]).unwrap_err();
    let expected = "config.toml:2: [api] port: expected a whole number from 0 to 65535";
    assert!(error.to_string().ends_with(expected) && !error.to_string().contains("hunter2"), "{error}");
}

#[test]
fn an_unset_variable_matters_only_where_it_is_used() {
    let off = "[auth.external.apple]\nenabled = false\nsecret = \"env(APPLE)\"\n[auth.captcha]\nsecret = \"env(C)\"\n\
               [auth.hook.send_sms]\nenabled = false\nuri = \"env(H)\"\n[studio]\nopenai_api_key = \"env(O)\"\n\
               [auth.email.smtp]\nenabled = false\nhost = \"env(S)\"\n[auth.sms.twilio]\nauth_token = \"env(T)\"\n";
    parse(off).unwrap();
    let needed =
        errors("[auth]\nsite_url = \"env(SITE)\"\n[auth.captcha]\nenabled = true\nsecret = \"env(C)\"\n");
    assert_eq!(
        needed,
        [
            "2: [auth] site_url: the environment variable SITE is not set",
            "5: [auth.captcha] secret: the environment variable C is not set",
        ]
    );
}

#[test]
fn a_provider_without_its_variables_is_off_and_says_so() {
    let text = "[auth.external.google]\nenabled = true\nclient_id = \"env(ID)\"\nsecret = \"env(SECRET)\"\n";
    let config = parse(text).unwrap();
    assert_warns(
        &config,
        "[auth.external.google] is off: these environment variables are not set: ID, SECRET",
    );
    let is_on = |config: &Config| config.auth.external.values().any(|provider| provider.enabled);
    assert!(!is_on(&config));
    assert!(is_on(&parse_with(text, &[("ID", "a"), ("SECRET", "b")]).unwrap()));
    assert_warns(
        &parse(&text.replace("\"env(", "\"\" #")).unwrap(),
        "[auth.external.google] is off: client_id",
    );
}

#[test]
fn a_list_is_read_without_the_items_whose_variables_are_not_set() {
    let text = "[auth]\nadditional_redirect_urls = [\"https://a.example\", \"env(PREVIEW)\"]\n\
                [edge_runtime.secrets]\nkey = \"env(KEY)\"\nother = \"x\"\n";
    let config = parse(text).unwrap();
    assert_eq!(config.auth.additional_redirect_urls, ["https://a.example"]);
    assert_warns(&config, "env(PREVIEW)");
    assert_warns(&config, "[edge_runtime.secrets] is read without the variables KEY");
    assert_eq!(config.edge_runtime.secrets.len(), 1);
}

#[test]
fn variables_override_keys_of_supabase_and_not_ours() {
    let variables = [
        ("SUPABASE_DB_PORT", "6001"),
        ("SUPABASE_AUTH_SITE_URL", "https://shop.example"),
        ("SUPABASE_AUTH_EXTERNAL_GITHUB_ENABLED", "false"),
        ("SUPABASE_DB_URL", "postgres://somebody@production.example/postgres"),
        ("SUPABASE_API_PORT", ""),
    ];
    let text = "[db]\nport = 5000\n[auth.external.github]\nenabled = true\n";
    let config = parse_with(text, &variables).unwrap();
    assert_eq!((config.db.port.get(), config.api.port.get()), (6001, 54321));
    assert_eq!(config.auth.site_url.0, "https://shop.example");
    assert!(
        config.db.direct_url().is_none() && config.auth.external.values().all(|provider| !provider.enabled)
    );

    let error = parse_with("", &[("SUPABASE_DB_PORT", "high")]).unwrap_err().to_string();
    assert_eq!(error, "the environment variable SUPABASE_DB_PORT: expected a whole number from 0 to 65535");
}

#[test]
fn old_and_new_spellings_have_the_same_meaning() {
    for name in ["inbucket", "local_smtp", "mailpit"] {
        let config = parse(&format!("[{name}]\nenabled = true\nport = 5005\n")).unwrap();
        assert_eq!(config.mailpit.port.get(), 5005, "{name}");
    }
    for key in ["enabled", "enable_signup"] {
        let config = parse(&format!("[auth.email]\n{key} = false\n[auth.sms]\n{key} = true\n")).unwrap();
        assert!(!config.auth.email.enable_signup && config.auth.sms.enable_signup, "{key}");
    }
    let both = errors("[inbucket]\nport = 1\n[local_smtp]\nport = 2\n");
    assert!(both[0].contains("is the same section"), "{both:?}");
    let config = parse("[auth.external.slack]\nenabled = true\nclient_id = \"a\"\nsecret = \"b\"\n").unwrap();
    assert_warns(&config, "[auth.external.slack] is off: its present name is slack_oidc");
    for name in ["bitbucket", "facebook", "figma", "notion", "spotify", "twitter", "workos", "x", "zoom"] {
        let provider = format!("[auth.external.{name}]\nenabled = true\nclient_id = \"a\"\nsecret = \"b\"\n");
        let config = parse(&provider).unwrap();
        assert!(
            config.auth.external.values().all(|provider| provider.enabled),
            "{name}: {:?}",
            config.warnings
        );
    }
}

#[test]
fn tls_needs_the_files_of_a_certificate_and_of_its_key() {
    let on = "[api.tls]\nenabled = true\ncert_path = \"certs/one.pem\"\n";
    assert!(errors(on)[0].contains("[api.tls] enabled: needs cert_path and key_path"));
    let tls = parse(&format!("{on}key_path = \"/etc/one.key\"\n")).unwrap().api.tls.unwrap();
    assert!(tls.certificate.is_absolute() && tls.certificate.ends_with("certs/one.pem"));
    assert_eq!(tls.key, std::path::Path::new("/etc/one.key"));
}

#[test]
fn what_would_mislead_is_refused_only_while_it_is_on() {
    for section in ["db.pooler", "storage.analytics", "auth.web3.solana", "auth.sms.twilio"] {
        parse(&format!("[{section}]\nenabled = false\n")).unwrap();
        let on = errors(&format!("[{section}]\nenabled = true\n"));
        assert_eq!(on, [format!("2: [{section}] enabled: this stack does not have it; set it to false")]);
    }
    parse("[experimental]\norioledb_version = \"\"\n").unwrap();
    assert!(errors("[db]\norioledb_version = \"17.0\"\n")[0].contains("does not have OrioleDB"));
    // Fixed codes work without the sender.
    let test_codes = "[auth.sms.test_otp]\n33611223344 = \"123456\"\n[auth.sms.twilio]\nenabled = true\n";
    assert_warns(&parse(test_codes).unwrap(), "[auth.sms.twilio]");
}

#[test]
fn a_short_secret_is_accepted_only_in_a_project() {
    assert_eq!(
        errors("[auth]\njwt_secret = \"fifteen-letters\"\n"),
        ["2: [auth] jwt_secret: expected a secret of at least 16 characters"]
    );
    let text = "[auth]\njwt_secret = \"sixteen-letters!\"\n";
    parse(text).unwrap();
    let own = Config::parse(Path::new("/chez-ange/supabase-compat.toml"), text, |_| None);
    assert!(own.unwrap_err().to_string().contains("at least 32 characters"));
}

#[test]
fn an_encrypted_secret_is_refused_where_it_is_used() {
    let text = "[auth.captcha]\nenabled = true\nsecret = \"encrypted:BAsecret\"\n";
    let errors = errors(text);
    assert!(
        errors.len() == 1 && errors[0].contains("dotenvx") && !errors[0].contains("BAsecret"),
        "{errors:?}"
    );
    parse(&text.replace("true", "false")).unwrap();
}

#[test]
fn a_function_without_an_entrypoint_is_the_script_of_its_name() {
    let config = parse("[functions.menu]\n[functions.tool]\nentrypoint = \"./bin/tool\"\n").unwrap();
    let programs: Vec<_> = config.functions.values().map(|function| function.program.clone()).collect();
    let entrypoint = PathBuf::from("/chez-ange/supabase/./functions/menu/index.ts");
    let script = FunctionProgram::Script(Script { entrypoint, import_map: None });
    let tool = FunctionProgram::Executable("/chez-ange/supabase/./bin/tool".into());
    assert_eq!(programs, [script, tool]);
}

#[test]
fn remotes_are_checked_and_set_aside() {
    let text = "[remotes.live]\nproject_id = \"abcdefghijklmnopqrst\"\n[remotes.live.auth]\nsite_url = \"x\"\nnew_key = 1\n";
    let config = parse(text).unwrap();
    assert_eq!(config.auth.site_url.0, "http://127.0.0.1:3000");
    let twice = format!("{text}[remotes.copy]\nproject_id = \"abcdefghijklmnopqrst\"\n");
    assert!(errors(&twice)[0].contains("has the same id"));
}

#[test]
fn a_third_party_has_an_issuer() {
    let issuer = |text: &str| {
        let config = parse(&format!("[auth.third_party.{text}")).unwrap();
        config.auth.third_party.map(|third_party| third_party.issuer.0)
    };
    for (text, expected) in [
        ("firebase]\nenabled = true\nproject_id = \"chez-ange\"", "https://securetoken.google.com/chez-ange"),
        ("auth0]\nenabled = true\ntenant = \"ange\"", "https://ange.auth0.com"),
        ("auth0]\nenabled = true\ntenant = \"ange\"\ntenant_region = \"eu\"", "https://ange.eu.auth0.com"),
        (
            "aws_cognito]\nenabled = true\nuser_pool_id = \"eu-west-3_a\"\nuser_pool_region = \"eu-west-3\"",
            "https://cognito-idp.eu-west-3.amazonaws.com/eu-west-3_a",
        ),
        ("workos]\nenabled = true\nissuer_url = \"https://id.example/\"", "https://id.example"),
    ] {
        assert_eq!(issuer(text).as_deref(), Some(expected));
    }
    assert_eq!(issuer("clerk]\nenabled = false\ndomain = \"\""), None);
    for (text, expected) in [
        ("[auth.third_party.clerk]\nenabled = true", "[auth.third_party.clerk] domain: expected letters"),
        ("[auth.third_party.auth0]\nenabled = true\ntenant = \"a/b\"", "tenant: expected letters"),
        (
            "[auth.third_party.workos]\nenabled = true\nissuer_url = \"http://id.example\"",
            "issuer_url: expected an address with https",
        ),
        (
            "[auth.third_party.clerk]\nenabled = true\ndomain = \"a.example\"\n\
             [auth.third_party.auth0]\nenabled = true\ntenant = \"ange\"",
            "only one third party can be enabled",
        ),
    ] {
        let errors = errors(text);
        assert!(errors.len() == 1 && errors[0].contains(expected), "{errors:?}");
    }
}

/// What `rest-gateway init` writes.
const INITIAL: &str = include_str!("../src/cli/init/config.toml");

#[test]
fn a_written_configuration_has_no_warning() {
    let config = parse(INITIAL).unwrap();
    assert!(config.warnings.is_empty(), "{:?}", config.warnings);
}

#[test]
fn commented_keys_of_a_written_configuration_are_known() {
    let is_key = |line: &str| {
        let name = line.split('=').next().unwrap_or_default();
        line.starts_with('[') || line.contains(" = ") && !name.trim().contains(' ')
    };
    let uncommented: Vec<&str> = INITIAL
        .lines()
        .map(|line| line.strip_prefix("# ").filter(|comment| is_key(comment)).unwrap_or(line))
        .collect();
    let text = uncommented.join("\n");
    assert!(text.contains("\n[studio]\n") && text.contains("\ntimebox = "), "{text}");
    let Err(ConfigError::Invalid { diagnostics }) = parse(&text) else { return };
    let unknown: Vec<_> = diagnostics.iter().filter(|it| it.message.contains("unknown")).collect();
    assert!(unknown.is_empty(), "{unknown:?}");
}
