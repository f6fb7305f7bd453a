//! Calls 1 and 2.

use contract::{PASSWORD, Visitor, visitor};

#[tokio::test]
async fn call_1_registers_and_call_2_answers_session_user_and_profile() {
    let guest = visitor();
    let email = Visitor::new_email();
    guest.register(&email).await.assert_success();
    let body = guest.log_in(&email, PASSWORD).await.assert_success().body;
    assert!(body["session"]["access_token"].as_str().unwrap().split('.').count() == 3);
    assert_eq!(body["user"]["email"], email.as_str());
    assert_eq!(body["user"]["user_metadata"]["firstName"], "Lucie");
    assert_eq!(body["user"]["user_metadata"]["lastName"], "Casanova");
    assert_eq!(body["profile"]["id"], body["user"]["id"]);
}

#[tokio::test]
async fn call_1_rejects_a_registered_email() {
    let guest = visitor();
    let email = Visitor::new_email();
    guest.register(&email).await.assert_success();
    guest.register(&email.to_uppercase()).await.assert_error(409);
}

#[tokio::test]
async fn call_2_rejects_a_wrong_password_and_an_unknown_email_with_the_same_error() {
    let guest = visitor();
    let email = Visitor::new_email();
    guest.register(&email).await.assert_success();
    let wrong = guest.log_in(&email, "un autre").await;
    let unknown = guest.log_in(&Visitor::new_email(), "un autre").await;
    wrong.assert_error(401);
    assert_eq!((wrong.status, wrong.body), (unknown.status, unknown.body));
}
