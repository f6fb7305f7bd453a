//! `user-searches` over HTTP against a real Postgres: calls 4 and 5 of spec §7.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use serde_json::{Value, json};
use service_test::{Client, Database, Person, Service, invalid_tokens};

const PATH: &str = "/user-searches";

struct Stage {
    database: Database,
    service: Service,
    marie: Person,
}

impl Stage {
    async fn set() -> Stage {
        let database = Database::create().await;
        let service = Service::start(env!("CARGO_BIN_EXE_user-searches"), &database).await;
        let marie = Person::create(&database, "Marie", "Dupont").await;
        Stage { database, service, marie }
    }

    fn marie(&self) -> Client {
        self.service.client().bearer(&self.marie.token)
    }

    async fn saved(&self) -> i64 {
        self.database
            .client()
            .await
            .query_one("select count(*) from user_searches", &[])
            .await
            .unwrap()
            .get(0)
    }
}

fn search(destination: &str) -> Value {
    json!({ "destination": destination, "checkin": "2031-07-01", "checkout": "2031-07-08", "guests": 2 })
}

fn with(name: &str, value: Value) -> Value {
    let mut body = search("Ajaccio");
    body[name] = value;
    body
}

#[tokio::test]
async fn lists_a_saved_search_first() {
    let stage = Stage::set().await;
    stage.marie().post(PATH, search("Bonifacio")).await.expect(201);
    stage.marie().post(PATH, search("Calvi")).await.expect(201);
    let answer = stage.marie().get(&format!("{PATH}?userId={}&limit=25", stage.marie.id)).await.expect(200);
    let searches = answer.body["searches"].as_array().unwrap();
    let destinations: Vec<&Value> = searches.iter().map(|search| &search["destination"]).collect();
    assert_eq!(destinations, ["Calvi", "Bonifacio"]);
    let newest = &searches[0];
    assert_eq!((&newest["checkin"], &newest["checkout"]), (&json!("2031-07-01"), &json!("2031-07-08")));
    assert_eq!(newest["guests"], 2);
    assert!(newest["id"].is_string() && newest["created_at"].is_string());
}

#[tokio::test]
async fn dates_may_be_null_and_guests_default_to_one() {
    let stage = Stage::set().await;
    let bare = json!({ "destination": "Corte", "checkin": null, "checkout": null });
    let saved = stage.marie().post(PATH, bare).await.expect(201).body["search"].clone();
    assert_eq!(
        (&saved["checkin"], &saved["checkout"], &saved["guests"]),
        (&json!(null), &json!(null), &json!(1))
    );
}

#[tokio::test]
async fn rejects_malformed_and_out_of_range_searches() {
    let stage = Stage::set().await;
    for body in [
        with("destination", json!(null)),
        with("destination", json!("  ")),
        with("destination", json!(7)),
        with("destination", json!("x".repeat(201))),
        with("guests", json!(0)),
        with("guests", json!(21)),
        with("guests", json!(1.5)),
        with("guests", json!("2")),
        with("checkin", json!("01/07/2031")),
        with("checkin", json!("2031-02-30")),
        with("checkout", json!(20_310_708)),
        with("checkout", json!("2031-07-01")),
        with("checkout", json!("2031-06-30")),
        json!({ "destination": "Calvi", "checkin": "1990-07-01", "checkout": "2031-07-08" }),
        json!({ "destination": "Calvi", "checkin": null, "checkout": "1990-07-08" }),
    ] {
        stage.marie().post(PATH, body.clone()).await.expect_error(400, "validation_failed");
    }
    stage.marie().post(PATH, with("destination", json!("Ajac\0cio"))).await.expect_error(400, "bad_json");
    assert_eq!(stage.saved().await, 0);
    stage.marie().post(PATH, with("guests", json!(20))).await.expect(201);
}

#[tokio::test]
async fn limit_is_1_to_100_and_25_by_default() {
    let stage = Stage::set().await;
    let many = "insert into user_searches (user_id, destination, created_at)
                select $1::text::uuid, 'Ville ' || n, now() - n * interval '1 minute' from generate_series(1, 130) n";
    stage.database.client().await.execute(many, &[&stage.marie.id.to_string()]).await.unwrap();
    let listed = async |query: &str| {
        let answer = stage.marie().get(&format!("{PATH}{query}")).await.expect(200);
        answer.body["searches"].as_array().unwrap().len()
    };
    assert_eq!(listed("").await, 25);
    assert_eq!(listed("?limit=100").await, 100);
    assert_eq!(listed("?limit=1").await, 1);
    for limit in ["0", "101", "-1", "2.5", "all", ""] {
        let answer = stage.marie().get(&format!("{PATH}?limit={limit}")).await;
        answer.expect_error(400, "validation_failed");
    }
}

#[tokio::test]
async fn rejects_another_persons_history() {
    let stage = Stage::set().await;
    let paul = Person::create(&stage.database, "Paul", "Leca").await;
    stage.service.client().bearer(&paul.token).post(PATH, search("Porto")).await.expect(201);
    for other in [paul.id.to_string(), "1".into(), String::new()] {
        stage.marie().get(&format!("{PATH}?userId={other}")).await.expect_error(403, "forbidden");
    }
    let own = stage.marie().get(PATH).await.expect(200);
    assert_eq!(own.body["searches"], json!([]));
}

