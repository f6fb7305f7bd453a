//! The time of a rejected sign-in does not reveal whether an account exists, or its state: every attempt takes the same
//! hash work. The work is counted, because times vary with the machine.

use super::*;

/// The comparisons that the service has logged, each with its work.
fn comparisons(service: &Service) -> Vec<(u64, u64)> {
    let work = |line: &Value| Some((line["argon2"].as_u64()?, line["bcrypt_rounds"].as_u64()?));
    service.log().iter().filter_map(work).collect()
}

/// The response to an attempt, and the work that it took.
async fn attempt(stage: &Stage, email: &str, password: &str) -> (Response, (u64, u64)) {
    let before = comparisons(&stage.service).len();
    let response = stage.sign_in(email, password).await;
    let is_next = |line: &Value| line["comparison"].as_u64() == u64::try_from(before + 1).ok();
    stage.service.wait_for_log(is_next).await;
    let later = comparisons(&stage.service).split_off(before);
    assert_eq!(later.len(), 1, "an attempt compares one password: {email}");
    (response, later[0])
}

#[tokio::test]
async fn attempts_that_get_the_same_answer_take_the_same_work() {
    let stage = Stage::start().await;
    for name in ["argon2", "bcrypt", "unconfirmed", "without", "deleted"] {
        stage.sign_up(&format!("{name}@exemple.fr")).await;
    }
    let bcrypt = bcrypt::hash(PASSWORD, 10).unwrap();
    stage
        .execute(&format!(
            "update auth.users set encrypted_password = '{bcrypt}' where email like 'bcrypt@%';
             update auth.users set email_confirmed_at = null where email like 'unconfirmed@%';
             update auth.users set encrypted_password = null where email like 'without@%';
             update auth.users set deleted_at = now() where email like 'deleted@%';"
        ))
        .await;
    let (unknown, work) = attempt(&stage, "nobody@exemple.fr", "maquis-2027").await;
    assert_eq!(unknown.status, 400);
    assert_eq!(unknown.body["code"], "invalid_credentials");
    assert!(work.0 > 0 && work.1 > 0, "an unknown account costs a hash of each kind: {work:?}");
    for name in ["argon2", "bcrypt", "unconfirmed", "without", "deleted"] {
        let (response, its_work) = attempt(&stage, &format!("{name}@exemple.fr"), "maquis-2027").await;
        assert_eq!((response.status, &response.body), (unknown.status, &unknown.body), "{name}");
        assert_eq!(its_work, work, "{name}");
    }
}

/// The same as supabase/auth: only the right password reveals that an account is unconfirmed. The address alone reveals
/// that it is banned.
#[tokio::test]
async fn other_states_are_distinguished_as_in_supabase() {
    let stage = Stage::start().await;
    stage.sign_up(EMAIL).await;
    stage.execute("update auth.users set email_confirmed_at = null").await;
    let (response, _) = attempt(&stage, EMAIL, PASSWORD).await;
    assert_eq!(response.body["code"], "email_not_confirmed");
    stage.execute("update auth.users set banned_until = now() + interval '1 hour'").await;
    for password in [PASSWORD, "maquis-2027"] {
        assert_eq!(stage.sign_in(EMAIL, password).await.expect(400).body["code"], "user_banned");
    }
}
