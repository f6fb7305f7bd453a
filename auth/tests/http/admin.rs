//! `/admin/users`.

use super::*;
use service_test::Method;

#[tokio::test]
async fn only_the_service_role_is_admitted() {
    let stage = Stage::start().await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    let response = person.get("/admin/users").await.expect(403);
    assert_eq!(response.body, json!({ "code": "not_admin", "message": "User not allowed" }));
    stage.client.get("/admin/users").await.expect(401);
    person.post("/admin/users", json!({ "email": "a@exemple.fr" })).await.expect(403);
}

#[tokio::test]
async fn an_administrator_is_refused_once_the_session_has_ended() {
    let stage = Stage::start_with(&[("GOTRUE_SESSIONS_TIMEBOX", "1h")]).await;
    stage.sign_up(EMAIL).await;
    stage.execute("update auth.users set role = 'supabase_admin'").await;
    let (first, second) =
        (stage.sign_in(EMAIL, PASSWORD).await.body, stage.sign_in(EMAIL, PASSWORD).await.body);
    let (first, second) = (stage.as_person(&first), stage.as_person(&second));
    first.get("/admin/users").await.expect(200);
    first.post("/logout?scope=local", json!({})).await.expect(204);
    assert_eq!(first.get("/admin/users").await.expect(403).body["code"], "session_not_found");
    second.get("/admin/users").await.expect(200);
    stage.execute("update auth.sessions set created_at = now() - interval '2 hours'").await;
    assert_eq!(second.get("/admin/users").await.expect(403).body["code"], "session_expired");
}

#[tokio::test]
async fn an_account_is_created_read_changed_and_deleted() {
    let stage = Stage::start().await;
    let admin = stage.as_admin();
    let body = json!({
        "email": EMAIL, "password": PASSWORD, "email_confirm": true,
        "user_metadata": { "city": "Corte" }, "app_metadata": { "role": "editor" },
    });
    let created = admin.post("/admin/users", body).await.expect(200).body;
    assert_eq!(
        created["app_metadata"],
        json!({ "provider": "email", "providers": ["email"], "role": "editor" })
    );
    assert_eq!(created["identities"][0]["provider"], "email");
    stage.sign_in(EMAIL, PASSWORD).await.expect(200);

    let path = format!("/admin/users/{}", text(&created, "/id"));
    let change =
        json!({ "email": "luca@exemple.fr", "password": "maquis-2027", "user_metadata": { "city": null } });
    let changed = admin.put(&path, change).await.expect(200).body;
    assert_eq!((&changed["email"], changed["user_metadata"].get("city")), (&json!("luca@exemple.fr"), None));
    assert_eq!(
        stage.count("select count(*) from auth.sessions").await,
        0,
        "a new password ends the sessions"
    );
    stage.sign_in("luca@exemple.fr", "maquis-2027").await.expect(200);

    assert_eq!(admin.get(&path).await.expect(200).body["email"], "luca@exemple.fr");
    assert_eq!(admin.delete(&path).await.expect(200).body, json!({}));
    assert_eq!(admin.get(&path).await.expect(404).body["code"], "user_not_found");
}

#[tokio::test]
async fn a_created_account_is_not_confirmed_unless_asked() {
    let stage = Stage::start().await;
    stage.as_admin().post("/admin/users", json!({ "email": EMAIL, "password": PASSWORD })).await.expect(200);
    assert_eq!(stage.sign_in(EMAIL, PASSWORD).await.expect(400).body["code"], "email_not_confirmed");
}

#[tokio::test]
async fn a_ban_ends_access_at_once_and_can_be_lifted() {
    let stage = Stage::start().await;
    let session = stage.sign_up(EMAIL).await.body;
    let path = format!("/admin/users/{}", text(&session, "/user/id"));
    stage.as_admin().put(&path, json!({ "ban_duration": "24h" })).await.expect(200);
    assert_eq!(stage.as_person(&session).get("/user").await.expect(403).body["code"], "user_banned");
    // Longer than a timestamp can hold.
    stage.as_admin().put(&path, json!({ "ban_duration": "99999999999999h" })).await.expect(200);
    stage.sign_in(EMAIL, PASSWORD).await.expect(400);
    stage.as_admin().put(&path, json!({ "ban_duration": "soon" })).await.expect(400);
    let lifted = stage.as_admin().put(&path, json!({ "ban_duration": "none" })).await.expect(200).body;
    assert_eq!(lifted.get("banned_until"), None);
    stage.as_person(&session).get("/user").await.expect(200);
}

#[tokio::test]
async fn a_soft_deleted_account_keeps_its_row_and_frees_its_address() {
    let stage = Stage::start().await;
    let session = stage.sign_up(EMAIL).await.body;
    let path = format!("/admin/users/{}", text(&session, "/user/id"));
    let soft = json!({ "should_soft_delete": true });
    stage.as_admin().send_json(Method::DELETE, &path, soft).await.expect(200);
    let kept = stage.as_admin().get(&path).await.expect(200).body;
    assert!(kept["deleted_at"].is_string());
    assert_ne!(kept["email"], EMAIL);
    stage.as_person(&session).get("/user").await.expect(403);
    stage.sign_in(EMAIL, PASSWORD).await.expect(400);
    stage.sign_up(EMAIL).await;
}

