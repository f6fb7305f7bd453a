use super::*;
use crate::config::TxEnd;

fn pair(name: &str, value: &str) -> (String, String) {
    (name.to_owned(), value.to_owned())
}

#[test]
fn the_database_overrides_only_the_settings_that_it_names() {
    let config = Config { db_max_rows: Some(7), ..Config::new("") };
    let settings = [
        pair("db_schemas", "a, b"),
        pair("db_aggregates_enabled", "true"),
        pair("db_pool", "99"),
        pair("log_query", "true"),
        pair("nonsense", "nonsense"),
    ];
    let overridden = config.overridden(&settings).unwrap();
    assert_eq!(overridden.db_schemas, ["a", "b"]);
    assert_eq!(overridden.db_max_rows, Some(7));
    assert!(overridden.db_aggregates_enabled && !overridden.log_query);
    assert_eq!(overridden.db_pool, config.db_pool);
}

#[test]
fn one_invalid_value_in_the_database_rejects_all_its_settings() {
    let rows = pair("db_max_rows", "7");
    for (name, value) in [
        ("db_tx_end", "nonsense"),
        ("jwt_role_claim_key", "test"),
        ("jwt_secret", "short"),
        ("db_schemas", "public, pg_catalog"),
    ] {
        let settings = [rows.clone(), pair(name, value)];
        assert!(Config::new("").overridden(&settings).is_err(), "{name}={value}");
    }
    // Only the last value counts.
    let settings = [rows, pair("db_tx_end", "nonsense"), pair("db_tx_end", "rollback")];
    let config = Config::new("").overridden(&settings).unwrap();
    assert_eq!((config.db_max_rows, config.db_tx_end), (Some(7), TxEnd::Rollback));
}

#[test]
fn an_unreadable_number_or_flag_in_the_database_counts_as_missing() {
    let config = Config { db_max_rows: Some(7), db_plan_enabled: true, ..Config::new("") };
    let settings = [pair("db_max_rows", "seven"), pair("db_plan_enabled", "maybe")];
    let config = config.overridden(&settings).unwrap();
    assert_eq!((config.db_max_rows, config.db_plan_enabled), (None, false));
}

#[test]
fn the_longest_wait_may_be_a_fraction_of_a_second() {
    let wait = |value| Config::new("").with_settings(&[pair("db_pool_max_wait", value)]);
    assert_eq!(wait("0.25").unwrap().db_pool_max_wait, Some(Duration::from_millis(250)));
    assert_eq!(wait("").unwrap().db_pool_max_wait, None);
    for invalid in ["-1", "soon", "inf", "NaN"] {
        assert!(matches!(wait(invalid), Err(SettingError::Value(_))), "{invalid}");
    }
}

#[test]
fn rejects_unknown_names_and_invalid_values() {
    let set = |name, value| Config::new("").with_settings(&[pair(name, value)]);
    assert!(matches!(set("db-max-row", "7"), Err(SettingError::Unknown(name)) if name == "db-max-row"));
    for (name, value) in [("db-max-rows", "many"), ("db-schemas", ","), ("openapi-security-active", "maybe")]
    {
        assert!(matches!(set(name, value), Err(SettingError::Value(_))), "{name}={value}");
    }
    assert!(matches!(set("jwt-secret", "short"), Err(SettingError::Keys(_))));
}

#[test]
fn an_empty_text_removes_a_value_or_restores_the_default() {
    let config = Config { db_max_rows: Some(7), db_anon_role: Some("anon".to_owned()), ..Config::new("") };
    let config = config.with_settings(&[pair("db-max-rows", ""), pair("db-anon-role", "")]).unwrap();
    assert_eq!((config.db_max_rows, config.db_anon_role), (None, None));
    let config = Config {
        db_schemas: vec!["a".to_owned()],
        db_pool: 2,
        db_channel_enabled: false,
        db_tx_end: TxEnd::Rollback,
        ..Config::new("")
    };
    let names = ["db-schemas", "db-pool", "db-channel-enabled", "db-tx-end", "db-extra-search-path"];
    let config = config.with_settings(&names.map(|name| pair(name, ""))).unwrap();
    assert_eq!((config.db_schemas, config.db_pool), (vec!["public".to_owned()], 10));
    assert_eq!((config.db_channel_enabled, config.db_tx_end), (true, TxEnd::Commit));
    assert!(config.db_extra_search_path.is_empty());
}

#[test]
fn a_secret_and_its_encoding_may_come_from_different_sources() {
    // 32 characters, but only 24 bytes as base64, which is too short.
    let secret = [pair("jwt-secret", "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz")];
    let is_base64 = [pair("jwt-secret-is-base64", "true")];
    let with = |settings: &[(String, String)]| Config::new("").with_settings(settings);
    assert!(with(&secret).is_ok() && with(&is_base64).is_ok());
    assert!(with(&[secret.as_slice(), &is_base64].concat()).is_err());
    assert!(with(&secret).unwrap().overridden(&is_base64).is_err());
    let flagged = with(&is_base64).unwrap();
    assert!(flagged.overridden(&secret).is_err());
    let plain = [pair("jwt-secret-is-base64", "false")];
    assert!(flagged.overridden(&[secret.as_slice(), &plain].concat()).unwrap().jwt_secret.is_some());
    let none = [pair("jwt-secret", "")];
    assert!(with(&secret).unwrap().with_settings(&none).unwrap().jwt_secret.is_none());
}

#[test]
fn an_app_setting_keeps_its_name_and_its_last_value() {
    let settings = [pair("app_settings_a_b", "1"), pair("app.settings.a_b", "2")];
    let config = Config::new("").with_settings(&settings).unwrap();
    assert_eq!(config.app_settings, [pair("app.settings.a_b", "2")]);
}

#[test]
fn the_query_timeout_is_in_seconds_and_zero_disables_it() {
    let set = |value| Config::new("").with_settings(&[pair("db-query-timeout", value)]);
    assert_eq!(set("7").unwrap().db_query_timeout, Some(Duration::from_secs(7)));
    assert_eq!(set("0").unwrap().db_query_timeout, None);
    assert_eq!(set("").unwrap().db_query_timeout, Some(Duration::from_secs(60)));
    assert!(set("7s").is_err());
}

#[test]
fn a_share_of_the_pool_is_a_fraction() {
    for name in ["db-pool-client-share", "db-pool-anon-share", "db-pool-role-share"] {
        let set = |value| Config::new("").with_settings(&[pair(name, value)]);
        assert!(set("0.3").is_ok() && set("1").is_ok() && set("").is_ok(), "{name}");
        assert!(set("0").is_err() && set("2").is_err() && set("half").is_err(), "{name}");
    }
}
