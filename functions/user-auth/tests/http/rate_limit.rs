//! `GOTRUE_RATE_LIMIT_SIGN_IN_SIGN_UPS`: attempts per five minutes, an address and an account each.

use crate::{PASSWORD, PATH, login, registration, start_with};
use service_test::Answer;
use service_test::Database;
use std::net::{IpAddr, Ipv4Addr};

const LIMIT_OF_THREE: &[(&str, &str)] = &[("GOTRUE_RATE_LIMIT_SIGN_IN_SIGN_UPS", "3")];

fn refused_for_a_while(answer: &Answer) {
    let sentence = answer.refusal(429, "over_request_rate_limit");
    assert_eq!(sentence, "Trop de tentatives. Veuillez réessayer plus tard.");
    let seconds: u64 = answer.headers["retry-after"].to_str().unwrap().parse().unwrap();
    assert!((1..=100).contains(&seconds), "{seconds}");
}

fn address(last: u8) -> IpAddr {
    Ipv4Addr::new(127, 0, 0, last).into()
}

#[tokio::test]
async fn an_address_has_so_many_attempts_whatever_the_accounts() {
    let database = Database::create().await;
    let service = start_with(&database, LIMIT_OF_THREE).await;
    let client = service.client().from_address(address(2));
    client.post(PATH, registration("marie@exemple.fr")).await.expect(201);
    login(&client, "marie@exemple.fr", PASSWORD).await.expect(200);
    login(&client, "personne@exemple.fr", PASSWORD).await.expect(401);
    refused_for_a_while(&login(&client, "autre@exemple.fr", PASSWORD).await);
    refused_for_a_while(&client.post(PATH, registration("autre@exemple.fr")).await);
    login(&service.client().from_address(address(3)), "autre@exemple.fr", PASSWORD).await.expect(401);
}

#[tokio::test]
async fn an_account_has_so_many_attempts_wherever_they_come_from() {
    let database = Database::create().await;
    let service = start_with(&database, LIMIT_OF_THREE).await;
    for last in 2..5 {
        let client = service.client().from_address(address(last));
        login(&client, "marie@exemple.fr", "maquis-2027").await.expect(401);
    }
    let client = service.client().from_address(address(9));
    refused_for_a_while(&login(&client, "MARIE@exemple.fr", PASSWORD).await);
    login(&client, "autre@exemple.fr", PASSWORD).await.expect(401);
}

#[tokio::test]
async fn a_client_cannot_choose_its_address() {
    let database = Database::create().await;
    let service = start_with(&database, LIMIT_OF_THREE).await;
    for number in 0..3 {
        let client = service.client().header("x-forwarded-for", &format!("198.51.100.{number}"));
        login(&client, &format!("p{number}@exemple.fr"), PASSWORD).await.expect(401);
    }
    let client = service.client().header("x-forwarded-for", "198.51.100.9");
    refused_for_a_while(&login(&client, "p9@exemple.fr", PASSWORD).await);
}
