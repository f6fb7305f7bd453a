//! `[auth.rate_limit] sign_in_sign_ups`: registrations and failed logins of one address in five minutes.

use crate::{PASSWORD, PATH, count, login, register, registration, start, start_with};
use service_test::{Database, Response};
use std::net::{IpAddr, Ipv4Addr};

const LIMIT_OF_THREE: &str = "[auth.rate_limit]\nsign_in_sign_ups = 3";

fn rejected_for_a_while(answer: &Response) {
    let sentence = answer.expect_error(429, "over_request_rate_limit");
    assert_eq!(sentence, "Trop de tentatives. Veuillez réessayer plus tard.");
    let seconds: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=300).contains(&seconds), "{seconds}");
}

fn address(last: u8) -> IpAddr {
    Ipv4Addr::new(127, 0, 0, last).into()
}

#[tokio::test]
async fn limits_attempts_per_address_over_all_accounts() {
    let database = Database::create().await;
    let service = start_with(&database, LIMIT_OF_THREE, &[]).await;
    let client = service.client().from_address(address(2));
    client.post(PATH, registration("marie@exemple.fr")).await.expect(201);
    login(&client, "marie@exemple.fr", "maquis-2027").await.expect(401);
    login(&client, "personne@exemple.fr", PASSWORD).await.expect(401);
    rejected_for_a_while(&login(&client, "autre@exemple.fr", PASSWORD).await);
    rejected_for_a_while(&client.post(PATH, registration("autre@exemple.fr")).await);
    login(&service.client().from_address(address(3)), "autre@exemple.fr", PASSWORD).await.expect(401);
}

#[tokio::test]
async fn wrong_passwords_from_other_addresses_do_not_lock_the_account() {
    let database = Database::create().await;
    register(&start(&database).await.client(), "marie@exemple.fr").await;
    let service = start_with(&database, LIMIT_OF_THREE, &[]).await;
    for last in 2..12 {
        let client = service.client().from_address(address(last));
        for _ in 0..3 {
            login(&client, "marie@exemple.fr", "maquis-2027").await.expect(401);
        }
        rejected_for_a_while(&login(&client, "marie@exemple.fr", PASSWORD).await);
    }
    login(&service.client().from_address(address(20)), "marie@exemple.fr", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn an_account_has_twenty_times_as_many_attempts_from_all_addresses() {
    let database = Database::create().await;
    register(&start(&database).await.client(), "marie@exemple.fr").await;
    let service = start_with(&database, "[auth.rate_limit]\nsign_in_sign_ups = 1", &[]).await;
    let mut failed = 0;
    // One attempt of the twenty refills every fifteen seconds, so that a slow run of this test allows a few more.
    for last in 2..250 {
        let client = service.client().from_address(address(last));
        let answer = login(&client, "marie@exemple.fr", "maquis-2027").await;
        if answer.status != 401 {
            answer.expect_error(429, "over_request_rate_limit");
            break;
        }
        failed += 1;
    }
    assert!((20..100).contains(&failed), "{failed}");
}

#[tokio::test]
async fn a_successful_login_does_not_count() {
    let database = Database::create().await;
    register(&start(&database).await.client(), "marie@exemple.fr").await;
    let service = start_with(&database, LIMIT_OF_THREE, &[]).await;
    let client = service.client().from_address(address(2));
    for _ in 0..8 {
        login(&client, "marie@exemple.fr", PASSWORD).await.expect(200);
    }
    for _ in 0..3 {
        login(&client, "marie@exemple.fr", "maquis-2027").await.expect(401);
    }
    rejected_for_a_while(&login(&client, "marie@exemple.fr", PASSWORD).await);
}

#[tokio::test]
async fn user_name_and_email_of_an_account_share_one_limit() {
    let database = Database::create().await;
    register(&start(&database).await.client(), "admin@exemple.fr").await;
    let named = r#"update auth.users set raw_app_meta_data = '{"username": "admin"}'"#;
    database.client().await.execute(named, &[]).await.unwrap();
    let service = start_with(&database, LIMIT_OF_THREE, &[]).await;
    let client = service.client().from_address(address(2));
    for name in ["admin", "admin@exemple.fr", "ADMIN"] {
        login(&client, name, "maquis-2027").await.expect(401);
    }
    // The limit of the address has refilled; that of the account from this address has not.
    let forget = "update auth.rate_limits set full_at = now()
                  where key = sha256(convert_to('address 127.0.0.2', 'UTF8'))";
    assert_eq!(database.client().await.execute(forget, &[]).await.unwrap(), 1);
    for name in ["admin", "admin@exemple.fr"] {
        login(&client, name, PASSWORD).await.expect_error(429, "over_request_rate_limit");
    }
    login(&client, "autre@exemple.fr", PASSWORD).await.expect(401);
}

#[tokio::test]
async fn two_copies_of_the_service_share_the_limit() {
    let database = Database::create().await;
    let copies =
        [start_with(&database, LIMIT_OF_THREE, &[]).await, start_with(&database, LIMIT_OF_THREE, &[]).await];
    for number in 0..3 {
        let client = copies[number % 2].client();
        login(&client, &format!("p{number}@exemple.fr"), PASSWORD).await.expect(401);
    }
    for copy in &copies {
        rejected_for_a_while(&login(&copy.client(), "autre@exemple.fr", PASSWORD).await);
    }
}

#[tokio::test]
async fn concurrent_attempts_do_not_exceed_the_limit() {
    let database = Database::create().await;
    let service = start_with(&database, LIMIT_OF_THREE, &[]).await;
    let attempts = (0..20).map(|number| {
        let client = service.client();
        tokio::spawn(async move { login(&client, &format!("p{number}@exemple.fr"), PASSWORD).await })
    });
    let mut taken = 0;
    for attempt in attempts.collect::<Vec<_>>() {
        taken += usize::from(attempt.await.unwrap().status == 401);
    }
    assert_eq!(taken, 3);
    assert!(count(&database, "select count(*) from auth.rate_limits").await > 0);
    database.client().await.execute("update auth.rate_limits set full_at = '2026-01-01'", &[]).await.unwrap();
    for number in 0..3 {
        login(&service.client(), &format!("q{number}@exemple.fr"), PASSWORD).await.expect(401);
    }
    let old = "select count(*) from auth.rate_limits where full_at < '2026-02-01'";
    assert_eq!(count(&database, old).await, 0, "rows that say nothing are removed");
}

#[tokio::test]
async fn without_configuration_the_production_limit_applies() {
    let database = Database::create().await;
    let service = start_with(&database, "", &[]).await;
    let mut failed = 0;
    loop {
        let answer = login(&service.client(), &format!("p{failed}@exemple.fr"), PASSWORD).await;
        if answer.status != 401 {
            answer.expect_error(429, "over_request_rate_limit");
            break;
        }
        failed += 1;
    }
    // One attempt of the thirty refills every ten seconds, so that a slow run of this test allows a few more.
    assert!((30..60).contains(&failed), "{failed}");
}

#[tokio::test]
async fn ignores_an_address_that_the_client_sends() {
    let database = Database::create().await;
    let service = start_with(&database, LIMIT_OF_THREE, &[]).await;
    for number in 0..3 {
        let client = service.client().header("x-forwarded-for", &format!("198.51.100.{number}"));
        login(&client, &format!("p{number}@exemple.fr"), PASSWORD).await.expect(401);
    }
    let client = service.client().header("x-forwarded-for", "198.51.100.9");
    rejected_for_a_while(&login(&client, "p9@exemple.fr", PASSWORD).await);
}
