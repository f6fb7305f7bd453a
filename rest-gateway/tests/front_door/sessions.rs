//! Access tokens whose session has ended: REST rejects them, functions and storage see a token that nobody accepts.

use std::time::Duration;

use rest_gateway::function_host::TokenVerifier;
use rest_gateway::session_check::SessionCheck;
use serde_json::{Value, json};

use crate::client::{Answer, get};
use crate::stack::{PUBLISHABLE, Setup, Stack, always_on, jwks, token};

const SESSION: &str = "00000000-0000-0000-0000-00000000005e";
const USER: &str = "00000000-0000-0000-0000-0000000000a1";
/// Nothing listens there.
const NOWHERE: &str = "postgres://authenticator@127.0.0.1:1/nowhere";
const EVERY_TIME: Duration = Duration::ZERO;
const AN_HOUR: Duration = Duration::from_secs(3600);

async fn add_session(database: &test_db::Database) {
    let account = format!(
        "insert into auth.users (id, email) values ('{USER}', 'marie@exemple.fr');
         insert into auth.sessions (id, user_id, created_at) values ('{SESSION}', '{USER}', now())"
    );
    change(database, &account).await;
}

async fn stack(database: &test_db::Database, interval: Duration) -> Stack {
    add_session(database).await;
    stack_on(&database.url("authenticator"), &[], database, interval).await
}

/// A stack that looks for sessions in the database at `url`, or in its replicas.
async fn stack_on(url: &str, replicas: &[String], database: &test_db::Database, interval: Duration) -> Stack {
    let mut config = rest_engine::Config::new(database.url("authenticator"));
    config.db_anon_role = Some("anon".to_owned());
    config.jwt_secret = Some(rest_engine::JwtKeys::parse(&jwks(), false).unwrap());
    let engine = rest_engine::Engine::connect(config).await.unwrap();
    let tokens = TokenVerifier::from_jwks(&jwks()).unwrap();
    let mut setup = Setup::functions(&["hello"]);
    setup.services.push(always_on("storage"));
    let sessions = SessionCheck::new(url, tokens, interval).unwrap();
    let sessions = Some(sessions.with_replicas(replicas).unwrap());
    Setup { storage: Some("storage"), engine: Some(engine), sessions, ..setup }.start().await
}

fn claims() -> Value {
    json!({ "sub": USER, "session_id": SESSION, "role": "authenticated", "exp": 4_000_000_000_u64 })
}

async fn ask(stack: &Stack, path: &str, claims: &Value) -> Answer {
    let bearer = format!("Bearer {}", token(claims));
    get(&stack.url(path), &[("apikey", PUBLISHABLE), ("authorization", &bearer)]).await
}

async fn rest_status(stack: &Stack, claims: &Value) -> u16 {
    ask(stack, "/rest/v1/hotels?select=id", claims).await.status
}

/// The `Authorization` that a service behind the front door sees.
async fn seen(stack: &Stack, path: &str) -> Value {
    ask(stack, path, &claims()).await.json()["headers"]["authorization"].clone()
}

