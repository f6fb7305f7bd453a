//! Signing up and in with a password.

use super::*;

#[tokio::test]
async fn a_sign_up_returns_a_session_whose_token_has_the_claims_of_supabase() {
    let stage = Stage::start().await;
    let body = json!({ "email": "Marie@Exemple.FR", "password": PASSWORD, "data": { "city": "Corte" } });
    let response = stage.client.post("/signup", body).await.expect(200);
    assert_eq!(response.headers["cache-control"], "no-store");
    let session = response.body;
    assert_eq!(
        (session["token_type"].as_str(), session["expires_in"].as_i64()),
        (Some("bearer"), Some(3600))
    );
    assert_eq!(text(&session, "/refresh_token").len(), 12);

    let user = &session["user"];
    assert_eq!(user["email"], EMAIL);
    assert_eq!(user["phone"], "");
    assert_eq!(user["app_metadata"], json!({ "provider": "email", "providers": ["email"] }));
    assert_eq!(user["user_metadata"]["city"], "Corte");
    assert_eq!(user["user_metadata"]["email_verified"], true);
    assert_eq!(user["is_anonymous"], false);
    assert_eq!(user["identities"][0]["provider"], "email");
    assert_eq!(user["identities"][0]["id"], user["id"]);
    assert_eq!(user["identities"][0]["identity_data"]["email"], EMAIL);
    for moment in ["created_at", "updated_at", "confirmed_at", "email_confirmed_at", "last_sign_in_at"] {
        assert!(text(user, &format!("/{moment}")).ends_with('Z'), "{moment}");
    }
    for absent in ["new_email", "banned_until", "deleted_at", "encrypted_password"] {
        assert!(user.get(absent).is_none(), "{absent}");
    }

    let claims = claims(text(&session, "/access_token"));
    assert_eq!(claims["sub"], user["id"]);
    assert_eq!(claims["aud"], "authenticated");
    assert_eq!(claims["role"], "authenticated");
    assert_eq!(claims["aal"], "aal1");
    assert_eq!(claims["amr"][0]["method"], "password");
    assert_eq!(claims["iss"], "http://127.0.0.1:54321/auth/v1");
    assert_eq!(claims["exp"].as_i64().unwrap() - claims["iat"].as_i64().unwrap(), 3600);
    let session_exists =
        format!("select count(*) from auth.sessions where id = '{}'", text(&claims, "/session_id"));
    assert_eq!(stage.count(&session_exists).await, 1);
}

#[tokio::test]
async fn an_address_is_registered_once_whatever_its_case() {
    let stage = Stage::start().await;
    stage.sign_up(EMAIL).await;
    let body = json!({ "email": "MARIE@exemple.fr", "password": PASSWORD });
    let again = stage.client.post("/signup", body).await.expect(422);
    assert_eq!(again.body, json!({ "code": "user_already_exists", "message": "User already registered" }));
}

#[tokio::test]
async fn only_one_of_concurrent_sign_ups_with_an_address_succeeds() {
    let stage = Stage::start().await;
    let sign_up = || stage.client.post("/signup", json!({ "email": EMAIL, "password": PASSWORD }));
    let (a, b, c, d) = tokio::join!(sign_up(), sign_up(), sign_up(), sign_up());
    let mut statuses = [a, b, c, d].map(|response| response.status.as_u16());
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 422, 422, 422]);
    assert_eq!(stage.count("select count(*) from auth.users").await, 1);
    assert_eq!(stage.count("select count(*) from auth.identities").await, 1);
}

#[tokio::test]
async fn a_sign_up_with_an_unusable_address_or_password_is_rejected() {
    let stage = Stage::start().await;
    for (body, status, code) in [
        (json!({ "email": "marie", "password": PASSWORD }), 400, "validation_failed"),
        (json!({ "email": EMAIL }), 400, "validation_failed"),
        (json!({ "email": EMAIL, "password": "court" }), 422, "weak_password"),
        (json!({ "email": EMAIL, "password": "x".repeat(73) }), 400, "validation_failed"),
        (json!({ "phone": "+33611223344", "password": PASSWORD }), 400, "phone_provider_disabled"),
        (json!({ "email": EMAIL, "phone": "+33611223344", "password": PASSWORD }), 400, "validation_failed"),
        (
            json!({ "email": EMAIL, "password": PASSWORD, "data": { "name": "a\0b" } }),
            400,
            "validation_failed",
        ),
    ] {
        let response = stage.client.post("/signup", body.clone()).await;
        assert_eq!(
            (response.status.as_u16(), response.body["code"].as_str()),
            (status, Some(code)),
            "{body}"
        );
    }
    assert_eq!(stage.count("select count(*) from auth.users").await, 0);
}

