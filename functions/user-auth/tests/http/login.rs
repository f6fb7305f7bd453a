//! Logging in: spec §7, call 2.

use crate::{PASSWORD, PATH, count, login, register, start};
use serde_json::json;
use service_test::{Database, sorted_statuses};
use std::time::Duration;
use tokio::task::JoinSet;

#[tokio::test]
async fn login_returns_session_user_and_profile() {
    let database = Database::create().await;
    let service = start(&database).await;
    register(&service.client(), "marie@exemple.fr").await;
    let answer = login(&service.client(), "marie@exemple.fr", PASSWORD).await.expect(200);

    let session = &answer.body["session"];
    assert_eq!((&session["token_type"], &session["expires_in"]), (&json!("bearer"), &json!(604_800)));
    let left = session["expires_at"].as_i64().unwrap() - chrono::Utc::now().timestamp();
    assert!((604_700..=604_800).contains(&left), "{left}");
    assert_eq!(session["refresh_token"].as_str().unwrap().len(), 12);

    let user = &answer.body["user"];
    assert_eq!(user["email"], "marie@exemple.fr");
    assert_eq!(
        (&user["user_metadata"]["firstName"], &user["user_metadata"]["lastName"]),
        (&json!("Marie"), &json!("Dupont"))
    );
    assert_eq!(user["app_metadata"], json!({ "provider": "email", "providers": ["email"] }));
    assert!(user["last_sign_in_at"].is_string());
    assert!(!answer.body.to_string().contains("argon2"), "a hash must not leave the server");

    let profile = &answer.body["profile"];
    assert_eq!((&profile["id"], &profile["first_name"]), (&user["id"], &json!("Marie")));
}

