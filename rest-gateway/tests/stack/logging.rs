//! What `serve` tells by PostgREST's environment: a line for each request on its output, and of itself in its log.

use crate::drop_in::{Server, eventually};
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

/// The lines of so many requests, without their times, which are between brackets.
fn requests<const COUNT: usize>(server: &Server) -> [String; COUNT] {
    std::array::from_fn(|_| {
        let line = server.stack.later.recv_timeout(Duration::from_secs(20)).unwrap();
        let (before, rest) = line.split_once('[').unwrap();
        let (time, after) = rest.split_once(']').unwrap();
        chrono::DateTime::parse_from_str(time, "%d/%b/%Y:%T %z").unwrap();
        format!("{before}[]{after}")
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn each_request_is_told_on_a_line_but_a_preflight() {
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
        server.ask(method, path, headers).await;
    }
    let [rows, options, nowhere, nobody, method] = requests(&server);
    assert_eq!(
        rows,
        "127.0.0.1 - anon [] \"GET /books?select=id&id=eq.1 HTTP/1.1\" 200 10 \"here\" \"curl/8\""
    );
    assert_eq!(options, "127.0.0.1 - anon [] \"OPTIONS /books HTTP/1.1\" 200 0 \"\" \"\"");
    assert!(nowhere.starts_with("127.0.0.1 - anon [] \"GET /nowhere HTTP/1.1\" 404 "), "{nowhere}");
    assert!(nobody.starts_with("127.0.0.1 - - [] \"GET /books HTTP/1.1\" 401 "), "{nobody}");
    assert!(method.starts_with("127.0.0.1 - anon [] \"PUT /rpc/opening_hours HTTP/1.1\" 405 "), "{method}");
    assert_eq!(server.stack.later.try_recv(), Err(TryRecvError::Empty));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_log_level_says_which_requests_are_told() {
    for (level, told) in [("crit", &[][..]), ("error", &[500]), ("warn", &[500, 404]), ("", &[500])] {
        let server = Server::start(&[("PGRST_LOG_LEVEL", level)]).await;
        for path in ["/rpc/broken", "/nowhere", "/books"] {
            server.get(path).await;
        }
        // Lines come in the order of the answers.
        let mut stack = server.stack;
        stack.end("TERM");
        let lines: Vec<String> = stack.later.iter().collect();
        let statuses =
            lines.iter().map(|line| line.rsplit("HTTP/1.1\" ").next().unwrap()[..3].parse().unwrap());
        assert_eq!(statuses.collect::<Vec<u16>>(), told, "{level}");
        let log = stack.log();
        assert_eq!(log.contains("out of order"), level != "crit", "{level}: {log}");
        assert!(log.contains("Schema cache loaded"), "of itself it tells at every level: {log}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_lacks_a_secret_tells_so_by_the_requests_line_alone() {
    let server = Server::start(&[]).await;
    let bearer = token("anon", i64::MAX);
    let (status, ..) = server.ask(Method::GET, "/books", &[("authorization", &bearer)]).await;
    assert_eq!(status, StatusCode::INTERNAL_SERVER_ERROR);
    let [line] = requests(&server);
    assert!(line.starts_with("127.0.0.1 - - [] \"GET /books HTTP/1.1\" 500 "), "{line}");
    assert!(!server.log_has("JWT secret"));
}

#[tokio::test(flavor = "multi_thread")]
async fn the_sql_of_a_request_is_told_where_it_is_wished_but_none_of_its_values() {
    let server = Server::start(&[("PGRST_LOG_QUERY", "true")]).await;
    assert_eq!(server.get("/books?title=eq.Colomba").await.0, StatusCode::OK);
    assert!(!server.log_has("set_config"), "the level tells of errors");
    server.get("/rpc/broken").await;
    let log = server.stack.log();
    let told = |text: &str| log.lines().any(|line| line.contains(text) && line.contains("log_query"));
    assert!(told("set_config") && told(r#"\"library\".\"broken\""#), "{log}");

    let all = Server::start(&[("PGRST_LOG_QUERY", "true"), ("PGRST_LOG_LEVEL", "info")]).await;
    all.get("/books?title=eq.Colomba").await;
    assert!(all.log_has("set_config") && all.log_has(r#"\"title\""#), "{}", all.stack.log());
    assert!(!all.log_has("Colomba"), "{}", all.stack.log());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_path_in_the_earlier_language_is_told_at_the_start_and_at_each_reload() {
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
async fn a_bad_setting_in_the_database_leaves_all_as_it_was_and_is_told_at_every_level() {
    let server = Server::start(&[("PGRST_LOG_LEVEL", "crit"), ("PGRST_DB_CHANNEL_ENABLED", "false")]).await;
    let (client, name) = (server.database.client().await, server.database.name());
    let set = format!(
        "alter role authenticator in database {name} set pgrst.db_max_rows = '1';
         alter role authenticator in database {name} set pgrst.jwt_role_claim_key = 'test'"
    );
    client.batch_execute(&set).await.unwrap();
    for signal in ["USR2", "USR1"] {
        let told = || server.stack.log().matches("`test` is not a value of jwt-role-claim-key").count();
        let before = told();
        crate::processes::signal(server.stack.pid(), signal);
        eventually(async || told() > before).await;
        assert!(server.get("/books?select=id").await.1.contains("\"id\":2"), "{signal}");
    }
    let mend = format!("alter role authenticator in database {name} set pgrst.jwt_role_claim_key = '$.role'");
    client.batch_execute(&mend).await.unwrap();
    crate::processes::signal(server.stack.pid(), "USR2");
    eventually(async || server.get("/books?select=id").await.1 == r#"[{"id":1}]"#).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_number_or_a_flag_that_cannot_be_read_is_told_with_what_is_taken_instead() {
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
    let told = |setting: &str, what: &str| {
        let setting = format!(r#""setting":"{setting}""#);
        log.lines().any(|line| line.contains(&setting) && line.contains(what))
    };
    assert!(told("db-max-rows", "its default is taken instead"), "{log}");
    assert!(told("db-aggregates-enabled", r#""taken":true"#), "{log}");
    assert!(told("db-plan-enabled", "its default is taken instead"), "{log}");
}
