//! The files of a Supabase project: where its configuration is looked for, `.env` files, and paths.

// A test whose arrangement fails can only stop.
#![allow(clippy::unwrap_used)]

use rest_gateway::config::{Config, ConfigSource};
use std::fs;
use std::path::Path;

#[test]
fn without_a_file_the_defaults_are_those_of_a_new_project() {
    let folder = tempfile::tempdir().unwrap();
    let home = folder.path().join("Chez Ange");
    fs::create_dir(&home).unwrap();
    let source = ConfigSource::find(&home).unwrap();
    let config = Config::load_source(&source).unwrap();
    assert_eq!(config.project_id, "Chez_Ange");
    assert_eq!(config.api.schemas, ["public", "graphql_public"]);
    assert_eq!(config.auth.site_url.0, "http://127.0.0.1:3000");
    assert_eq!(config.db.seed.sql_paths, [home.join("supabase/./seed.sql")]);
    assert!(!config.db.seed.sample_hotels && config.functions.is_empty() && config.site.dist.is_none());
    assert!(config.warnings.is_empty(), "{:?}", config.warnings);
}

#[test]
fn scripts_that_only_have_their_folder_are_functions_too() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("supabase");
    for name in ["menu", "orders", "_shared", "notes"] {
        fs::create_dir_all(project.join("functions").join(name)).unwrap();
    }
    for name in ["menu", "orders", "_shared"] {
        fs::write(project.join("functions").join(name).join("index.ts"), "").unwrap();
    }
    fs::write(project.join("config.toml"), "[functions.menu]\nenabled = false\n").unwrap();
    let config = Config::load(&project.join("config.toml")).unwrap();
    let served: Vec<_> =
        config.served_functions().map(|(name, function)| (name.as_str(), function)).collect();
    let [("orders", orders)] = served.as_slice() else { panic!("{served:?}") };
    assert_eq!(orders.script().unwrap().entrypoint, project.join("functions/orders/index.ts"));
    assert!(orders.verify_jwt);
}

#[test]
fn paths_start_in_the_folder_of_the_file_and_those_of_templates_where_the_file_is() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("supabase");
    fs::create_dir_all(project.join("templates")).unwrap();
    for name in ["one.html", "two.html"] {
        fs::write(project.join("templates").join(name), "<p>").unwrap();
    }
    let text = "[auth]\nsigning_keys_path = \"./keys.json\"\n[auth.email.template.invite]\n\
                content_path = \"./supabase/templates/one.html\"\n[auth.email.template.recovery]\n\
                content_path = \"./templates/two.html\"\n";
    fs::write(project.join("config.toml"), text).unwrap();
    let config = Config::load(&project.join("config.toml")).unwrap();
    assert_eq!(config.auth.signing_keys_path.as_deref(), Some(project.join("./keys.json").as_path()));
    let mails: Vec<_> = config.auth.email.own_mails().collect();
    assert!(mails.iter().all(|mail| mail.content_path.is_some_and(Path::is_file)), "both are found");
}

#[test]
fn env_files_count_in_their_order() {
    let folder = tempfile::tempdir().unwrap();
    let project = folder.path().join("supabase");
    fs::create_dir(&project).unwrap();
    let text = "[api]\nport = \"env(PROJECT_CONFIG_TEST_A)\"\n[db]\nport = \"env(PROJECT_CONFIG_TEST_B)\"\n";
    fs::write(project.join("config.toml"), text).unwrap();
    fs::write(folder.path().join(".env"), "PROJECT_CONFIG_TEST_A=1\nPROJECT_CONFIG_TEST_B=2\n").unwrap();
    let ports = || {
        let config = Config::load(&project.join("config.toml")).unwrap();
        (config.api.port.get(), config.db.port.get())
    };
    assert_eq!(ports(), (1, 2), "the project's folder");
    fs::write(project.join(".env"), "PROJECT_CONFIG_TEST_B=3\n").unwrap();
    assert_eq!(ports(), (1, 3), "supabase/ before it");
    fs::write(project.join(".env.local"), "PROJECT_CONFIG_TEST_B=4\n").unwrap();
    assert_eq!(ports(), (1, 4), "local before common");
    fs::write(project.join(".env.development"), "PROJECT_CONFIG_TEST_B=5\n").unwrap();
    assert_eq!(ports(), (1, 4), "local before the environment's");
    fs::write(project.join(".env.development.local"), "PROJECT_CONFIG_TEST_B=6\n").unwrap();
    assert_eq!(ports(), (1, 6));
    fs::write(project.join(".env.production"), "PROJECT_CONFIG_TEST_B=7\n").unwrap();
    assert_eq!(ports(), (1, 6), "another environment's does not count");

    fs::write(project.join(".env"), "A=1\nhunter2\n").unwrap();
    let error = Config::load(&project.join("config.toml")).unwrap_err().to_string();
    assert!(error.contains("supabase/.env:2: expected NAME=value") && !error.contains("hunter2"), "{error}");
}

#[test]
fn the_configuration_is_looked_for_upwards() {
    let folder = tempfile::tempdir().unwrap();
    let (root, inner) = (folder.path(), folder.path().join("apps/web"));
    fs::create_dir_all(&inner).unwrap();
    assert!(matches!(ConfigSource::find(&inner).unwrap(), ConfigSource::Defaults(_)));
    fs::create_dir(root.join("supabase")).unwrap();
    fs::write(root.join("supabase/config.json"), "{}").unwrap();
    assert_eq!(ConfigSource::find(&inner).unwrap(), ConfigSource::Project(root.join("supabase/config.json")));
    fs::write(root.join("supabase/config.toml"), "").unwrap();
    assert!(ConfigSource::find(&inner).unwrap_err().to_string().contains("a project has one configuration"));
    fs::remove_file(root.join("supabase/config.json")).unwrap();
    let project = ConfigSource::find(&inner).unwrap();
    assert_eq!(project, ConfigSource::Project(root.join("supabase/config.toml")));
    assert_eq!(project.project_folder(), root);
    fs::write(inner.join("supabase-compat.toml"), "").unwrap();
    let own = ConfigSource::find(&inner).unwrap();
    assert_eq!(own, ConfigSource::Stack(inner.join("supabase-compat.toml")));
}

#[test]
fn a_configuration_in_json_has_the_same_keys() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("supabase/config.jsonc");
    fs::create_dir(folder.path().join("supabase")).unwrap();
    let text = "{\n  // of the gateway\n  \"api\": { \"port\": \"env(PORT)\", \"schemas\": [\"menu\"] },\n  \"functions\": { \"hello\": { \"verify_jwt\": false } },\n}\n";
    fs::write(&path, text).unwrap();
    fs::write(folder.path().join(".env"), "PORT=1234\n").unwrap();
    let config = Config::load(&path).unwrap();
    assert_eq!(
        (u64::from(u16::from(config.api.port)), config.api.schemas.as_slice()),
        (1234, &["menu".to_owned()][..])
    );
    assert!(!config.functions.values().next().unwrap().verify_jwt);
    for (text, expected) in [
        ("{\n \"api\": {\n  \"prot\": 1\n }\n}", "config.jsonc:3: [api] prot: unknown; did you mean port?"),
        (
            "{\n \"api\": {\n  \"port\": \"hunter2\"\n }\n}",
            "config.jsonc:3: [api] port: expected a whole number",
        ),
        ("{\n \"api\" 1\n}", "config.jsonc:2: Expected colon"),
    ] {
        fs::write(&path, text).unwrap();
        let error = Config::load(&path).unwrap_err().to_string();
        assert!(error.contains(expected) && !error.contains("hunter2"), "{error}");
    }
}
