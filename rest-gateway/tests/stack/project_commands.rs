//! Commands of a project that need no database: keys and tokens, completions, help; and what `status` and `stop` print.

use crate::project::{CONFIG, Finished, finish, project, run, run_in};
use crate::running::{PROGRAM, Place};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use serde_json::{Value, json};
use service_kit::jwt::KeySet;
use std::fs;
use std::process::Command;

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn claims(token: &str) -> Value {
    let payload = URL_SAFE_NO_PAD.decode(token.trim().split('.').nth(1).unwrap()).unwrap();
    serde_json::from_slice(&payload).unwrap()
}

#[test]
fn a_signing_key_is_printed_or_written_where_the_configuration_says() {
    let place = project(&[("config.toml", CONFIG)]);
    for (algorithm, kind) in [("ES256", "EC"), ("RS256", "RSA")] {
        let printed = run_in(place.path(), &["gen", "signing-key", "--algorithm", algorithm]);
        assert!(printed.is_ok, "{}", printed.error);
        let key = json(&printed.output);
        assert_eq!(
            (&key["kty"], &key["alg"], &key["key_ops"]),
            (&json!(kind), &json!(algorithm), &json!(["sign", "verify"]))
        );
        let set = KeySet::parse(&json!([key]).to_string()).unwrap();
        assert!(set.signing().unwrap().sign(&json!({ "role": "anon" })).is_ok());
    }

    let config = CONFIG.replace("[auth]\n", "[auth]\nsigning_keys_path = \"./keys.json\"\n");
    fs::write(place.path().join("supabase/config.toml"), config).unwrap();
    let file = place.path().join("supabase/keys.json");
    let keys = || json(&fs::read_to_string(&file).unwrap());
    assert!(run_in(place.path(), &["gen", "signing-key"]).is_ok);
    let first = keys();
    assert!(run_in(place.path(), &["gen", "signing-key", "--append"]).is_ok);
    assert_eq!((&keys()[0], keys().as_array().unwrap().len()), (&first[0], 2));
    let unasked = run_in(place.path(), &["gen", "signing-key"]);
    assert!(!unasked.is_ok && keys()[0] == first[0], "keys are replaced only when asked: {}", unasked.text());
    assert!(run_in(place.path(), &["gen", "signing-key", "--yes"]).is_ok);
    assert_eq!(keys().as_array().unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_bearer_token_opens_the_api_with_its_role() {
    let migration = "create table secrets (id int); revoke all on secrets from anon, authenticated;\n\
                     create function who() returns text language sql as $$ select auth.jwt() ->> 'sub' $$;";
    let place = project(&[("config.toml", CONFIG), ("migrations/1_secrets.sql", migration)]);
    let stack = place.start();
    let token = run(&place, &["gen", "bearer-jwt", "--role", "service_role", "--valid-for", "1h"]).output;
    assert_eq!(stack.get_as("/rest/v1/secrets", token.trim()).await.1, "[]");
    let exp = claims(&token)["exp"].as_i64().unwrap();
    assert_eq!(exp - claims(&token)["iat"].as_i64().unwrap(), 3600);

    let user = [
        "gen",
        "bearer-jwt",
        "--role",
        "authenticated",
        "--sub",
        "ange",
        "--payload",
        "{\"city\":\"Bastia\"}",
    ];
    let token = run(&place, &user).output;
    assert_eq!(claims(&token)["city"], "Bastia");
    assert_eq!(stack.get_as("/rest/v1/rpc/who", token.trim()).await.1, "\"ange\"");
    for wrong in [&["--valid-for", "soon"][..], &["--payload", "[]"]] {
        let refused = run(&place, &[&["gen", "bearer-jwt", "--role", "anon"], wrong].concat());
        assert!(!refused.is_ok, "{wrong:?}");
    }
}

#[test]
fn shells_complete_commands() {
    for (shell, part) in [
        ("bash", "complete -F"),
        ("zsh", "#compdef rest-gateway"),
        ("fish", "complete -c rest-gateway"),
        ("powershell", "Register-ArgumentCompleter"),
    ] {
        let script = run_in(std::env::temp_dir().as_path(), &["completion", shell]);
        assert!(script.output.contains(part) && script.output.contains("signing-key"), "{shell}");
    }
}

#[test]
fn a_misspelt_command_or_flag_is_answered_with_the_right_one() {
    let mean = |arguments: &[&str]| run_in(std::env::temp_dir().as_path(), arguments).error;
    assert!(mean(&["statsu"]).contains("'status'"), "{}", mean(&["statsu"]));
    assert!(mean(&["db", "rest"]).contains("'reset'"), "{}", mean(&["db", "rest"]));
    assert!(mean(&["up", "--detatch"]).contains("'--detach'"), "{}", mean(&["up", "--detatch"]));
}

#[test]
fn help_is_also_a_command() {
    let help = |arguments: &[&str]| run_in(std::env::temp_dir().as_path(), arguments).output;
    assert!(help(&["help"]).contains("Commands:"), "{}", help(&["help"]));
    assert_eq!(help(&["help", "db", "reset"]), help(&["db", "reset", "--help"]));
}

#[test]
fn every_command_has_an_example_in_its_help() {
    let help = |path: &[String]| {
        let mut command = Command::new(PROGRAM);
        let output = command.args(path).arg("--help").output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    let mut waiting: Vec<Vec<String>> = vec![Vec::new()];
    let mut seen = 0;
    while let Some(path) = waiting.pop() {
        let text = help(&path);
        let commands =
            text.split_once("Commands:\n").map_or("", |(_, rest)| rest.split("\n\n").next().unwrap());
        let names = commands.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   "));
        let below: Vec<Vec<String>> = names
            .filter_map(|line| line.split_whitespace().next())
            .filter(|name| *name != "help")
            .map(|name| path.iter().cloned().chain([name.to_owned()]).collect())
            .collect();
        if below.is_empty() {
            assert!(text.contains("Example"), "{path:?}: {text}");
            seen += 1;
        }
        waiting.extend(below);
    }
    assert!(seen > 20, "{seen}");
}

#[test]
fn status_has_the_formats_and_names_of_supabases_command_line() {
    let place = project(&[("config.toml", CONFIG)]);
    let stack = place.start();
    let status = |arguments: &[&str]| run(&place, &[&["status"], arguments].concat());
    let toml: toml::Table = status(&["-o", "toml"]).output.parse().unwrap();
    assert_eq!(toml["DB_URL"].as_str(), Some(stack.value("DB_URL")));
    let yaml = status(&["-o", "yaml"]).output;
    assert!(yaml.contains(&format!("\nDB_URL: \"{}\"\n", stack.value("DB_URL"))), "{yaml}");
    let renamed = status(&["-o", "env", "--override-name", "api.url=VITE_URL,auth.anon_key=VITE_KEY"]).output;
    assert!(renamed.starts_with(&format!("VITE_URL=\"{}\"\n", stack.value("API_URL"))), "{renamed}");
    assert!(renamed.contains("\nVITE_KEY=") && !renamed.contains("\nANON_KEY="), "{renamed}");
    assert!(
        !renamed.contains("AUTH_URL") && !renamed.contains("ADMIN_USERNAME"),
        "absent values are omitted"
    );
    assert!(!status(&["--override-name", "api.uri=X"]).is_ok);
}

/// Runs a command with a registry of stacks of its own.
fn with_registry(place: &Place, registry: &Place, arguments: &[&str]) -> Finished {
    let mut command = Command::new(PROGRAM);
    command.args(arguments).current_dir(place.path()).env("XDG_STATE_HOME", registry.path());
    finish(&mut command)
}

#[test]
fn stop_all_stops_every_stack_of_a_user() {
    let registry = Place::without_config();
    let places = [project(&[("config.toml", CONFIG)]), project(&[("config.toml", CONFIG)])];
    for place in &places {
        let up = with_registry(place, &registry, &["up", "--detach", "--port", "0", "--data", "data"]);
        assert!(up.is_ok, "{}", up.text());
    }
    let stopped = with_registry(&places[0], &registry, &["stop", "--all", "--no-backup"]);
    assert!(stopped.is_ok, "{}", stopped.text());
    for place in &places {
        assert!(
            stopped.output.contains(&format!("Stopped the stack on {}", place.data().display())),
            "{}",
            stopped.output
        );
        assert!(!place.data().exists());
    }
    let none = with_registry(&places[0], &registry, &["stop", "--all"]);
    assert_eq!(none.output, "No stack of this user is known\n");
}

#[test]
fn stop_finds_the_stack_of_a_project_by_its_id() {
    let registry = Place::without_config();
    let config = |id: &str| CONFIG.replace("\"todos\"", &format!("\"{id}\""));
    let places =
        [project(&[("config.toml", &config("goats"))]), project(&[("config.toml", &config("sheep"))])];
    for place in &places {
        let up = with_registry(place, &registry, &["up", "--detach", "--port", "0", "--data", "data"]);
        assert!(up.is_ok, "{}", up.text());
    }
    let elsewhere = Place::without_config();
    for (place, id) in places.iter().zip(["goats", "sheep"]) {
        let stopped = with_registry(&elsewhere, &registry, &["stop", "--project-id", id]);
        assert_eq!(
            stopped.output,
            format!("Stopped the stack on {}\n", place.data().display()),
            "{}",
            stopped.error
        );
    }
    let unknown = with_registry(&elsewhere, &registry, &["stop", "--project-id", "mules"]);
    assert!(!unknown.is_ok && unknown.error.contains("no stack of a project `mules`"), "{}", unknown.text());
}