#[tokio::test]
async fn a_weak_password_names_the_broken_rules() {
    let stage = Stage::start_with(&[("GOTRUE_PASSWORD_REQUIRED_CHARACTERS", "abcdefghij:0123456789")]).await;
    let response =
        stage.client.post("/signup", json!({ "email": EMAIL, "password": "xyz" })).await.expect(422);
    assert_eq!(response.body["weak_password"]["reasons"], json!(["length", "characters"]));
}

#[tokio::test]
async fn sign_ups_can_be_disabled() {
    let stage = Stage::start_with(&[("GOTRUE_DISABLE_SIGNUP", "true")]).await;
    let response =
        stage.client.post("/signup", json!({ "email": EMAIL, "password": PASSWORD })).await.expect(422);
    assert_eq!(response.body["code"], "signup_disabled");
}

#[tokio::test]
async fn an_unknown_account_and_a_wrong_password_get_the_same_answer() {
    let stage = Stage::start().await;
    stage.sign_up(EMAIL).await;
    let wrong = stage.sign_in(EMAIL, "maquis-2027").await.expect(400);
    let unknown = stage.sign_in("personne@exemple.fr", PASSWORD).await.expect(400);
    assert_eq!(wrong.body, json!({ "code": "invalid_credentials", "message": "Invalid login credentials" }));
    assert_eq!(unknown.body, wrong.body);
    stage.sign_in("MARIE@exemple.fr", PASSWORD).await.expect(200);
}

#[tokio::test]
async fn an_account_that_is_banned_or_not_confirmed_cannot_sign_in() {
    let stage = Stage::start().await;
    stage.sign_up(EMAIL).await;
    stage.execute("update auth.users set email_confirmed_at = null").await;
    let unconfirmed = stage.sign_in(EMAIL, PASSWORD).await.expect(400);
    assert_eq!(unconfirmed.body["code"], "email_not_confirmed");
    stage
        .execute("update auth.users set email_confirmed_at = now(), banned_until = now() + interval '1 hour'")
        .await;
    let banned = stage.sign_in(EMAIL, PASSWORD).await.expect(400);
    assert_eq!(banned.body, json!({ "code": "user_banned", "message": "User is banned" }));
    stage.execute("update auth.users set banned_until = now() - interval '1 second'").await;
    stage.sign_in(EMAIL, PASSWORD).await.expect(200);
}

#[tokio::test]
async fn wrong_passwords_count_against_the_rate_limit_and_successes_do_not() {
    let stage = Stage::start_with(&[("GOTRUE_RATE_LIMIT_SIGN_IN_SIGN_UPS", "3")]).await;
    stage.sign_up(EMAIL).await;
    for _ in 0..4 {
        stage.sign_in(EMAIL, PASSWORD).await.expect(200);
    }
    for _ in 0..2 {
        stage.sign_in(EMAIL, "maquis-2027").await.expect(400);
    }
    let limited = stage.sign_in(EMAIL, PASSWORD).await.expect(429);
    assert_eq!(limited.body["code"], "over_request_rate_limit");
    assert!(limited.headers.contains_key("retry-after"));
}

#[tokio::test]
async fn a_password_that_breaks_the_current_rules_signs_in_and_is_reported() {
    let stage = Stage::start_with(&[("GOTRUE_PASSWORD_MIN_LENGTH", "12")]).await;
    let body = json!({ "email": EMAIL, "password": PASSWORD, "email_confirm": true });
    stage.as_admin().post("/admin/users", body).await.expect(200);
    let session = stage.sign_in(EMAIL, PASSWORD).await.expect(200).body;
    assert_eq!(session["weak_password"]["reasons"], json!(["length"]));
}

#[tokio::test]
async fn an_account_that_another_connection_locks_rejects_only_its_own_sign_in() {
    let stage = Stage::with_short_lock_timeout().await;
    for email in ["locked@exemple.fr", "free@exemple.fr"] {
        stage.sign_up(email).await;
    }
    let lock = stage.database.client().await;
    let account = "begin; select from auth.users where email = 'locked@exemple.fr' for update";
    lock.batch_execute(account).await.unwrap();
    let (locked, free) = tokio::join!(
        stage.sign_in("locked@exemple.fr", PASSWORD),
        stage.sign_in("free@exemple.fr", PASSWORD)
    );
    free.expect(200);
    let body = locked.expect(504).body;
    assert_eq!(body["code"], "request_timeout");
    assert_eq!(body["message"], "Processing this request timed out, please retry after a moment.");
    lock.batch_execute("rollback").await.unwrap();
    stage.sign_in("locked@exemple.fr", PASSWORD).await.expect(200);
}
