//! The logs of `serve` with PostgREST's environment: the access log on standard output, and the server's log.

use crate::postgrest_server::{Server, eventually};
use hyper::{Method, StatusCode};
use jwt::{EncodingKey, Header};
use serde_json::json;
use std::sync::mpsc::TryRecvError;
use std::time::Duration;

const SECRET: &str = "a-secret-of-more-than-thirty-two-characters";

fn token(role: &str, expires: i64) -> String {
    let key = EncodingKey::from_secret(SECRET.as_bytes());
    let token = jwt::encode(&Header::default(), &json!({ "role": role, "exp": expires }), &key);
    format!("Bearer {}", token.unwrap())
}

/// The next access log lines, without their times, which are in brackets.
fn access_log<const COUNT: usize>(server: &Server) -> [String; COUNT] {
    std::array::from_fn(|_| {
        let line = server.stack.later.recv_timeout(Duration::from_secs(20)).unwrap();
        let (before, rest) = line.split_once('[').unwrap();
        let (time, after) = rest.split_once(']').unwrap();
        chrono::DateTime::parse_from_str(time, "%d/%b/%Y:%T %z").unwrap();
        format!("{before}[]{after}")
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn logs_one_line_per_request_except_preflights() {
    let variables = [
        ("PGRST_LOG_LEVEL", "info"),
        ("PGRST_JWT_SECRET", SECRET),
        ("PGRST_SERVER_CORS_ALLOWED_ORIGINS", "https://one.example"),
    ];
    let server = Server::start(&variables).await;
    let valid = token("anon", i64::MAX);
    let expired = token("anon", 1);
    let preflight = [("origin", "https://one.example"), ("access-control-request-method", "GET")];
    for (method, path, headers) in [
        (Method::GET, "/books?select=id&id=eq.1", &[("user-agent", "curl/8"), ("referer", "here")][..]),
        (Method::OPTIONS, "/books", &preflight),
        (Method::OPTIONS, "/books", &[]),
        (Method::GET, "/nowhere", &[("authorization", &valid)]),
        (Method::GET, "/books", &[("authorization", &expired)]),
        (Method::PUT, "/rpc/opening_hours", &[]),
    ] {
        server.send(method, path, headers).await;
    }
    let [rows, options, nowhere, unauthorized, method] = access_log(&server);
    assert_eq!(
        rows,
        "127.0.0.1 - anon [] \"GET /books?select=id&id=eq.1 HTTP/1.1\" 200 10 \"here\" \"curl/8\""
    );
    assert_eq!(options, "127.0.0.1 - anon [] \"OPTIONS /books HTTP/1.1\" 200 0 \"\" \"\"");
    assert!(nowhere.starts_with("127.0.0.1 - anon [] \"GET /nowhere HTTP/1.1\" 404 "), "{nowhere}");
    assert!(unauthorized.starts_with("127.0.0.1 - - [] \"GET /books HTTP/1.1\" 401 "), "{unauthorized}");
    assert!(method.starts_with("127.0.0.1 - anon [] \"PUT /rpc/opening_hours HTTP/1.1\" 405 "), "{method}");
    assert_eq!(server.stack.later.try_recv(), Err(TryRecvError::Empty));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_level_selects_requests_by_status() {
    for (level, logged) in [("crit", &[][..]), ("error", &[500]), ("warn", &[500, 404]), ("", &[500])] {
        let server = Server::start(&[("PGRST_LOG_LEVEL", level)]).await;
        for path in ["/rpc/broken", "/nowhere", "/books"] {
            server.get(path).await;
        }
        // Lines are in the order of the responses.
        let mut stack = server.stack;
        stack.end("TERM");
        let lines: Vec<String> = stack.later.iter().collect();
        let statuses =
            lines.iter().map(|line| line.rsplit("HTTP/1.1\" ").next().unwrap()[..3].parse().unwrap());
        assert_eq!(statuses.collect::<Vec<u16>>(), logged, "{level}");
        let log = stack.log();
        assert_eq!(log.contains("out of order"), level != "crit", "{level}: {log}");
        assert!(
            log.contains("Schema cache loaded"),
            "the server's own messages are logged at every level: {log}"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missing_jwt_secret_is_logged_only_in_the_access_log() {
    let server = Server::start(&[]).await;
    let bearer = token("anon", i64::MAX);
    let (status, ..) = server.send(Method::GET, "/books", &[("authorization", &bearer)]).await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
    let [line] = access_log(&server);
    assert!(line.starts_with("127.0.0.1 - - [] \"GET /books HTTP/1.1\" 500 "), "{line}");
    assert!(!server.log_has("JWT secret"));
}

#[tokio::test(flavor = "multi_thread")]
async fn log_query_logs_the_sql_without_values() {
    let server = Server::start(&[("PGRST_LOG_QUERY", "true")]).await;
    assert_eq!(server.get("/books?title=eq.Colomba").await.0, StatusCode::OK);
    assert!(!server.log_has("set_config"), "the default level logs only errors");
    server.get("/rpc/broken").await;
    let log = server.stack.log();
    let logged = |text: &str| log.lines().any(|line| line.contains(text) && line.contains("log_query"));
    assert!(logged("set_config") && logged(r#"\"library\".\"broken\""#), "{log}");

    let all = Server::start(&[("PGRST_LOG_QUERY", "true"), ("PGRST_LOG_LEVEL", "info")]).await;
    all.get("/books?title=eq.Colomba").await;
    assert!(all.log_has("set_config") && all.log_has(r#"\"title\""#), "{}", all.stack.log());
    assert!(!all.log_has("Colomba"), "{}", all.stack.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn warns_about_a_deprecated_claim_path_at_start_and_at_each_reload() {
    let server =
        Server::start(&[("PGRST_JWT_ROLE_CLAIM_KEY", ".app.role"), ("PGRST_LOG_LEVEL", "crit")]).await;
    let warnings = || server.stack.log().matches("deprecated JSPath syntax").count();
    assert_eq!(warnings(), 1);
    let set = async |path: &str| {
        let name = server.database.name();
        let set = format!(
            "alter role authenticator in database {name} set pgrst.jwt_role_claim_key = '{path}';
             notify pgrst, 'reload config'"
        );
        server.database.client().await.batch_execute(&set).await.unwrap();
    };
    set(".app.other").await;
    eventually(async || warnings() == 2).await;
    assert!(server.log_has(r#"jwt-role-claim-key=.\"app\".\"other\"` is using"#));

    set("$.app.role").await;
    crate::processes::signal(server.stack.pid(), "USR2");
    eventually(async || server.log_has("Config reloaded")).await;
    assert_eq!(warnings(), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_invalid_setting_in_the_database_is_logged_and_ignored() {
    let server = Server::start(&[("PGRST_LOG_LEVEL", "crit"), ("PGRST_DB_CHANNEL_ENABLED", "false")]).await;
    let (client, name) = (server.database.client().await, server.database.name());
    let set = format!(
        "alter role authenticator in database {name} set pgrst.db_max_rows = '1';
         alter role authenticator in database {name} set pgrst.jwt_role_claim_key = 'test'"
    );
    client.batch_execute(&set).await.unwrap();
    for signal in ["USR2", "USR1"] {
        let errors = || server.stack.log().matches("`test` is not a value of jwt-role-claim-key").count();
        let before = errors();
        crate::processes::signal(server.stack.pid(), signal);
        eventually(async || errors() > before).await;
        assert!(server.get("/books?select=id").await.1.contains("\"id\":2"), "{signal}");
    }
    let fix = format!("alter role authenticator in database {name} set pgrst.jwt_role_claim_key = '$.role'");
    client.batch_execute(&fix).await.unwrap();
    crate::processes::signal(server.stack.pid(), "USR2");
    eventually(async || server.get("/books?select=id").await.1 == r#"[{"id":1}]"#).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn logs_numbers_and_flags_that_cannot_be_parsed() {
    let variables = [
        ("PGRST_DB_MAX_ROWS", "one"),
        ("PGRST_DB_AGGREGATES_ENABLED", "\"true\""),
        ("PGRST_DB_PLAN_ENABLED", "yes"),
        ("PGRST_LOG_LEVEL", "crit"),
    ];
    let server = Server::start(&variables).await;
    assert!(server.get("/books?select=id").await.1.contains("\"id\":2"));
    assert_eq!(server.get("/books?select=count()").await.1, r#"[{"count":2}]"#);
    let log = server.stack.log();
    let logged = |setting: &str, message: &str| {
        let setting = format!(r#""setting":"{setting}""#);
        log.lines().any(|line| line.contains(&setting) && line.contains(message))
    };
    assert!(logged("db-max-rows", "its default is taken instead"), "{log}");
    assert!(logged("db-aggregates-enabled", r#""taken":true"#), "{log}");
    assert!(logged("db-plan-enabled", "its default is taken instead"), "{log}");
}