#[tokio::test]
async fn accounts_are_listed_by_pages_and_filtered() {
    let stage = Stage::start().await;
    let admin = stage.as_admin();
    for name in ["a", "b", "c", "50%"] {
        let email = format!("{}@exemple.fr", name.replace('%', "_"));
        admin.post("/admin/users", json!({ "email": email })).await.expect(200);
    }
    let page = admin.get("/admin/users?page=2&per_page=3").await.expect(200);
    assert_eq!(page.headers["x-total-count"], "4");
    assert_eq!(page.body["users"].as_array().unwrap().len(), 1);
    assert_eq!(page.body["aud"], "authenticated");
    let first = admin.get("/admin/users?per_page=3").await.expect(200);
    let links = first.headers["link"].to_str().unwrap();
    assert_eq!(
        links,
        r#"</admin/users?page=2&per_page=3>; rel="next", </admin/users?page=2&per_page=3>; rel="last""#
    );
    let default = admin.get("/admin/users?page=&per_page=").await.expect(200).body;
    assert_eq!(default["users"].as_array().unwrap().len(), 4, "an empty number is left out");
    for page in ["two", "-1"] {
        admin.get(&format!("/admin/users?page={page}")).await.expect(400);
    }
    let filtered = admin.get("/admin/users?filter=50_").await.expect(200);
    assert_eq!(
        filtered.headers["link"], r#"</admin/users?filter=50_&page=1>; rel="last""#,
        "a link keeps the filter"
    );
    let filtered = filtered.body;
    assert_eq!(filtered["users"].as_array().unwrap().len(), 1, "the underscore stands for itself");
}

#[tokio::test]
async fn accounts_are_sorted_by_their_creation() {
    let stage = Stage::start().await;
    let admin = stage.as_admin();
    for name in ["a", "b"] {
        admin.post("/admin/users", json!({ "email": format!("{name}@exemple.fr") })).await.expect(200);
    }
    stage.execute("update auth.users set created_at = '2026-01-01' where email = 'a@exemple.fr'").await;
    for (sort, first) in [
        ("", "b@exemple.fr"),
        ("?sort=created_at", "b@exemple.fr"),
        ("?sort=created_at%20DESC", "b@exemple.fr"),
        ("?sort=created_at+asc", "a@exemple.fr"),
        ("?sort=created_at+asc&sort=created_at+desc", "a@exemple.fr"),
    ] {
        let listed = admin.get(&format!("/admin/users{sort}")).await.expect(200).body;
        assert_eq!(text(&listed, "/users/0/email"), first, "{sort}");
    }
    let page = admin.get("/admin/users?sort=created_at+asc&per_page=1").await.expect(200);
    let next = r#"</admin/users?page=2&per_page=1&sort=created_at+asc>; rel="next""#;
    assert!(page.headers["link"].to_str().unwrap().starts_with(next), "the next page has the same order");
    for (sort, reason) in [
        ("email", "bad field for sort 'email'"),
        ("", "bad field for sort ''"),
        ("created_at+up", "bad direction for sort 'up', only 'asc' and 'desc' allowed"),
        ("created_at&sort=id", "bad field for sort 'id'"),
    ] {
        let rejected = admin.get(&format!("/admin/users?sort={sort}")).await.expect(400).body;
        assert_eq!(rejected["message"], format!("Bad Sort Parameters: {reason}"));
        assert_eq!(rejected["code"], "validation_failed");
    }
}

#[tokio::test]
async fn unusable_bodies_and_ids_are_rejected() {
    let stage = Stage::start().await;
    let admin = stage.as_admin();
    stage.sign_up(EMAIL).await;
    for (body, status, code) in [
        (json!({}), 400, "validation_failed"),
        (json!({ "email": EMAIL }), 422, "email_exists"),
        (json!({ "email": "a@exemple.fr", "id": "1" }), 400, "validation_failed"),
        (
            json!({ "email": "a@exemple.fr", "password": "a-password", "password_hash": "x" }),
            400,
            "validation_failed",
        ),
        (json!({ "email": "a@exemple.fr", "password": "x".repeat(73) }), 400, "validation_failed"),
        (
            json!({ "email": "a@exemple.fr", "password_hash": format!("$2b$31${}", "a".repeat(53)) }),
            400,
            "validation_failed",
        ),
        (json!({ "email": ["a@exemple.fr"] }), 400, "bad_json"),
    ] {
        let response = admin.post("/admin/users", body.clone()).await;
        assert_eq!(
            (response.status.as_u16(), response.body["code"].as_str()),
            (status, Some(code)),
            "{body}"
        );
    }
    let id = stage.database.client().await.query_one("select id::text from auth.users", &[]).await.unwrap();
    let taken =
        admin.post("/admin/users", json!({ "email": "a@exemple.fr", "id": id.get::<_, &str>(0) })).await;
    assert_eq!((taken.status.as_u16(), taken.body["code"].as_str()), (422, Some("user_already_exists")));
    admin.get("/admin/users?filter=%00").await.expect(400);
    admin
        .post("/admin/users", json!({ "email": "b@exemple.fr", "phone": null, "user_metadata": null }))
        .await
        .expect(200);
    assert_eq!(admin.get("/admin/users/1").await.expect(404).body["code"], "validation_failed");
}
