//! `serve --dump-config` and `--dump-schema`.

use crate::postgrest_server::Server;
use crate::running::PROGRAM;
use std::io::Write;
use std::process::{Command, Stdio};

/// Its standard output, or its standard error if it failed.
fn dump(arguments: &[&str], variables: &[(&str, &str)]) -> Result<String, String> {
    dump_of(arguments, variables, "")
}

/// With a text on standard input.
fn dump_of(arguments: &[&str], variables: &[(&str, &str)], input: &str) -> Result<String, String> {
    let mut command = Command::new(PROGRAM);
    command.arg("serve").args(arguments).envs(variables.iter().copied());
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    match output.status.success() {
        true => Ok(String::from_utf8(output.stdout).unwrap()),
        false => Err(String::from_utf8(output.stderr).unwrap()),
    }
}

#[test]
fn dumps_the_configuration_as_an_equivalent_file() {
    let variables = [
        ("PGRST_DB_CONFIG", "false"),
        ("PGRST_DB_URI", "postgres://web:pa$$\"word\\@db/app"),
        ("PGRST_DB_SCHEMA", "one, two"),
        ("PGRST_JWT_SECRET", "an-example-secret-of-at-least-32-bytes"),
        ("PGRST_JWT_ROLE_CLAIM_KEY", ".app.roles[0]"),
        ("PGRST_SERVER_UNIX_SOCKET_MODE", "777"),
        ("PGRST_SERVER_TRACE_HEADER", "CF-Ray"),
        ("PGRST_APP_SETTINGS_Greeting", "hello"),
    ];
    let dumped = dump(&["--dump-config"], &variables).unwrap();
    for line in [
        r#"admin-server-host = "!4""#,
        r#"admin-server-port = """#,
        r#"app.settings.Greeting = "hello""#,
        r#"db-max-rows = """#,
        r#"db-schemas = "one,two""#,
        r#"db-uri = "postgres://web:pa$$$$\"word\\@db/app""#,
        r#"jwt-role-claim-key = ".\"app\".\"roles\"[0]""#,
        r#"jwt-secret = "an-example-secret-of-at-least-32-bytes""#,
        "server-port = 3000",
        r#"server-trace-header = "CF-Ray""#,
        r#"server-unix-socket-mode = "777""#,
    ] {
        assert!(dumped.lines().any(|dumped| dumped == line), "{line} in\n{dumped}");
    }
    assert!(dumped.lines().is_sorted());
    // From a pipe, which can be read only once.
    assert_eq!(dump_of(&["--dump-config", "/dev/stdin"], &[], &dumped).unwrap(), dumped);
}

#[test]
fn reports_invalid_values_with_postgrests_messages() {
    for (name, value, message) in [
        ("PGRST_JWT_SECRET", "short", "The JWT secret must be at least 32 characters long."),
        ("PGRST_JWT_AUD", "foo://%%$$^^.com", "jwt-aud should be a string or a valid URI"),
        ("PGRST_JWT_ROLE_CLAIM_KEY", "role.other", "failed to parse role-claim-key value (role.other)"),
        ("PGRST_OPENAPI_MODE", "follow-", "Invalid openapi-mode. Check your configuration."),
        ("PGRST_DB_SCHEMAS", "public, pg_catalog", "db-schemas does not allow schema: 'pg_catalog'"),
        ("PGRST_SERVER_UNIX_SOCKET_MODE", "800", "Invalid server-unix-socket-mode: not an octal"),
        ("PGRST_ADMIN_SERVER_PORT", "3000", "admin-server-port cannot be the same as server-port"),
    ] {
        let error = dump(&["--dump-config"], &[("PGRST_DB_CONFIG", "false"), (name, value)]).unwrap_err();
        assert!(error.contains(message), "{error}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn dumps_include_the_configuration_in_the_database() {
    let server = Server::start(&[]).await;
    let (name, client) = (server.database.name(), server.database.client().await);
    let set = format!("alter role authenticator in database {name} set pgrst.db_max_rows = '7'");
    client.batch_execute(&set).await.unwrap();
    let uri = server.database.url("authenticator");
    let variables = [("PGRST_DB_URI", uri.as_str()), ("PGRST_DB_SCHEMAS", "library")];
    assert!(dump(&["--dump-config"], &variables).unwrap().contains("\ndb-max-rows = 7\n"));
    let without_database = [("PGRST_DB_URI", uri.as_str()), ("PGRST_DB_CONFIG", "false")];
    assert!(dump(&["--dump-config"], &without_database).unwrap().contains("\ndb-max-rows = \"\"\n"));

    let schema: serde_json::Value =
        serde_json::from_str(&dump(&["--dump-schema"], &variables).unwrap()).unwrap();
    assert!(schema["dbTables"].to_string().contains("books"), "{schema}");
    let missing = [("PGRST_DB_URI", uri.as_str()), ("PGRST_DB_SCHEMAS", "nowhere")];
    assert!(dump(&["--dump-schema"], &missing).unwrap_err().contains("nowhere"));
}
