//! The account to which a sign-in with a provider leads.

use super::*;

#[tokio::test]
async fn the_same_person_signs_in_to_the_same_account() {
    let stage = SocialStage::start().await;
    stage.browse("").await.session();
    stage
        .provider
        .person(json!({ "sub": "p-1", "email": "new@exemple.fr", "email_verified": true, "name": "M" }));
    let session = stage.browse("").await.session();
    let user = stage.as_person(&session).get("/user").await.expect(200).body;
    assert_eq!((&user["email"], &user["user_metadata"]["name"]), (&json!(EMAIL), &json!("M")));
    assert_eq!(stage.count("select count(*) from auth.users").await, 1);
}

#[tokio::test]
async fn a_verified_address_links_the_identity_with_the_confirmed_account() {
    let stage = SocialStage::start_with("acme", "", &[("GOTRUE_MAILER_AUTOCONFIRM", "true")]).await;
    let account = stage.sign_up(EMAIL).await.body;
    let session = stage.browse("").await.session();
    let user = stage.as_person(&session).get("/user").await.expect(200).body;
    assert_eq!(user["id"], account["user"]["id"]);
    assert_eq!(user["app_metadata"]["providers"], json!(["email", "acme"]));
    stage.sign_in(EMAIL, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn an_unverified_address_never_links() {
    for autoconfirm in ["true", "false"] {
        let stage = SocialStage::start_with("acme", "", &[("GOTRUE_MAILER_AUTOCONFIRM", autoconfirm)]).await;
        let admin = stage.as_admin();
        let body = json!({ "email": EMAIL, "password": PASSWORD, "email_confirm": true });
        admin.post("/admin/users", body).await.expect(200);
        stage.provider.person(json!({ "sub": "p-9", "email": EMAIL, "email_verified": false }));
        let page = stage.browse("").await;
        assert_eq!(page.query("error_code"), "provider_email_needs_verification", "{autoconfirm}");
        assert_eq!(page.query("error"), "access_denied");
        let linked = "select count(*) from auth.identities where provider = 'acme'";
        assert_eq!(stage.count(linked).await, 0);
    }
}

#[tokio::test]
async fn an_unverified_identity_of_somebody_else_is_not_the_owners() {
    let stage = SocialStage::start().await;
    let admin = stage.as_admin();
    let body = json!({ "email": "mallory@exemple.fr", "password": PASSWORD, "email_confirm": true });
    admin.post("/admin/users", body).await.expect(200);
    stage
        .execute(
            "insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
             select 'm', id, '{\"sub\": \"m\", \"email\": \"marie@exemple.fr\", \"email_verified\": false}', 'discord',
               now(), now() from auth.users",
        )
        .await;
    let session = stage.browse("").await.session();
    let user = stage.as_person(&session).get("/user").await.expect(200).body;
    assert_eq!(user["email"], EMAIL);
    assert_eq!(stage.count("select count(*) from auth.users").await, 2);
}

#[tokio::test]
async fn a_verified_address_takes_an_unconfirmed_account_without_its_password() {
    let stage = SocialStage::start().await;
    let body = json!({ "email": EMAIL, "password": PASSWORD, "user_metadata": { "planted": true } });
    stage.as_admin().post("/admin/users", body).await.expect(200);
    let session = stage.browse("").await.session();
    let user = stage.as_person(&session).get("/user").await.expect(200).body;
    assert!(user["email_confirmed_at"].is_string());
    assert!(user["user_metadata"]["planted"].is_null());
    assert_eq!(user["app_metadata"]["providers"], json!(["acme"]));
    stage.sign_in(EMAIL, PASSWORD).await.expect(400);
}

#[tokio::test]
async fn an_unverified_address_of_nobody_is_to_be_confirmed_by_mail() {
    let stage = SocialStage::start().await;
    stage.provider.person(json!({ "sub": "p-2", "email": EMAIL, "email_verified": false }));
    let page = stage.browse("").await;
    assert_eq!(page.query("error_code"), "provider_email_needs_verification");
    let message = "Unverified email with acme. A confirmation email has been sent to your acme email";
    assert_eq!(page.query("error_description"), message);
    let stored = "select count(*) from auth.one_time_tokens where token_type = 'confirmation_token'";
    assert_eq!(stage.count(stored).await, 1);
    assert_eq!(stage.count("select count(*) from auth.sessions").await, 0);
}

#[tokio::test]
async fn an_unverified_address_signs_in_where_the_settings_allow_it() {
    let stage =
        SocialStage::start_with("acme", "", &[("GOTRUE_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS", "true")])
            .await;
    stage.provider.person(json!({ "sub": "p-2", "email": EMAIL, "email_verified": false }));
    let session = stage.browse("").await.session();
    let user = stage.as_person(&session).get("/user").await.expect(200).body;
    assert_eq!((user["email"].as_str(), user.get("email_confirmed_at")), (Some(EMAIL), None));
    let stored = "select count(*) from auth.one_time_tokens where token_type = 'confirmation_token'";
    assert_eq!(stage.count(stored).await, 1, "a mail asks for the confirmation");
    let planted =
        format!("update auth.users set encrypted_password = '{}'", bcrypt::hash(PASSWORD, 4).unwrap());
    stage.execute(&planted).await;
    stage.execute("update auth.users set confirmation_sent_at = now() - interval '1 hour'").await;
    stage.browse("").await.session();
    let kept =
        "select count(*) from auth.users where encrypted_password is not null and encrypted_password <> ''";
    assert_eq!(stage.count(kept).await, 0, "until then, another's password does not stay");
}

#[tokio::test]
async fn an_unverified_address_does_not_reach_anothers_account_where_it_may_sign_in() {
    let stage =
        SocialStage::start_with("acme", "", &[("GOTRUE_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS", "true")])
            .await;
    let body = json!({ "email": EMAIL, "password": PASSWORD, "email_confirm": true });
    let owner = stage.as_admin().post("/admin/users", body).await.expect(200).body;
    stage.provider.person(json!({ "sub": "p-9", "email": EMAIL, "email_verified": false }));
    let session = stage.browse("").await.session();
    let user = stage.as_person(&session).get("/user").await.expect(200).body;
    assert_ne!(user["id"], owner["id"]);
    assert_eq!(user["email"], "");
}

#[tokio::test]
async fn without_an_address_only_a_provider_that_may_leave_it_out_gives_an_account() {
    let stage = SocialStage::start().await;
    stage.provider.person(json!({ "sub": "p-3" }));
    let page = stage.browse("").await;
    assert_eq!(page.query("error_description"), "Error getting user email from external provider");
    let stage = SocialStage::start_with("acme", "", &[("GOTRUE_EXTERNAL_ACME_EMAIL_OPTIONAL", "true")]).await;
    stage.provider.person(json!({ "sub": "p-3" }));
    let session = stage.browse("").await.session();
    assert_eq!(stage.as_person(&session).get("/user").await.expect(200).body["email"], "");
}

#[tokio::test]
async fn a_banned_person_and_a_new_one_without_sign_ups_are_rejected() {
    let stage = SocialStage::start_with("acme", "", &[("GOTRUE_DISABLE_SIGNUP", "true")]).await;
    let page = stage.browse("").await;
    assert_eq!((page.query("error"), page.query("error_code")), ("access_denied", "signup_disabled"));
    let body = json!({ "email": EMAIL, "email_confirm": true, "ban_duration": "24h" });
    stage.as_admin().post("/admin/users", body).await.expect(200);
    let page = stage.browse("").await;
    assert_eq!((page.query("error"), page.query("error_code")), ("access_denied", "user_banned"));
    assert_eq!(stage.count("select count(*) from auth.identities where provider = 'acme'").await, 0);
}