async fn change(database: &test_db::Database, statement: &str) {
    database.client().await.batch_execute(statement).await.unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn every_part_rejects_the_token_of_an_ended_session() {
    for end in [
        "delete from auth.sessions",
        "update auth.sessions set not_after = now() - interval '1 second'",
        "update auth.users set banned_until = now() + interval '1 hour'",
        "update auth.users set deleted_at = now()",
        "delete from auth.users",
    ] {
        let database = test_db::Database::create().await;
        let stack = stack(&database, EVERY_TIME).await;
        assert_eq!(rest_status(&stack, &claims()).await, 200);
        change(&database, end).await;
        let answer = ask(&stack, "/rest/v1/hotels?select=id", &claims()).await;
        assert_eq!((answer.status, &answer.json()["code"]), (401, &json!("PGRST303")), "{end}");
        assert!(answer.header("www-authenticate").unwrap().starts_with("Bearer "));
        for path in ["/functions/v1/hello", "/storage/v1/object/b/f"] {
            assert_eq!(seen(&stack, path).await, "Bearer ended", "{end}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_s3_protocol_rejects_the_token_of_an_ended_session() {
    const NAME: &str = "x-amz-security-token";
    let database = test_db::Database::create().await;
    let stack = stack(&database, EVERY_TIME).await;
    let (url, ended) = (stack.url("/storage/v1/s3/bucket/key"), token(&claims()));
    assert_eq!(get(&url, &[(NAME, &ended)]).await.status, 200);
    change(&database, "delete from auth.sessions").await;
    assert_eq!(get(&url, &[(NAME, "other")]).await.status, 200);
    let in_query = format!("{url}?X-Amz-Security-Token={ended}");
    let encoded = format!("{url}?X%2DAmz-Security-Token={ended}");
    let second = format!("{url}?x-amz-security-token=other&X-Amz-Security-Token={ended}");
    for (url, header) in
        [(&url, ended.as_str()), (&in_query, "other"), (&encoded, "other"), (&second, "other")]
    {
        let answer = get(url, &[(NAME, header)]).await;
        assert_eq!(answer.status, 400, "{url}");
        assert!(answer.text().contains("<Code>ExpiredToken</Code>"), "{}", answer.text());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lifted_ban_and_a_ban_in_the_past_end_nothing() {
    let database = test_db::Database::create().await;
    let stack = stack(&database, EVERY_TIME).await;
    change(&database, "update auth.users set banned_until = now() - interval '1 second'").await;
    assert_eq!(rest_status(&stack, &claims()).await, 200);
    assert_eq!(seen(&stack, "/functions/v1/hello").await, format!("Bearer {}", token(&claims())));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_counts_for_the_interval() {
    let database = test_db::Database::create().await;
    let stack = stack(&database, AN_HOUR).await;
    assert_eq!(rest_status(&stack, &claims()).await, 200);
    change(&database, "delete from auth.sessions").await;
    assert_eq!(rest_status(&stack, &claims()).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_session_of_another_account_counts_as_ended() {
    let database = test_db::Database::create().await;
    let stack = stack(&database, EVERY_TIME).await;
    let mut claims = claims();
    claims["sub"] = json!("00000000-0000-0000-0000-0000000000a2");
    assert_eq!(rest_status(&stack, &claims).await, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn tokens_without_a_session_are_not_checked() {
    let database = test_db::Database::create().await;
    let stack = stack(&database, EVERY_TIME).await;
    change(&database, "delete from auth.users").await;
    for claims in [
        json!({ "sub": USER, "role": "authenticated", "exp": 4_000_000_000_u64 }),
        json!({ "sub": "auth0|1", "session_id": "s1", "role": "authenticated", "exp": 4_000_000_000_u64 }),
    ] {
        assert_eq!(rest_status(&stack, &claims).await, 200, "{claims}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_forged_token_is_left_to_the_service_behind() {
    let database = test_db::Database::create().await;
    let stack = stack(&database, EVERY_TIME).await;
    let mut forged = token(&claims());
    forged.pop();
    let bearer = format!("Bearer {forged}");
    let headers = [("apikey", PUBLISHABLE), ("authorization", bearer.as_str())];
    let answer = get(&stack.url("/rest/v1/hotels?select=id"), &headers).await;
    assert_eq!((answer.status, &answer.json()["code"]), (401, &json!("PGRST301")));
    let answer = get(&stack.url("/functions/v1/hello"), &headers).await;
    assert_eq!(answer.json()["headers"]["authorization"], bearer);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lost_connection_is_replaced() {
    let database = test_db::Database::create().await;
    let stack = stack(&database, EVERY_TIME).await;
    assert_eq!(rest_status(&stack, &claims()).await, 200);
    change(
        &database,
        "select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and application_name = 'session check'",
    )
    .await;
    assert_eq!(rest_status(&stack, &claims()).await, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn replicas_tell_whether_a_session_has_ended_while_the_primary_is_away() {
    let database = test_db::Database::create().await;
    add_session(&database).await;
    let replicas = [NOWHERE.to_owned(), database.url("authenticator")];
    let stack = stack_on(NOWHERE, &replicas, &database, EVERY_TIME).await;
    assert_eq!(rest_status(&stack, &claims()).await, 200);
    change(&database, "delete from auth.sessions").await;
    assert_eq!(rest_status(&stack, &claims()).await, 401);
}

#[tokio::test(flavor = "multi_thread")]
async fn without_the_accounts_database_a_session_is_not_taken_for_live() {
    let database = test_db::Database::create().await;
    let stack = stack_on(NOWHERE, &[], &database, EVERY_TIME).await;
    let answer = ask(&stack, "/rest/v1/hotels?select=id", &claims()).await;
    assert_eq!(answer.status, 503);
    assert!(answer.header("retry-after").is_some());
    let url = stack.url("/storage/v1/s3/bucket/key");
    let answer = get(&url, &[("x-amz-security-token", &token(&claims()))]).await;
    assert_eq!((answer.status, answer.header("content-type")), (503, Some("application/xml")));
    assert!(answer.header("retry-after").is_some());
    let anonymous = get(&stack.url("/rest/v1/hotels?select=id"), &[("apikey", PUBLISHABLE)]).await;
    assert_eq!(anonymous.status, 200);
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_are_not_checked_where_the_accounts_are_of_another_system() {
    let database = test_db::Database::create().await;
    let stack = stack(&database, EVERY_TIME).await;
    change(&database, "drop function auth.is_session_live(uuid, uuid); delete from auth.users").await;
    assert_eq!(rest_status(&stack, &claims()).await, 200);
}
