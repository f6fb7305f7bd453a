//! Calls 1 and 2.

use contract::{Backend, PASSWORD, Visitor};

#[tokio::test]
async fn call_1_registers_and_call_2_answers_session_user_and_profile() {
    let visitor = Backend::get().visitor();
    let email = Visitor::new_email();
    visitor.register(&email).await.succeeded();
    let body = visitor.log_in(&email, PASSWORD).await.succeeded().body;
    assert!(body["session"]["access_token"].as_str().unwrap().split('.').count() == 3);
    assert_eq!(body["user"]["email"], email.as_str());
    assert_eq!(body["user"]["user_metadata"]["firstName"], "Lucie");
    assert_eq!(body["user"]["user_metadata"]["lastName"], "Casanova");
    assert_eq!(body["profile"]["id"], body["user"]["id"]);
}

#[tokio::test]
async fn call_1_refuses_an_email_that_is_taken() {
    let visitor = Backend::get().visitor();
    let email = Visitor::new_email();
    visitor.register(&email).await.succeeded();
    visitor.register(&email.to_uppercase()).await.refused(409);
}

#[tokio::test]
async fn call_2_refuses_a_wrong_password_and_an_unknown_email_alike() {
    let visitor = Backend::get().visitor();
    let email = Visitor::new_email();
    visitor.register(&email).await.succeeded();
    let wrong = visitor.log_in(&email, "un autre").await;
    let unknown = visitor.log_in(&Visitor::new_email(), "un autre").await;
    wrong.refused(401);
    assert_eq!((wrong.status, wrong.body), (unknown.status, unknown.body));
}
