//! `/admin/oauth/clients` and clients that register themselves.

use super::*;

const CLIENTS: &str = "/admin/oauth/clients";

fn client() -> Value {
    json!({
        "client_name": "App", "client_uri": "https://app.example", "redirect_uris": [CALLBACK, "app://callback"],
    })
}

#[tokio::test]
async fn a_client_is_created_read_changed_and_deleted() {
    let stage = Stage::start_oauth_server(&[]).await;
    let admin = stage.as_admin();
    let created = admin.post(CLIENTS, client()).await.expect(201).body;
    assert_eq!(
        (&created["client_type"], &created["registration_type"]),
        (&json!("confidential"), &json!("manual"))
    );
    assert_eq!(created["token_endpoint_auth_method"], "client_secret_basic");
    assert_eq!(created["grant_types"], json!(["authorization_code", "refresh_token"]));
    assert_eq!(created["response_types"], json!(["code"]));
    let path = format!("{CLIENTS}/{}", text(&created, "/client_id"));
    let read = admin.get(&path).await.expect(200).body;
    assert!(read.get("client_secret").is_none(), "{read}");
    assert_eq!(read["redirect_uris"], json!([CALLBACK, "app://callback"]));

    let changes =
        json!({ "client_name": "Renamed", "client_uri": "", "grant_types": ["authorization_code"] });
    let changed = admin.put(&path, changes).await.expect(200).body;
    assert_eq!((&changed["client_name"], changed.get("client_uri")), (&json!("Renamed"), None));
    assert_eq!(changed["grant_types"], json!(["authorization_code"]));
    assert_eq!(changed["redirect_uris"], read["redirect_uris"]);

    admin.delete(&path).await.expect(204);
    assert_eq!(admin.get(&path).await.expect(404).body["code"], "oauth_client_not_found");
    assert_eq!(admin.get(CLIENTS).await.expect(200).body, json!({}));
}

#[tokio::test]
async fn a_secret_is_shown_once_and_stored_as_a_hash() {
    let stage = Stage::start_oauth_server(&[]).await;
    let admin = stage.as_admin();
    let created = admin.post(CLIENTS, client()).await.expect(201).body;
    let first = text(&created, "/client_secret");
    let path = format!("{CLIENTS}/{}", text(&created, "/client_id"));
    let replaced = admin.post(&format!("{path}/regenerate_secret"), json!({})).await.expect(200).body;
    let second = text(&replaced, "/client_secret");
    assert_ne!(first, second);
    let matching = format!(
        "select count(*) from auth.oauth_clients
         where translate(rtrim(encode(sha256('{second}'), 'base64'), '='), '+/', '-_') = client_secret_hash"
    );
    assert_eq!(stage.count(&matching).await, 1, "the digest of supabase/auth");

    let public = stage.public_client().await;
    let path = format!("{CLIENTS}/{public}");
    assert!(admin.get(&path).await.expect(200).body.get("client_secret").is_none());
    admin.post(&format!("{path}/regenerate_secret"), json!({})).await.expect(400);
}

#[tokio::test]
async fn clients_are_listed_by_pages_the_newest_first() {
    let stage = Stage::start_oauth_server(&[]).await;
    let admin = stage.as_admin();
    for name in ["a", "b", "c"] {
        let body = json!({ "client_name": name, "redirect_uris": [CALLBACK] });
        admin.post(CLIENTS, body).await.expect(201);
    }
    let names = |body: &Value| -> Vec<String> {
        let clients = body["clients"].as_array().unwrap();
        clients.iter().map(|client| text(client, "/client_name").to_owned()).collect()
    };
    let first = admin.get(&format!("{CLIENTS}?page=1&per_page=2")).await.expect(200);
    assert_eq!(names(&first.body), ["c", "b"]);
    assert_eq!(first.headers["x-total-count"], "3");
    assert!(first.headers["link"].to_str().unwrap().contains("page=2&per_page=2>; rel=\"next\""));
    assert_eq!(names(&admin.get(&format!("{CLIENTS}?page=2&per_page=2")).await.expect(200).body), ["a"]);
    assert_eq!(names(&admin.get(CLIENTS).await.expect(200).body), ["c", "b", "a"]);
}