#[tokio::test]
async fn ignores_an_account_id_in_the_body() {
    let stage = Stage::set().await;
    let paul = Person::create(&stage.database, "Paul", "Leca").await;
    let mut body = search("Porto");
    body["user_id"] = json!(paul.id);
    body["userId"] = json!(paul.id);
    stage.marie().post(PATH, body).await.expect(201);
    let owner = "select user_id::text from user_searches";
    let owner: String = stage.database.client().await.query_one(owner, &[]).await.unwrap().get(0);
    assert_eq!(owner, stage.marie.id.to_string());
}

#[tokio::test]
async fn row_level_security_hides_other_accounts_searches() {
    let stage = Stage::set().await;
    stage.marie().post(PATH, search("Bastia")).await.expect(201);
    let paul = Person::create(&stage.database, "Paul", "Leca").await;
    let client = stage.database.client().await;
    let seen_by = async |id: String| -> i64 {
        let claims = json!({ "sub": id, "role": "authenticated" }).to_string();
        client.batch_execute("begin; set local role authenticated").await.unwrap();
        client.execute("select set_config('request.jwt.claims', $1, true)", &[&claims]).await.unwrap();
        let seen = client.query_one("select count(*) from user_searches", &[]).await.unwrap().get(0);
        client.batch_execute("rollback").await.unwrap();
        seen
    };
    assert_eq!(seen_by(stage.marie.id.to_string()).await, 1);
    assert_eq!(seen_by(paul.id.to_string()).await, 0);
}

#[tokio::test]
async fn requires_a_persons_valid_token() {
    let stage = Stage::set().await;
    let anonymous = stage.service.client();
    assert_eq!(anonymous.get(PATH).await.expect_error(401, "unauthorized"), "Vous devez être connecté.");
    anonymous.post(PATH, search("Ajaccio")).await.expect_error(401, "unauthorized");
    anonymous
        .header("authorization", "Basic bWFyaWU6bWFxdWlz")
        .get(PATH)
        .await
        .expect_error(401, "unauthorized");
    for (what, token) in invalid_tokens(&stage.marie) {
        let client = anonymous.bearer(&token);
        assert_eq!(client.post(PATH, search("Ajaccio")).await.status, 401, "{what}");
        assert_eq!(client.get(PATH).await.status, 401, "{what}");
    }
    assert_eq!(stage.saved().await, 0);
}

#[tokio::test]
async fn rejects_the_token_of_a_deleted_account() {
    let stage = Stage::set().await;
    stage.database.client().await.execute("delete from auth.users", &[]).await.unwrap();
    stage.marie().post(PATH, search("Ajaccio")).await.expect_error(401, "unauthorized");
}

#[tokio::test]
async fn applies_the_configured_rate_limit_per_address() {
    let stage = Stage::set().await;
    let limits = [("RATE_LIMIT_REQUESTS", "2"), ("RATE_LIMIT_INTERVAL", "600")];
    let limited = Service::start_with(env!("CARGO_BIN_EXE_user-searches"), &stage.database, &limits).await;
    let client = limited.client().bearer(&stage.marie.token);
    client.get(PATH).await.expect(200);
    client.get(PATH).await.expect(200);
    let refused = client.get(PATH).await;
    refused.expect_error(429, "over_request_rate_limit");
    assert_eq!(refused.headers["retry-after"], "300");
    assert_eq!(refused.headers["access-control-allow-origin"], "*");
    client.get("/_internal/health").await.expect(200);
}

#[tokio::test]
async fn responds_503_while_the_disk_of_postgres_is_full() {
    let stage = Stage::set().await;
    let superuser = stage.database.client().await;
    let sql = r#"create function fail() returns trigger language plpgsql as $$begin
                   raise exception 'could not extend file "base/5/1249": No space left on device' using errcode = 'disk_full';
                 end$$;
                 create trigger fail before insert on user_searches execute function fail()"#;
    superuser.batch_execute(sql).await.unwrap();
    let failed = stage.marie().post(PATH, search("Bastia")).await;
    assert_eq!(failed.headers["retry-after"], "2");
    failed.expect_error(503, "service_unavailable");
    superuser.batch_execute("drop trigger fail on user_searches").await.unwrap();
    stage.marie().post(PATH, search("Bastia")).await.expect(201);
}

#[tokio::test]
async fn responses_have_no_store() {
    let stage = Stage::set().await;
    let answers = [
        stage.marie().post(PATH, search("Calvi")).await.expect(201),
        stage.marie().get(PATH).await.expect(200),
        stage.service.client().get(PATH).await.expect(401),
        stage.service.client().get("/nowhere").await.expect(404),
    ];
    for answer in answers {
        assert_eq!(answer.headers["cache-control"], "no-store", "{}", answer.status);
    }
}

#[tokio::test]
async fn without_configuration_the_production_limit_applies() {
    let stage = Stage::set().await;
    let unconfigured = [("RATE_LIMIT_REQUESTS", "")];
    let binary = env!("CARGO_BIN_EXE_user-searches");
    let service = Service::start_with(binary, &stage.database, &unconfigured).await;
    let client = service.client().bearer(&stage.marie.token);
    let mut answered = 0;
    loop {
        let answer = client.get(PATH).await;
        if answer.status != 200 {
            answer.expect_error(429, "over_request_rate_limit");
            break;
        }
        answered += 1;
    }
    // One request of the sixty refills every second, so that a slow run of this test allows a few more.
    assert!((60..600).contains(&answered), "{answered}");
}