#[tokio::test]
async fn login_ignores_case_and_surrounding_blanks_of_the_email() {
    let database = Database::create().await;
    let service = start(&database).await;
    register(&service.client(), "marie@exemple.fr").await;
    login(&service.client(), " MARIE@Exemple.fr ", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn login_records_a_session_and_its_refresh_token() {
    let database = Database::create().await;
    let service = start(&database).await;
    register(&service.client(), "marie@exemple.fr").await;
    let client = service.client().header("user-agent", "Navigateur/1.0");
    let answer = login(&client, "marie@exemple.fr", PASSWORD).await.expect(200);
    let token = answer.body["session"]["refresh_token"].as_str().unwrap();
    let found = "select count(*) from auth.refresh_tokens r
                 join auth.sessions s on s.id = r.session_id join auth.users u on u.id = s.user_id
                 where r.token = $1 and not r.revoked and r.user_id = u.id::text and s.user_agent = 'Navigateur/1.0'
                   and u.last_sign_in_at > now() - interval '1 minute'";
    let found: i64 = database.client().await.query_one(found, &[&token]).await.unwrap().get(0);
    assert_eq!(found, 1);
}

#[tokio::test]
async fn a_wrong_password_and_an_unknown_email_get_the_same_response() {
    let database = Database::create().await;
    let service = start(&database).await;
    register(&service.client(), "marie@exemple.fr").await;
    let wrong = login(&service.client(), "marie@exemple.fr", "maquis-2027").await;
    let unknown = login(&service.client(), "personne@exemple.fr", "maquis-2027").await;
    assert_eq!(wrong.expect_error(401, "invalid_credentials"), "Adresse e-mail ou mot de passe incorrect.");
    assert_eq!((wrong.status, wrong.body), (unknown.status, unknown.body));
    assert_eq!(count(&database, "select count(*) from auth.sessions").await, 0);
}

#[tokio::test]
async fn login_requires_email_and_password() {
    let database = Database::create().await;
    let service = start(&database).await;
    for body in [
        json!({ "action": "login" }),
        json!({ "action": "login", "email": "marie@exemple.fr" }),
        json!({ "action": "login", "email": "marie@exemple.fr", "password": "" }),
        json!({ "action": "login", "email": ["marie@exemple.fr"], "password": PASSWORD }),
        json!({ "action": "login", "email": "marie@exemple.fr", "password": 123456 }),
    ] {
        service.client().post(PATH, body).await.expect_error(400, "validation_failed");
    }
}

/// An account of a hosted project.
async fn insert_account(database: &Database, hash: &str) {
    let insert = "insert into auth.users (id, aud, role, email, email_confirmed_at, encrypted_password)
                  values (gen_random_uuid(), 'authenticated', 'authenticated', 'old@exemple.fr', now(), $1)";
    database.client().await.execute(insert, &[&hash]).await.unwrap();
}

#[tokio::test]
async fn a_bcrypt_hash_is_replaced_at_the_next_login() {
    let database = Database::create().await;
    let service = start(&database).await;
    let hash = bcrypt::hash(PASSWORD, 4).unwrap();
    insert_account(&database, &hash).await;

    login(&service.client(), "old@exemple.fr", "maquis-2027").await.expect_error(401, "invalid_credentials");
    let answer = login(&service.client(), "old@exemple.fr", PASSWORD).await.expect(200);
    assert_eq!(answer.body["profile"], json!(null));
    let renewed = "select count(*) from auth.users where encrypted_password like '$argon2id$%'";
    assert_eq!(count(&database, renewed).await, 1);
    login(&service.client(), "old@exemple.fr", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn a_renewed_hash_does_not_overwrite_a_concurrent_password_change() {
    let database = Database::create().await;
    let service = start(&database).await;
    let (old, new) = (bcrypt::hash(PASSWORD, 4).unwrap(), bcrypt::hash("granit-2026", 4).unwrap());
    let client = database.client().await;
    insert_account(&database, &old).await;

    // The login reads and verifies the old hash, and then waits for the row lock.
    client.batch_execute("begin").await.unwrap();
    client.execute("update auth.users set encrypted_password = $1", &[&new]).await.unwrap();
    let waiting = service.client();
    let waiting = tokio::spawn(async move { login(&waiting, "old@exemple.fr", PASSWORD).await });
    let blocked = "select count(*) from pg_stat_activity
                   where datname = current_database() and wait_event_type = 'Lock'";
    let deadline = tokio::time::Instant::now() + Duration::from_secs(60);
    while count(&database, blocked).await == 0 {
        assert!(tokio::time::Instant::now() < deadline, "the login waits for the row");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    client.batch_execute("commit").await.unwrap();

    waiting.await.unwrap().expect_error(401, "invalid_credentials");
    let stored = "select encrypted_password from auth.users";
    assert_eq!(client.query_one(stored, &[]).await.unwrap().get::<_, String>(0), new);
    assert_eq!(count(&database, "select count(*) from auth.sessions").await, 0);
    login(&service.client(), "old@exemple.fr", "granit-2026").await.expect(200);
}

#[tokio::test]
async fn concurrent_logins_with_an_outdated_hash_all_succeed() {
    let database = Database::create().await;
    let service = start(&database).await;
    let hash = bcrypt::hash(PASSWORD, 4).unwrap();
    insert_account(&database, &hash).await;
    let mut logins = JoinSet::new();
    for _ in 0..8 {
        let client = service.client();
        logins.spawn(async move { login(&client, "old@exemple.fr", PASSWORD).await.status.as_u16() });
    }
    assert_eq!(logins.join_all().await, [200; 8]);
}

#[tokio::test]
async fn a_registration_that_ended_before_its_profile_is_completed_at_the_next_login() {
    let database = Database::create().await;
    let service = start(&database).await;
    register(&service.client(), "marie@exemple.fr").await;
    database.client().await.execute("delete from profiles", &[]).await.unwrap();
    let answer = login(&service.client(), "marie@exemple.fr", PASSWORD).await.expect(200);
    let profile = &answer.body["profile"];
    assert_eq!((&profile["first_name"], &profile["last_name"]), (&json!("Marie"), &json!("Dupont")));
    assert_eq!((&profile["email"], &profile["id"]), (&json!("marie@exemple.fr"), &answer.body["user"]["id"]));
}

#[tokio::test]
async fn metadata_that_is_no_name_completes_no_profile() {
    let database = Database::create().await;
    let service = start(&database).await;
    register(&service.client(), "marie@exemple.fr").await;
    let change = "delete from profiles; update auth.users set raw_user_meta_data = '{\"firstName\": [1], \"lastName\": \"a\\nb\"}'";
    database.client().await.batch_execute(change).await.unwrap();
    let answer = login(&service.client(), "marie@exemple.fr", PASSWORD).await.expect(200);
    assert_eq!(answer.body["profile"], json!(null));
}

#[tokio::test]
async fn a_browser_logs_in_and_its_session_has_its_address() {
    let database = Database::create().await;
    let service = start(&database).await;
    register(&service.client(), "marie@exemple.fr").await;
    let address = std::net::Ipv4Addr::new(127, 0, 0, 9).into();
    let browser = service.client().from_address(address).header("user-agent", "Mozilla/5.0");
    login(&browser, "marie@exemple.fr", PASSWORD).await.expect(200);
    let sessions = "select count(*) from auth.sessions where ip = '127.0.0.9' and user_agent = 'Mozilla/5.0'";
    assert_eq!(count(&database, sessions).await, 1);
}

#[tokio::test]
async fn an_administrator_logs_in_by_user_name() {
    let database = Database::create().await;
    let service = start(&database).await;
    register(&service.client(), "admin@exemple.fr").await;
    let named = r#"update auth.users set raw_app_meta_data = '{"username": "Admin", "role": "admin"}'"#;
    database.client().await.execute(named, &[]).await.unwrap();
    let answer = login(&service.client(), "admin", PASSWORD).await.expect(200);
    assert_eq!(answer.body["user"]["app_metadata"]["role"], "admin");
    login(&service.client(), "autre", PASSWORD).await.expect_error(401, "invalid_credentials");
}

#[tokio::test]
async fn rejects_banned_and_deleted_accounts() {
    let database = Database::create().await;
    let service = start(&database).await;
    register(&service.client(), "marie@exemple.fr").await;
    let client = database.client().await;
    client.execute("update auth.users set banned_until = now() + interval '1 hour'", &[]).await.unwrap();
    login(&service.client(), "marie@exemple.fr", PASSWORD).await.expect_error(403, "user_banned");
    login(&service.client(), "marie@exemple.fr", "maquis-2027")
        .await
        .expect_error(401, "invalid_credentials");
    client.execute("update auth.users set banned_until = null, deleted_at = now()", &[]).await.unwrap();
    login(&service.client(), "marie@exemple.fr", PASSWORD).await.expect_error(401, "invalid_credentials");
}

#[tokio::test]
async fn queues_a_burst_of_a_few_hundred_logins() {
    let database = Database::create().await;
    let service = start(&database).await;
    register(&service.client(), "marie@exemple.fr").await;
    let logins = (0..250).map(|_| {
        let client = service.client();
        async move { login(&client, "marie@exemple.fr", PASSWORD).await }
    });
    assert_eq!(sorted_statuses(logins).await, [200; 250]);
}

#[tokio::test]
async fn rejects_logins_beyond_the_queue_with_retry_after() {
    let database = Database::create().await;
    let service = start(&database).await;
    let mut logins = JoinSet::new();
    for number in 0..450 {
        let client = service.client();
        logins.spawn(async move { login(&client, &format!("p{number}@exemple.fr"), PASSWORD).await });
    }
    let turned_away = loop {
        let answer = logins.join_next().await.expect("one of them is turned away").unwrap();
        if answer.status != 401 {
            break answer;
        }
    };
    turned_away.expect_error(503, "overloaded");
    assert_eq!(turned_away.headers["retry-after"], "2");
    assert_eq!(service.client().get("/_internal/health").await.expect(200).body["message"], "ok");
}