#[tokio::test]
async fn an_invalid_field_is_named() {
    let stage = Stage::start_oauth_server(&[]).await;
    let admin = stage.as_admin();
    let too_many: Vec<String> = (0..11).map(|number| format!("https://app.example/{number}")).collect();
    for (field, value, message) in [
        ("redirect_uris", json!([]), "redirect_uris is required"),
        ("redirect_uris", json!(too_many), "redirect_uris cannot exceed 10 items"),
        ("redirect_uris", json!(["callback"]), "must have scheme and host"),
        ("redirect_uris", json!(["http://app.example"]), "HTTP scheme only allowed for localhost"),
        (
            "redirect_uris",
            json!(["javascript://app.example/%0aalert(1)"]),
            "scheme 'javascript' is not allowed",
        ),
        ("redirect_uris", json!(["https://app.example/#x"]), "fragment not allowed"),
        ("redirect_uris", json!(["https://app.example/,javascript:alert(1)"]), "invalid URL format"),
        ("grant_types", json!(["password"]), "grant_types must only contain"),
        ("client_name", json!("x".repeat(1025)), "client_name cannot exceed 1024 characters"),
        ("client_uri", json!("not a url"), "client_uri must be a valid URL"),
        (
            "logo_uri",
            json!(format!("https://{}", "x".repeat(2048))),
            "logo_uri cannot exceed 2048 characters",
        ),
        ("client_type", json!("secret"), "client_type must be 'public' or 'confidential'"),
        ("token_endpoint_auth_method", json!("jwt"), "token_endpoint_auth_method must be one of"),
    ] {
        let mut body = client();
        body[field] = value;
        let rejected = admin.post(CLIENTS, body).await.expect(400).body;
        assert_eq!(rejected["code"], "validation_failed");
        assert!(text(&rejected, "/message").contains(message), "{rejected}");
    }
    let mut body = client();
    (body["client_type"], body["token_endpoint_auth_method"]) =
        (json!("public"), json!("client_secret_post"));
    let rejected = admin.post(CLIENTS, body).await.expect(400).body;
    assert!(text(&rejected, "/message").contains("is inconsistent with"), "{rejected}");

    let path = format!("{CLIENTS}/{}", stage.public_client().await);
    for changes in [
        json!({}),
        json!({ "token_endpoint_auth_method": "client_secret_post" }),
        json!({ "redirect_uris": [] }),
    ] {
        admin.put(&path, changes).await.expect(400);
    }
    admin.get(&format!("{CLIENTS}/1")).await.expect(400);
}

#[tokio::test]
async fn only_administrators_manage_clients_and_only_where_the_server_is_on() {
    let stage = Stage::start_oauth_server(&[]).await;
    let person = stage.as_person(&stage.sign_up(EMAIL).await.body);
    stage.client.get(CLIENTS).await.expect(401);
    person.post(CLIENTS, client()).await.expect(403);
    let stage = Stage::start().await;
    let off = json!({ "code": "feature_disabled", "message": "OAuth server is disabled" });
    assert_eq!(stage.as_admin().post(CLIENTS, client()).await.expect(404).body, off);
    for path in ["/oauth/authorize", "/.well-known/oauth-authorization-server"] {
        assert_eq!(stage.client.get(path).await.expect(404).body, off);
    }
    assert_eq!(stage.client.post("/oauth/token", json!({})).await.expect(404).body, off);
}

#[tokio::test]
async fn clients_register_themselves_where_it_is_allowed_and_not_too_often() {
    let stage = Stage::start_oauth_server(&[]).await;
    let rejected = stage.client.post("/oauth/clients/register", client()).await.expect(403).body;
    assert_eq!(rejected["code"], "oauth_dynamic_client_registration_disabled");
    let stage = Stage::start_oauth_server(&[
        ("GOTRUE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION", "true"),
        ("GOTRUE_RATE_LIMIT_OAUTH_DYNAMIC_CLIENT_REGISTER", "1"),
    ])
    .await;
    let registered = stage.client.post("/oauth/clients/register", client()).await.expect(201).body;
    assert_eq!(registered["registration_type"], "dynamic");
    assert!(registered["client_secret"].is_string());
    stage.client.post("/oauth/clients/register", client()).await.expect(429);
    let metadata = stage.client.get("/.well-known/oauth-authorization-server").await.expect(200).body;
    assert!(text(&metadata, "/registration_endpoint").ends_with("/oauth/clients/register"));
}
